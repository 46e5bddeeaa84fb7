import { defineOperation } from '#kernel/define-operation.ts'
import { secondsAfter } from '#lib/clock.ts'
import * as contract from './contract.ts'
import { followRedirects } from '#lib/foreign/follow.ts'
import { type HttpAnswer, HttpFailure } from '#lib/http.ts'
import type { Services } from '#kernel/context.ts'
import { findStoreById } from './data.ts'
import type { Db } from '#db/client.ts'
import { prepared } from '#db/prepared.ts'

/** A site is probed at most this often, however many pages are shown. */
const PROBE_EVERY_SECONDS = 30
/**
 * How long a page waits for the probe. A slower one continues, and the next page shows its result.
 */
const WAIT_MS = 800

/**
 * How the store's own site answers now (D7, S2.31). Probed at once and not by a job, because the
 * owner is about to change that site.
 */
export const getSiteNotice = defineOperation({
  ...contract.getSiteNotice,
  run: async (ctx) => {
    const { storeId } = ctx.actor
    const now = ctx.clock.now()
    const known = await findSite(ctx.db, storeId)
    const stale = secondsAfter(now, -PROBE_EVERY_SECONDS)
    const isDismissed = known?.dismissed_until != null && known.dismissed_until > now
    const asks =
      !isDismissed &&
      (!known?.asked_at || known.asked_at <= stale) &&
      (await claimProbe(ctx.db, storeId, now, stale))
    if (asks) {
      const probing = probeSite(ctx, storeId).catch((error: unknown) =>
        ctx.log.warn({ error, store: storeId }, 'site probe failed'),
      )
      await Promise.race([
        probing,
        new Promise((resolve) => {
          setTimeout(resolve, WAIT_MS).unref()
        }),
      ])
    }
    const site = asks ? await findSite(ctx.db, storeId) : known
    return {
      data:
        isDismissed || !site || (site.cdn === null && site.redirects_to === null)
          ? null
          : { cdn: site.cdn, redirects_to: site.redirects_to },
    }
  },
})

const DISMISSED_SECONDS = 30 * 86_400

export const dismissSiteNotice = defineOperation({
  ...contract.dismissSiteNotice,
  run: async (ctx) => {
    const until = secondsAfter(ctx.clock.now(), DISMISSED_SECONDS)
    await dismissSite(ctx.db, ctx.actor.storeId, until)
    return { data: { dismissed_until: until.toISOString() } }
  },
})

const HOPS = 3
const TIMEOUT_MS = 5_000
const MAX_BYTES = 256 * 1024
const NO_HEAD = [404, 405, 501]

/**
 * Requests the store's own site (D7). Public addresses only; each redirect is a request of its own
 * with the same checks, three at most. Nothing is stored when the site cannot be reached.
 */
export async function probeSite(
  services: Pick<Services, 'db' | 'http'>,
  storeId: string,
): Promise<void> {
  const store = await findStoreById(services.db, storeId)
  if (!store || store.status !== 'active') return
  const seen = await followSite(services, store.url)
  if (seen) await saveSiteAnswer(services.db, storeId, seen)
}

async function followSite(
  { http }: Pick<Services, 'http'>,
  address: string,
): Promise<{ cdn: string | null; redirectsTo: string | null } | null> {
  let cdn: string | null = null
  let last = address
  let isAnswered = false
  const options = {
    hops: HOPS,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    cut: true,
    headers: { accept: 'text/html', 'user-agent': 'Arasta (site check)' },
    onAnswer: ({ headers }: HttpAnswer) => {
      isAnswered = true
      cdn ??= cdnOf(headers)
    },
    mayLead: ({ href }: URL) => {
      last = href
      return true
    },
  }
  try {
    const head = await followRedirects(http, address, { ...options, method: 'HEAD' })
    if (head.end === 'answer' && NO_HEAD.includes(head.answer.status))
      await followRedirects(http, head.url, options)
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error
  }
  return isAnswered ? { cdn, redirectsTo: elsewhere(address, last) } : null
}

