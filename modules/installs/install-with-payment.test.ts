import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#lib/ids.ts'
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

const plan = (who: Owner, body: object = {}) =>
  who.call('PUT', `${installationPath(id)}/with-payment`, {
    body: {
      store: who.storeId,
      permissions: ['web_service_user', 'design_block', 'tracking_code'],
      agreement: AGREEMENT,
      order_steps: true,
      ...body,
    },
  })
const page = async (who: Owner) =>
  (await who.call('GET', installationPath(id), { query: {} })).body.data
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
