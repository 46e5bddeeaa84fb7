import { sql } from 'kysely'
import { secondsAfter } from '#lib/clock.ts'
import { followRedirects } from '#lib/foreign/follow.ts'
import { type ForeignHttp, HttpFailure } from '#lib/http.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { tryConsumeRateLimits } from '#kernel/rate-limits.ts'
import { requireStore } from '#modules/stores/public.ts'
import { detect, type ShopFinding, type ShopRead } from './detectors.ts'
import { readShopPage, type ShopPage } from './read-page.ts'
import { isSameSite } from './shop-address.ts'

/** Reads a few public pages of a store and records what they lack (docs/decisions/0070). */

const HOPS = 3
const REQUEST = {
  timeoutMs: 4_000,
  maxBytes: 512 * 1024,
  cut: true,
  headers: { accept: 'text/html', 'user-agent': 'Arasta (shop check)' },
} as const
const RETRY_SECONDS = 300
const MOST_TRIES = 3
/** Shops that the whole market reads in a minute. */
export const LOOKS = { key: 'shop looks', most: 20, seconds: 60 }

export const findDueLooks = async ({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> =>
  (
    await db
      .selectFrom('shop_looks')
      .select('store_id')
      .where('due_at', '<=', clock.now())
      .orderBy('due_at')
      .limit(100)
      .execute()
  ).map((one) => one.store_id)

/** The job `look-at-shop`. What was found before stays while the shop cannot be read. */
export async function lookAtShop(
  services: Pick<Services, 'db' | 'clock' | 'http'>,
  storeId: string,
): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  // Claim the row before any request, so that a crashed worker leaves it to be tried again.
  const row = await db
    .updateTable('shop_looks')
    .set({
      tries: sql<number>`tries + 1`,
      due_at: sql<Date>`case when tries + 1 < ${MOST_TRIES} then ${secondsAfter(now, RETRY_SECONDS)}::timestamptz end`,
    })
    .where('store_id', '=', storeId)
    .where('due_at', '<=', now)
    .returning('store_id')
    .executeTakeFirst()
  if (!row) return
  if (!(await tryConsumeRateLimits(services, [LOOKS]))) {
    // The market is busy with others: not a try of this shop.
    await db
      .updateTable('shop_looks')
      .set({ tries: sql<number>`tries - 1`, due_at: secondsAfter(now, RETRY_SECONDS) })
      .where('store_id', '=', storeId)
      .execute()
    return
  }
  const store = await requireStore(db, storeId)
  if (store.status !== 'active') return
  const read = await readShop(services.http, store.url)
  if (read.pages.length > 0) await saveLook(services, storeId, read, detect(read))
}

const saveLook = (
  services: Pick<Services, 'db' | 'clock'>,
  storeId: string,
  { pages }: ShopRead,
  findings: readonly ShopFinding[],
): Promise<void> =>
  inTransaction(services, async (trx) => {
    await trx
      .updateTable('shop_looks')
      .set({ looked_at: services.clock.now(), pages: pages.length, due_at: null, tries: 0 })
      .where('store_id', '=', storeId)
      .execute()
    await trx.deleteFrom('shop_findings').where('store_id', '=', storeId).execute()
    if (findings.length > 0)
      await trx
        .insertInto('shop_findings')
        .values(
          findings.map(({ kind, pageUrl, seen, of }) => ({
            store_id: storeId,
            kind,
            page_url: pageUrl.slice(0, 2000),
            seen: Math.min(seen, 9_999),
            total: Math.min(of, 9_999),
          })),
        )
        .execute()
  })

/** The start page and a few that it links to, one after the other. Without pages: unreadable. */
export async function readShop(http: ForeignHttp, home: string): Promise<ShopRead> {
  const first = await readPage(http, home)
  if (!first) return { pages: [], hasSitemap: null }
  const pages = [first]
  const asked = new Set([home, first.url])
  for (const { is, most } of WANTED)
    for (let n = 0; n < most; n += 1) {
      const url = pages.flatMap((page) => page.links).find((one) => is(one) && !asked.has(one))
      if (url === undefined) break
      asked.add(url)
      const page = await readPage(http, url)
      if (page && !pages.some((one) => one.url === page.url)) pages.push(page)
    }
  return { pages, hasSitemap: await findSitemap(http, home) }
}

const PRODUCT = /\/(products?|urun(ler)?|p|item|artikel|produkte?|productos?)\/[^/?]+/i
const LIST = /\/(products?|urunler|category|kategori|collections?|shop|magaza|kategorie)\b/i
/** Pages that it reads besides the start page: most can be told where one product is shown. */
const WANTED: readonly { is: (url: string) => boolean; most: number }[] = [
  { is: (url) => PRODUCT.test(url), most: 3 },
  { is: (url) => LIST.test(url), most: 1 },
  { is: (url) => !PRODUCT.test(url) && !LIST.test(url), most: 1 },
]

async function readPage(http: ForeignHttp, address: string): Promise<ShopPage | null> {
  const found = await request(http, address)
  const type = found?.answer.headers['content-type'] ?? ''
  if (!found || found.answer.status !== 200 || !/html/i.test(type)) return null
  return readShopPage(found.url, new TextDecoder().decode(found.answer.body))
}

/** Both missing: the shop has none. Anything else than 404 says nothing. */
async function findSitemap(http: ForeignHttp, home: string): Promise<boolean | null> {
  const answers = await Promise.all(
    ['/sitemap.xml', '/robots.txt'].map((path) => request(http, new URL(path, home).href)),
  )
  if (answers.some((one) => one?.answer.status === 200)) return true
  return answers.every((one) => one?.answer.status === 404) ? false : null
}

/** Null: no answer, or one of another site. */
async function request(http: ForeignHttp, address: string) {
  try {
    const found = await followRedirects(http, address, {
      ...REQUEST,
      hops: HOPS,
      mayLead: (next) => isSameSite(next.href, address),
    })
    return found.end === 'answer' ? found : null
  } catch (error) {
    if (error instanceof HttpFailure) return null
    throw error
  }
}

const KEPT_SECONDS = 60 * 86_400

/** What stores that no longer visit have lacked; part of the hourly housekeeping. */
export const purgeShopLooks = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<unknown> =>
  db
    .deleteFrom('shop_looks')
    .where('asked_at', '<', secondsAfter(clock.now(), -KEPT_SECONDS))
    .execute()