/** The other host, unless it is the same site over https or with `www.`. */
function elsewhere(from: string, to: string): string | null {
  const bare = (url: string) => new URL(url).hostname.replace(/^www\./, '')
  return bare(from) === bare(to) ? null : new URL(to).hostname
}

interface Sign {
  name: string
  header: string
  /** Pattern of the value; any value when omitted. */
  value?: RegExp
}

/** Headers that prove a content delivery network; their absence proves nothing. */
const CDN_HEADERS: readonly Sign[] = [
  { name: 'Cloudflare', header: 'cf-ray' },
  { name: 'Cloudflare', header: 'cf-cache-status' },
  { name: 'Cloudflare', header: 'server', value: /^cloudflare$/i },
  { name: 'Amazon CloudFront', header: 'x-amz-cf-id' },
  { name: 'Amazon CloudFront', header: 'x-amz-cf-pop' },
  { name: 'Amazon CloudFront', header: 'via', value: /cloudfront/i },
  { name: 'Fastly', header: 'x-served-by', value: /^cache-/i },
  { name: 'Fastly', header: 'x-fastly-request-id' },
  { name: 'Akamai', header: 'x-akamai-transformed' },
  { name: 'Akamai', header: 'x-akamai-request-id' },
  { name: 'Akamai', header: 'akamai-grn' },
  { name: 'Akamai', header: 'server', value: /^akamai/i },
  { name: 'Vercel', header: 'x-vercel-id' },
  { name: 'Netlify', header: 'x-nf-request-id' },
  { name: 'Sucuri', header: 'x-sucuri-id' },
  { name: 'Sucuri', header: 'x-sucuri-cache' },
  { name: 'Imperva', header: 'x-iinfo' },
  { name: 'Imperva', header: 'x-cdn', value: /imperva|incapsula/i },
  { name: 'Azure Front Door', header: 'x-azure-ref' },
  { name: 'Bunny', header: 'cdn-pullzone' },
  { name: 'Bunny', header: 'server', value: /^bunnycdn/i },
  { name: 'KeyCDN', header: 'server', value: /^keycdn/i },
  { name: 'Gcore', header: 'x-id-fe' },
  { name: 'ArvanCloud', header: 'server', value: /^arvancloud$/i },
]

/** Name of the network that the answer passed through, or null. Header names in lower case. */
export const cdnOf = (headers: Readonly<Record<string, string>>): string | null =>
  CDN_HEADERS.find(
    ({ header, value = /./ }) => headers[header] !== undefined && value.test(headers[header]),
  )?.name ?? null

const findSite = async (db: Db, storeId: string) => (await SITE(db, [storeId]))[0]

const SITE = prepared<{
  cdn: string | null
  redirects_to: string | null
  asked_at: Date | null
  dismissed_until: Date | null
}>('select cdn, redirects_to, asked_at, dismissed_until from store_sites where store_id = $1')

/** True for the caller that may probe: nobody has since `before`. The row is the lock. */
async function claimProbe(db: Db, storeId: string, now: Date, before: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('store_sites')
    .values({ store_id: storeId, asked_at: now })
    .onConflict((conflict) =>
      conflict
        .column('store_id')
        .doUpdateSet({ asked_at: now })
        .where((eb) =>
          eb.or([eb('store_sites.asked_at', 'is', null), eb('store_sites.asked_at', '<=', before)]),
        ),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

const saveSiteAnswer = (
  db: Db,
  storeId: string,
  seen: { cdn: string | null; redirectsTo: string | null },
) =>
  db
    .updateTable('store_sites')
    .set({ cdn: seen.cdn, redirects_to: seen.redirectsTo })
    .where('store_id', '=', storeId)
    .execute()

const dismissSite = (db: Db, storeId: string, until: Date) =>
  db
    .insertInto('store_sites')
    .values({ store_id: storeId, dismissed_until: until })
    .onConflict((conflict) => conflict.column('store_id').doUpdateSet({ dismissed_until: until }))
    .execute()
