import { defineOperation } from '#kernel/define-operation.ts'
import { type ReleaseFacts, proveRelease, requireItem } from '#modules/catalog/public.ts'
import { getPackage as contract } from './installer-contract.ts'
import { refuse } from './errors.ts'
import { isEntitled, requireFitting } from './conditions.ts'
import type { Services } from '#kernel/context.ts'
import type { PackageOffer } from '#modules/stores/platforms/public.ts'
import { createHmac } from 'node:crypto'
import { sameText } from '#lib/same-text.ts'

export const getPackage = defineOperation({
  ...contract,
  run: async (ctx, { query }) => {
    const item = await requireItem(
      ctx,
      ctx.market,
      query.prefix ? { prefix: query.prefix } : { id: query.item_id ?? '' },
      ctx.locale,
    )
    if (!(await isEntitled(ctx, ctx.actor, item))) throw refuse('installs.not_entitled')
    const release = await requireFitting(ctx, ctx.actor, item, query)
    // A release missing in the release log is not delivered.
    const log = await proveRelease(ctx, release.id)
    if (!log) throw refuse('catalog.item_not_found')
    const { url, expiresAt } = downloadUrl(
      ctx.origins.installer,
      ctx.downloadTokenKey,
      release.sha256,
      ctx.clock.now(),
    )
    return {
      data: {
        version: release.version,
        size: release.size,
        sha256: release.sha256,
        signature: release.signature,
        key_id: release.keyId,
        log,
        download: { url, expires_at: expiresAt.toISOString() },
      },
    }
  },
})

/** The offer of a package that belongs to no release yet. */
export const packageOfferAt = (
  { origins, downloadTokenKey, clock }: Pick<Services, 'origins' | 'downloadTokenKey' | 'clock'>,
  one: Omit<PackageOffer, 'url'>,
): PackageOffer => ({
  ...one,
  url: downloadUrl(origins.installer, downloadTokenKey, one.sha256, clock.now()).url,
})

/** The offer of a release, with an address that works for a few minutes. */
export const packageOffer = (
  { origins, downloadTokenKey, clock }: Pick<Services, 'origins' | 'downloadTokenKey' | 'clock'>,
  release: ReleaseFacts,
): PackageOffer => ({
  sha256: release.sha256,
  url: downloadUrl(origins.installer, downloadTokenKey, release.sha256, clock.now()).url,
  size: release.size,
  signature: release.signature,
  keyId: release.keyId,
  prefix: release.manifest.prefix,
  version: release.version,
})

/** How long a platform may take to fetch an offered package. */
export const TICKET_SECONDS = 300

const macOf = (key: Buffer, sha256: string, expires: number) =>
  createHmac('sha256', key).update(`package:${sha256}:${expires}`).digest('base64url')

/** A download address for one package, valid for a limited time (S7.15). */
export function downloadUrl(
  origin: string,
  key: Buffer,
  sha256: string,
  now: Date,
): { url: string; expiresAt: Date } {
  const expires = Math.floor(now.getTime() / 1000) + TICKET_SECONDS
  return {
    url: `${origin}/packages/${sha256}.zip?expires=${expires}&ticket=${macOf(key, sha256, expires)}`,
    expiresAt: new Date(expires * 1000),
  }
}

export function isTicketValid(
  key: Buffer,
  sha256: string,
  expires: string,
  ticket: string,
  now: Date,
): boolean {
  const until = Number(expires)
  return (
    Number.isSafeInteger(until) &&
    until * 1000 >= now.getTime() &&
    sameText(ticket, macOf(key, sha256, until))
  )
}
