import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createHttp } from '#lib/http.ts'
import { idOf, install, processRun, shopPage, uninstall, update } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'
import { purgeVisits } from './public.ts'
import { ENOUGH_VISITS, FAILING_VISITS, VISIT_DAYS, VISITS_OF_NETWORK } from './visit-rules.ts'

let market: Marketplace
let owner: Owner
let cookies: string
/** Hash of its package, as it stands in the addresses of its files on the shop. */
let sha256: string

beforeAll(async () => {
  market = await startMarketplace({ settings: { TRUST_PROXY: '1' } })
  owner = await signIn(market)
  cookies = await idOf(owner, 'cookie-consent')
  await install(owner, cookies, { body: { release: '1.1.0' } })
  expect(await processRun(market)).toMatchObject({ kind: 'install', state: 'succeeded' })
  sha256 = await packageOnShop()
})
beforeEach(() => market.services.db.deleteFrom('visit_counts').execute())
afterAll(() => market.stop())

const packageOnShop = async () =>
  /\/arasta\/([0-9a-f]{64})\//.exec(await shopPage(market, 'store-1', '/'))?.[1] ?? ''

let networks = 0
/** Each from a network of its own, unless one is named. */
const newNetwork = () => {
  networks += 1
  return `10.${Math.floor(networks / 250)}.${networks % 250}.7`
}
interface Told {
  origin?: string
  network?: string
  start?: unknown
  package?: object
  body?: string
}
async function tell(told: Told = {}): Promise<number> {
  const http = createHttp({ allowOrigins: [market.origins.installer] })
  const body = {
    start: told.start ?? null,
    packages: [{ sha256, ms: 36, kb: 52, failed: false, ...told.package }],
  }
  const answer = await http.request(`${market.origins.installer}/loader/visits`, {
    method: 'POST',
    headers: {
      'content-type': 'text/plain',
      origin: told.origin ?? market.shop.origin('store-1'),
      'x-forwarded-for': told.network ?? newNetwork(),
    },
    body: told.body ?? JSON.stringify(body),
  })
  return answer.status
}
async function tellMany(n: number, told: Told = {}) {
  for (let i = 0; i < n; i += 1) expect(await tell(told)).toBe(204)
}
/** The session of before is over. */
async function moveDays(days: number) {
  market.clock.moveSeconds(days * 86_400)
  owner = await signIn(market)
}
const figures = async () => {
  const { body } = await owner.call('GET', '/installation-figures')
  return { start: body.start, visits: body.data[0].visits }
}
/** The number beside "My apps". */
const waiting = async () => (await owner.call('GET', '/installed-items')).body.waiting
const counted = () =>
  market.services.db
    .selectFrom('visit_counts')
    .select((on) => on.fn.sum<string>('visits').as('n'))
    .where('measure', '=', 'ms')
    .executeTakeFirstOrThrow()
    .then(({ n }) => Number(n))

test('what an item costs is told once enough visits measured it: median of time and weight, and how many saw an error (S2.18)', async () => {
  await tellMany(ENOUGH_VISITS - 1, { start: 1_900 })
  expect(await figures()).toEqual({ start: null, visits: null })
  await tell({ start: 9_000, package: { ms: 9_999, failed: true } })
  expect(await figures()).toEqual({
    start: { visits: ENOUGH_VISITS, ms: expect.closeTo(1_900, -2) },
    visits: {
      visits: ENOUGH_VISITS,
      ms: expect.closeTo(36, -1),
      kb: expect.closeTo(52, -1),
      failed: 1,
      failing: false,
    },
  })
})

test('nobody makes a figure from one network: a day of it counts twice, and a week of days is too few for a figure and for an alarm (S2.18)', async () => {
  for (let day = 0; day < VISIT_DAYS; day += 1) {
    await tellMany(VISITS_OF_NETWORK + 2, { network: '203.0.113.9', package: { failed: true } })
    await moveDays(1)
  }
  expect(await counted()).toBe(VISITS_OF_NETWORK * VISIT_DAYS)
  expect(VISITS_OF_NETWORK * VISIT_DAYS).toBeLessThan(Math.min(ENOUGH_VISITS, FAILING_VISITS))
  expect((await figures()).visits).toBeNull()
})

test('what is absurd, of no shop, of another shop or of a package that is not there counts for nothing (S2.18)', async () => {
  for (const told of [
    { package: { ms: 10_001 } },
    { package: { ms: -1 } },
    { package: { kb: 1.5 } },
    { package: { sha256: 'a'.repeat(64) } },
    { package: { name: 'x' } },
    { origin: 'https://stranger.example' },
    { origin: market.shop.origin('store-2') },
    { origin: 'null' },
    { start: 30_001 },
    { body: 'no JSON' },
    {
      body: JSON.stringify({
        start: null,
        packages: Array(41).fill({ sha256, ms: 1, kb: 1, failed: false }),
      }),
    },
    { body: `${JSON.stringify({ start: 900, packages: [] })}${' '.repeat(5_000)}` },
  ] satisfies Told[])
    expect(await tell(told), JSON.stringify(told)).toBe(204)
  expect(await market.services.db.selectFrom('visit_counts').selectAll().execute()).toEqual([])
})

test('figures are of the installed version and the last week, rows are deleted after 30 days, and an app that fails again and again is reported (S2.18)', async () => {
  expect(await waiting()).toBe(0)
  await tellMany(ENOUGH_VISITS, { package: { failed: true } })
  expect(await waiting()).toBe(1)
  expect(await figures()).toMatchObject({ visits: { failed: ENOUGH_VISITS, failing: true } })

  await update(owner, cookies, { permissions: ['design_block'] })
  expect(await processRun(market)).toMatchObject({ kind: 'update', state: 'succeeded' })
  expect((await figures()).visits).toBeNull()
  const former = sha256
  sha256 = await packageOnShop()
  expect(sha256).not.toBe(former)
  await tellMany(ENOUGH_VISITS)
  expect(await figures()).toMatchObject({ visits: { failed: 0, failing: false } })
  expect(await waiting()).toBe(0)

  await moveDays(VISIT_DAYS)
  expect((await figures()).visits).toBeNull()
  await purgeVisits(market.services)
  expect(await counted()).toBe(2 * ENOUGH_VISITS)
  await moveDays(30)
  await purgeVisits(market.services)
  expect(await counted()).toBe(0)
})

test('a shop carries the measuring script while items are on it, not on pages of an order, and is the same as before afterwards (S2.18, D12)', async () => {
  const script = '/loader/visits-1.0.0.js'
  expect(await shopPage(market, 'store-1', '/')).toContain(script)
  expect(await shopPage(market, 'store-2', '/')).not.toContain(script)
  const served = await createHttp({ allowOrigins: [market.origins.installer] }).request(
    market.origins.installer + script,
  )
  expect([served.status, served.headers['access-control-allow-origin']]).toEqual([200, '*'])
  await uninstall(owner, cookies)
  await processRun(market)
  expect(await shopPage(market, 'store-1', '/')).not.toContain(script)
})
