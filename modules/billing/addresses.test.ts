import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#lib/ids.ts'
import { ADDRESS } from '#test/support/checkout.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { sellByPeriod, subscribe } from '#test/support/subscriptions.ts'
import { selectOrders } from '#modules/orders/public.ts'

let market: Marketplace
let owner: Owner

const BERLIN = {
  ...ADDRESS,
  city: 'Berlin',
  district: undefined,
  country: 'DE',
  zip_code: '10119',
  phone: '+49 30 123456',
}

beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market, 'store-1')
  await market.services.db
    .insertInto('tax_rates')
    .values({
      id: newId('txr'),
      country: 'DE',
      kind: 'standard',
      valid_from: new Date('2020-01-01'),
      rate_bp: 1_900,
    })
    .execute()
})
afterAll(() => market.stop())

const stateOf = async (id: string) => (await owner.call('GET', `/subscriptions/${id}`)).body.data

test('a change of plan is taxed by the address that its page was taxed by, also when the subscription has none of its own', async () => {
  const [byUse, monthly] = await sellByPeriod(market, 'zoom', [
    { kind: 'usage', priceMinor: 0, capMinor: 5_000 },
    { priceMinor: 12_000 },
  ])
  const begun = await owner.call('POST', '/subscriptions', { body: { slug: 'zoom', plan: byUse } })
  const id = begun.body.data.subscription_id as string
  await owner.call('POST', '/domain/address', { body: BERLIN })
  const [change] = (await stateOf(id)).changes
  // The days that are left, with 19 % in place of 20 %.
  expect(change).toMatchObject({ plan: { id: monthly }, is_now: true, today: 119 })
  const changed = await owner.call('POST', `/subscriptions/${id}/plan`, {
    body: { plan: monthly, today: change.today },
  })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  const order = await selectOrders(market.services.db)
    .select(['orders.total_minor', 'tax_rate_bp'])
    .where('number', '=', changed.body.data.order_number)
    .executeTakeFirstOrThrow()
  expect(order).toEqual({ total_minor: 11_900, tax_rate_bp: 1_900 })
})

test('a plan of another currency from the next period on is shown in its own, and what is paid in the old one', async () => {
  await sellByPeriod(market, 'finder', [{ priceMinor: 12_000 }])
  const { id } = await subscribe(market, owner, 'finder')
  const { db } = market.services
  const row = await db
    .selectFrom('plan_versions')
    .innerJoin('subscriptions', 'subscriptions.plan_version_id', 'plan_versions.id')
    .selectAll('plan_versions')
    .where('subscriptions.id', '=', id)
    .executeTakeFirstOrThrow()
  const pending = newId('plv')
  await db
    .insertInto('plan_versions')
    .values({
      ...row,
      id: pending,
      currency: 'EUR',
      amount_minor: 6_000,
      name: JSON.stringify(row.name),
      meters: JSON.stringify(row.meters),
      terms_sha256: 'f'.repeat(64),
    })
    .execute()
  await db
    .updateTable('subscriptions')
    .set({ pending_version_id: pending })
    .where('id', '=', id)
    .execute()
  const shown = await stateOf(id)
  expect(shown).toMatchObject({
    plan: { currency: 'TRY', price: 120 },
    pending: { currency: 'EUR', price: 60 },
    next: { currency: 'EUR', plan: 59.5, tax: 9.5 },
    coming: { currency: 'EUR' },
    invoices: [{ currency: 'TRY', total: 119 }],
  })
  const { body } = await owner.call('GET', '/subscriptions')
  expect(body.data.find((one: { id: string }) => one.id === id).next).toMatchObject({
    currency: 'EUR',
    plan: 59.5,
  })
})
