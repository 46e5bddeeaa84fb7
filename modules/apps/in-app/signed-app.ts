import { secondsAfter } from '#lib/clock.ts'
import { unseal } from '#lib/sealed.ts'
import type { AppActor } from '#kernel/actor.ts'
import type { Services } from '#kernel/context.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { refuse } from '../errors.ts'
import { findCredential, useOnce } from './data.ts'
import { CLOCK_SECONDS, isSigned, MAX_CALLS_PER_MINUTE, type SignedRequest } from './rules.ts'

export const CREDENTIAL_PURPOSE = 'app-credential'

/**
 * Who made a signed call: an app on one store. Every failure is the same refusal; a call that was
 * heard once is not heard again. An app that is not on the store any more is told so, for its
 * signature was right.
 */
export async function findSignedApp(
  services: Pick<Services, 'db' | 'clock' | 'sealing' | 'log'>,
  request: SignedRequest,
): Promise<AppActor> {
  const now = services.clock.now()
  const row = /^[\w-]{1,80}$/.test(request.keyId)
    ? await findCredential(services.db, request.keyId)
    : undefined
  if (
    !row ||
    !isSigned(unseal(services.sealing, CREDENTIAL_PURPOSE, row.secret_sealed), request, now)
  ) {
    services.log.warn(
      { key: request.keyId.slice(0, 40), known: row !== undefined },
      "an app's signature was refused",
    )
    throw refuse('app.signature_invalid')
  }
  await consumeRateLimits(services, [
    { key: `app-calls:${row.installation_id}`, most: MAX_CALLS_PER_MINUTE, seconds: 60 },
  ])
  if (
    !(await useOnce(
      services.db,
      request.keyId,
      request.nonce,
      secondsAfter(now, 2 * CLOCK_SECONDS),
    ))
  )
    throw refuse('app.signature_invalid')
  if ((row.state !== 'installed' && row.state !== 'updating') || row.store_status !== 'active')
    throw refuse('installs.not_installed')
  return {
    kind: 'app',
    storeId: row.store_id,
    platformId: row.platform_id,
    storeUrl: row.store_url,
    installationId: row.installation_id,
    itemId: row.item_id,
    prefix: row.prefix,
  }
}
