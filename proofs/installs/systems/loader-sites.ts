import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { canonicalJson } from '#demo/shop/connector/canonical-json.ts'
import { openSession } from '#modules/stores/sessions/sessions.ts'
import { openSite, scriptTag } from '#modules/stores/platforms/public.ts'
import { createHttp, type HttpClient } from '#lib/http.ts'
import { sha256Hex } from '#lib/ids.ts'
import { unseal } from '#lib/sealed.ts'
import { storeName, type ShopEffect } from '../ledgers.ts'
import { Owner } from '../owner.ts'
import { inParallel } from '../part.ts'
import { withoutUsers } from '../seed-items.ts'
import type { Violation } from '../violation.ts'
import { dropNewLayers, readUnwritten, watchLayers } from './loader-watch.ts'
import type { MarketSide, OpenSystem } from './other-system.ts'
import { readLine, readSet, type Came, type PastedLine } from './signed-set.ts'

interface Site {
  origin: string
  externalId: string
  line: PastedLine
}

const ANY_SITE = 7
/** Placement 1004: the product page's. */
const PRODUCT = 1004

/** A page of somebody's site; below `/urun/` stand products. */
const pageAt = (path: string, line: string): string =>
  `<!doctype html><html lang="tr"><head><meta charset="utf-8"><title>Toprak</title><link rel="icon" href="data:,">${line}</head>` +
  `<body><main${path.startsWith('/urun/') ? ' data-arasta-page="product"' : ''}><h1>Toprak</h1></main><footer>Toprak</footer></body></html>`

/**
 * Sites that no platform runs, each with the loader's line in its pages. What stands on one is what
 * its visitors are given: the set that the loader fetches, read as the loader reads it, with files
 * and all.
 */
export const loaderSites: OpenSystem = async ({ stores, market }) => {
  const sites = new Map<string, Site & { tag: string }>()
  const server = createServer((request, response) => {
    const tag = sites.get(`http://${request.headers.host}`)?.tag ?? ''
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .end(pageAt(request.url ?? '/', tag))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const originOf = (n: number) => `http://site-${n + 1}.sites.localhost:${port}`
  const http = createHttp({ allowOrigins: [market.installer] })
  const secrets: string[] = []
  let side: MarketSide | undefined
  const requireMarket = () => {
    if (!side) throw new Error('the market is not there yet')
    return side
  }

  return {
    settings: {
      PLATFORM_ID: String(ANY_SITE),
      STORE_ORIGINS: Array.from({ length: stores }, (_, n) => originOf(n)).join(),
    },
    shelf: { platforms: [ANY_SITE], versionsOf: (prefix) => withoutUsers(prefix, PRODUCT) },
    async start(given) {
      side = given
      await watchLayers(given.db)
    },
    async openOwner(n, world) {
      const { db, clock, sealing } = requireMarket()
      const [origin, contact] = [
        originOf(n),
        { name: 'Ayşe Demir', email: `ayse@site-${n + 1}.example` },
      ]
      const { storeId, token } = await db.transaction().execute(async (trx) => {
        const { storeId: id } = await openSite({ clock, sealing }, trx, {
          platformId: ANY_SITE,
          domain: new URL(origin).host,
          url: origin,
          contact,
          locale: 'tr',
          proof: { kind: 'file', token: 'proved' },
        })
        return {
          storeId: id,
          token: (
            await openSession(
              { db: trx, clock },
              { storeId: id, account: { id: 'contact', ...contact }, locale: 'tr' },
              null,
              'proof',
            )
          ).token,
        }
      })
      const site = await db
        .selectFrom('sites')
        .innerJoin('store_credentials', 'store_credentials.store_id', 'sites.store_id')
        .select(['site_key', 'public_key', 'secret_sealed'])
        .where('sites.store_id', '=', storeId)
        .executeTakeFirstOrThrow()
      secrets.push(
        (JSON.parse(unseal(sealing, 'store-credential', site.secret_sealed)) as { d: string }).d,
      )
      const tag = scriptTag(market.installer, site)
      sites.set(origin, { origin, externalId: site.site_key, tag, line: readLine(tag) })
      return new Owner(world, ANY_SITE, site.site_key, { token, storeId })
    },
    refuse: (place, on) => dropNewLayers(requireMarket().db, place, on),
    async readBook() {
      const { effects, odd } = await visit(http, [...sites.values()])
      return {
        effects,
        own: {},
        secrets,
        odd: [...odd, ...(await readUnwritten(requireMarket().db))],
      }
    },
    bookBefore: () => ({ effects: [], own: {}, secrets: [] }),
    output: () => '',
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

/** Every site as its visitors are given it. */
async function visit(
  http: HttpClient,
  sites: readonly Site[],
): Promise<{ effects: ShopEffect[]; odd: Violation[] }> {
  const effects: ShopEffect[] = []
  const odd: Violation[] = []
  const files = new Map<string, Promise<Came>>()
  const fetchOnce = (address: string) => {
    const known = files.get(address)
    if (known) return known
    const asked = http.request(address)
    files.set(address, asked)
    return asked
  }
  await inParallel(sites, 8, async ({ origin, externalId, line }) => {
    const answer = await http.request(`${line.base}sites/${line.site}.json?v=1.2.0`, {
      headers: { origin },
    })
    if (answer.headers['access-control-allow-origin'] !== origin)
      odd.push({
        invariant: 'SIGNED',
        where: externalId,
        what: 'its own pages may not read what they are given',
      })
    const { parts, faults } = await readSet(line, answer, new Date(), fetchOnce)
    odd.push(...faults.map((what): Violation => ({ invariant: 'SIGNED', where: externalId, what })))
    effects.push(
      ...parts.map((part): ShopEffect => {
        const content = canonicalJson({ html: part.html })
        return {
          storeId: storeName(ANY_SITE, externalId),
          id: part.id,
          slot: `placement:${part.placement}`,
          content,
          sha256: sha256Hex(content),
          // A page does not say what kind its parts are, nor of which item: the author's markup
          // does.
          kind: part.html.startsWith('<script') ? 'tracking_code' : 'design_block',
          prefix: / (?:class|data-item)="([^"]+)"/.exec(part.html)?.[1] ?? '',
        }
      }),
    )
  })
  return { effects, odd }
}
