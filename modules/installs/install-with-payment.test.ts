import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#lib/ids.ts'
import { prepareBundle, publishBundle } from '#test/support/bundles.ts'
import { pay, type Prepared, passChallenge, prepareOrder } from '#test/support/checkout.ts'
import {
  AGREEMENT,
  idOf,
  installationPath,
  processRun,
  shopPage,
  install,
  uninstall,
} from '#test/support/installs.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { findDueInstalls, installPaidItem } from './public.ts'
import { MAX_TRIES } from './rules.ts'

const SLUG = 'delivery-day'
let market: Marketplace
let owner: Owner
let other: Owner
let id: string
let bare: string

beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market, 'store-1')
  other = await signIn(market, 'store-2')
  id = await idOf(owner, SLUG)
  bare = await shopPage(market, 'store-2', '/')
})
afterAll(() => market.stop())

const plan = (who: Owner, body: object = {}, item = id) =>
  who.call('PUT', `${installationPath(item)}/with-payment`, {
    body: {
      store: who.storeId,
      permissions: ['web_service_user', 'design_block', 'tracking_code'],
      agreement: AGREEMENT,
      order_steps: true,
      ...body,
    },
  })
const page = async (who: Owner, item = id) =>
  (await who.call('GET', installationPath(item), { query: {} })).body.data
async function payFor(who: Owner, order: Prepared) {
  const paid = await pay(who, order)
  if (paid.body.state === 'challenge') await passChallenge(market, paid.body.challenge.url)
}
const startDue = async () => {
  for (const order of await findDueInstalls(market.services))
    await installPaidItem(market.services, order)
}

test('an install is planned only for an open order, by its own store, and as strictly as it is started', async () => {
  expect((await plan(owner)).body.code).toBe('checkout.order_not_found')
  const order = await prepareOrder(owner, SLUG)
  expect((await plan(owner, { permissions: [] })).body.code).toBe('installs.permissions_required')
  expect((await plan(owner, { agreement: null })).body.code).toBe('installs.agreement_required')
  expect((await plan(owner, { store: other.storeId })).body.code).toBe('session.store_changed')
  expect((await plan(other)).body.code).toBe('checkout.order_not_found')
  expect((await plan(owner)).status).toBe(200)
  expect((await page(owner)).with_payment).toBe(null)
  await startDue()
  expect((await page(owner)).installation).toBe(null)
  expect(order.total).toBeGreaterThan(0)
})

test('a paid order installs what was agreed to, once, although nobody comes back from the bank', async () => {
  const order = await prepareOrder(owner, SLUG)
  await plan(owner)
  await payFor(owner, order)
  expect((await page(owner)).with_payment).toEqual({ state: 'waiting', message: null })
  const [due] = await findDueInstalls(market.services)
  await Promise.all([
    installPaidItem(market.services, String(due)),
    installPaidItem(market.services, String(due)),
  ])
  await processRun(market)
  expect(await page(owner)).toMatchObject({
    state: 'latest',
    with_payment: null,
    installation: { state: 'installed', run: { kind: 'install', state: 'succeeded' } },
  })
  expect(await findDueInstalls(market.services)).toEqual([])
  const agreed = await market.services.db
    .selectFrom('consents')
    .innerJoin('orders', 'orders.id', 'consents.order_id')
    .select('consents.kind')
    .where('orders.number', '=', order.orderNumber)
    .execute()
  expect(new Set(agreed.map((one) => one.kind))).toEqual(
    new Set(['data_protection', 'distance_sale', 'immediate_delivery', 'permissions']),
  )
})

test('what cannot be started any more is left to the owner with the reason, and the shop stays as it was', async () => {
  const order = await prepareOrder(other, SLUG)
  await plan(other)
  await payFor(other, order)
  await market.services.db
    .insertInto('item_stops')
    .values({
      id: newId('stp'),
      item_id: id,
      notice: 'It slows shops down.',
      releases: [],
      was_published: true,
      stopped_at: market.clock.now(),
    })
    .execute()
  await startDue()
  expect(await shopPage(market, 'store-2', '/')).toBe(bare)
  expect((await page(other)).with_payment).toMatchObject({
    state: 'left',
    message: expect.any(String) as string,
  })
  // It is no news any more once its owner has installed the item by hand.
  await market.services.db
    .updateTable('item_stops')
    .set({ lifted_at: market.clock.now() })
    .execute()
  expect((await install(other, id)).status).toBe(200)
  await processRun(market)
  await uninstall(other, id)
  await processRun(market)
  expect(await page(other)).toMatchObject({ installation: null, with_payment: null })
})

test('the items of a bundle are installed one after the other: a failure is taken back and told before the next begins, leaves the others, and can be tried again', async () => {
  const slugs = ['gallery', 'zoom', 'free-delivery']
  await publishBundle(market, 'trio', slugs)
  const order = await prepareBundle(owner, 'trio')
  const ids = order.lines.map(({ item }) => item.id)
  for (const item of ids) expect((await plan(owner, {}, item)).status).toBe(200)
  await payFor(owner, order)
  const progress = () =>
    Promise.all(
      ids.map(async (item) => {
        const { installation, with_payment: planned } = (
          await owner.call('GET', installationPath(item), { query: {} })
        ).body.data
        return installation?.state ?? planned.state
      }),
    )
  const jobs = async () =>
    (
      await sql`select from pgboss.job join orders on orders.id = data ->> 'id'
        where name = 'install-paid-item' and orders.number = ${order.orderNumber}`.execute(
        market.services.db,
      )
    ).rows.length
  const clearJobs = () =>
    sql`delete from pgboss.job where name = 'install-paid-item'`.execute(market.services.db)

  market.shop.setFault('store-1', 'effect_put', { kind: 'error_500', times: MAX_TRIES })
  await Promise.all([startDue(), startDue()])
  await startDue()
  expect(await progress()).toEqual(['installing', 'waiting', 'waiting'])
  await clearJobs()
  await processRun(market)
  expect(await progress()).toEqual(['failed', 'waiting', 'waiting'])
  expect((await page(owner, ids[0])).with_payment.message).toEqual(expect.any(String))
  for (const after of [
    ['failed', 'installed', 'waiting'],
    ['failed', 'installed', 'installed'],
  ]) {
    expect(await jobs()).toBe(1)
    await clearJobs()
    await startDue()
    await processRun(market)
    expect(await progress()).toEqual(after)
  }
  expect([await jobs(), await findDueInstalls(market.services)]).toEqual([0, []])

  expect((await install(owner, String(ids[0]))).status).toBe(200)
  await processRun(market)
  expect(await progress()).toEqual(['installed', 'installed', 'installed'])
  expect((await page(owner, ids[0])).with_payment).toBe(null)
})
