import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId, randomCode } from '#lib/ids.ts'
import { buy } from '#test/support/checkout.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { signIn } from '#test/support/owner.ts'
import type { GatewayPayment } from './gateways/gateway.ts'
import { compareLedgersOfDay, findLostPayments, returnLostPayment } from './public.ts'

let market: Marketplace
let began: Date
beforeAll(async () => {
  market = await startMarketplace()
  began = new Date(market.clock.now().getTime() - 60_000)
})
afterAll(() => market.stop())

/** Charged by the bank, and in no row of ours: as after a restore to a moment before. */
async function chargeUnknown(attemptId: string, orderNumber: string): Promise<GatewayPayment> {
  const step = await market.services.gateway.start(
    {
      attemptId,
      orderNumber,
      itemName: 'Lumen',
      amountMinor: 24_990,
      currency: 'TRY',
      buyer: {
        name: 'Ayşe Demir',
        email: 'ayse@shop.example',
        phone: '+905321234567',
        city: 'Bursa',
        country: 'TR',
        address: 'Çekirge Mah. 1. Sok. No: 4',
        zipCode: '16070',
      },
    },
    {
      kind: 'card',
      holder: 'AYŞE DEMİR',
      number: '4900000001000002',
      expiryMonth: 12,
      expiryYear: 2039,
      cvc: '123',
      storeCard: false,
    },
    {
      returnUrl: `${market.origins.app}/checkout/return/sandbox`,
      noticeUrl: `${market.origins.app}/checkout/notice/sandbox`,
      buyerIp: '127.0.0.1',
      locale: 'tr',
      threeDSecure: 'auto',
      installments: 1,
    },
  )
  if (step.kind !== 'paid') throw new Error(`expected a payment, got ${step.kind}`)
  return step.payment
}
const orderNumber = () => `AR${randomCode(16)}`
const find = () =>
  findLostPayments(market.services, began, new Date(market.clock.now().getTime() + 60_000))
const heldBy = async (payment: GatewayPayment) => {
  const found = await market.services.gateway.retrieve(payment)
  return found === null ? null : found.amountMinor - found.refundedMinor
}

test('a payment that only the gateway knows is found and goes back once; known ones and those of others stay', async () => {
  await buy(market, await signIn(market, 'store-1', 'theme'), 'lumen', 'theme')
  const stranger = await chargeUnknown('invoice-17', 'SHOP-17')
  expect(await find()).toEqual([])
  const number = orderNumber()
  const lost = await chargeUnknown(newId('att'), number)
  const [found, ...more] = await find()
  expect(more).toEqual([])
  expect(found).toMatchObject({
    gateway: 'sandbox',
    gatewayRef: lost.gatewayRef,
    orderNumber: number,
    amountMinor: 24_990,
    currency: 'TRY',
  })
  expect(await heldBy(lost)).toBe(24_990)
  expect(await returnLostPayment(market.services, found!, 'recover')).toBe('returned')
  expect(await heldBy(lost)).toBe(0)
  expect(await heldBy(stranger)).toBe(24_990)
  expect(await find()).toEqual([])
  // An answer that got lost: the same again.
  expect(await returnLostPayment(market.services, found!, 'recover')).toBe('returned')
  expect(await heldBy(lost)).toBe(0)
})

test('the comparison of the day reports it neither as a charge nor as a refund, and a row that was open ends', async () => {
  const number = orderNumber()
  const lost = await chargeUnknown(newId('att'), number)
  const day = market.clock.now().toISOString().slice(0, 10)
  const about = (found: { subject: string }[]) =>
    found.filter(({ subject }) => subject === lost.gatewayRef)
  expect(about(await compareLedgersOfDay(market.services, day))).toMatchObject([
    { kind: 'charge_unknown', order_number: number },
  ])
  const [found] = await find()
  expect(await returnLostPayment(market.services, found!, 'recover')).toBe('returned')
  expect(about(await compareLedgersOfDay(market.services, day))).toEqual([])
  const rows = await market.services.db
    .selectFrom('ledger_differences')
    .select(['kind', 'state', 'handled_by', 'theirs_minor'])
    .where('subject', '=', lost.gatewayRef)
    .orderBy('kind')
    .execute()
  expect(rows).toEqual(
    ['charge_unknown', 'refund_differs'].map((kind) => ({
      kind,
      state: 'resolved',
      handled_by: 'recover',
      theirs_minor: 24_990,
    })),
  )
})

test('a gateway that gives no answer leaves the payment to be found again', async () => {
  const lost = await chargeUnknown(newId('att'), orderNumber())
  const [found] = await find()
  const silent = { ...market.services.gateway, refund: async () => ({ kind: 'unknown' as const }) }
  const services = { ...market.services, gateway: silent }
  expect(await returnLostPayment(services, found!, 'recover')).toBe('unknown')
  expect(await find()).toHaveLength(1)
  expect(await returnLostPayment(market.services, found!, 'recover')).toBe('returned')
  expect(await heldBy(lost)).toBe(0)
})
