import { AGREEMENTS } from '#modules/orders/legal-texts.ts'
import { createHttp } from '#lib/http.ts'
import type { Market } from '#lib/market.ts'
import type { Marketplace } from './marketplace.ts'
import { originsOf, type Answer, type Owner } from './owner.ts'

export const ADDRESS = {
  name: 'Mağaza',
  invoice_type: 'individual',
  firstname: 'Ayşe',
  lastname: 'Demir',
  address: 'Çekirge Mah. 1. Sok. No: 4',
  city: 'Bursa',
  district: 'Osmangazi',
  country: 'TR',
  zip_code: '16070',
  phone: '0532 123 45 67',
  email: 'ayse@shop.example',
}

/** Cards of the sandbox bank (docs/protocols/sandbox-bank.md). */
export const CARDS = { good: '5528790000000008', declined: '4111111111111129' }

export const cardWith = (number: string) => ({
  number,
  name: 'AYŞE DEMİR',
  expiry_month: 12,
  expiry_year: 2030,
  cvc: '123',
})

export interface Prepared {
  orderNumber: string
  total: number
  consents: { kind: string; version: string }[]
}

/** An order with its address and price, ready to be paid. */
export async function prepareOrder(
  owner: Owner,
  slug: string,
  market: Market = 'app',
): Promise<Prepared> {
  const order = (await owner.call('POST', `/checkout/${slug}/${market}`, { body: {} })).body.data
  return prepareKnownOrder(
    owner,
    order,
    (await owner.call('POST', '/domain/address', { body: ADDRESS })).body.data.id,
  )
}

/** The same for an order that is there already; the address is the store's first. */
export async function prepareKnownOrder(
  owner: Owner,
  order: { order_number: string; item: { version: string | null } },
  addressId?: string,
): Promise<Prepared> {
  const id = addressId ?? (await owner.call('GET', '/domain/address')).body.data[0].id
  const priced = (
    await owner.call('POST', `/checkout/calculate/${order.order_number}`, {
      body: { address_id: id },
    })
  ).body.data
  return {
    orderNumber: order.order_number,
    total: priced?.total ?? 0,
    consents: [
      { kind: 'distance_sale', version: AGREEMENTS.distance_sale.version },
      { kind: 'data_protection', version: AGREEMENTS.data_protection.version },
      { kind: 'immediate_delivery', version: AGREEMENTS.immediate_delivery.version },
      { kind: 'permissions', version: order.item.version ?? '' },
    ],
  }
}

export const pay = (
  owner: Owner,
  order: Prepared,
  options: { card?: string; key?: string; total?: number; body?: object } = {},
): Promise<Answer> =>
  owner.call('POST', `/checkout/payment/${order.orderNumber}`, {
    headers: { 'idempotency-key': options.key ?? crypto.randomUUID() },
    body: {
      total: options.total ?? order.total,
      card: cardWith(options.card ?? CARDS.good),
      consents: order.consents,
      ...options.body,
    },
  })

/**
 * What a browser does at the bank: types the code and follows the self-submitting form back.
 * Answers where it ends.
 */
export async function passChallenge(
  market: Marketplace,
  url: string,
  action: 'confirm' | 'cancel' = 'confirm',
): Promise<{ location: string; form: Record<string, string>; action: string }> {
  const http = createHttp({ allowOrigins: [market.bank.url, ...originsOf(market)] })
  const page = (await http.request(url)).body.toString('utf8')
  const code = /<strong dir="ltr">(\d{6})<\/strong>/.exec(page)?.[1] ?? ''
  const done = await http.request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: market.bank.url },
    body: new URLSearchParams({ code, action }).toString(),
  })
  const back = done.body.toString('utf8')
  const target = /<form[^>]*action="([^"]+)"/.exec(back)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const form = Object.fromEntries(
    [...back.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)].map(([, name, value]) => [
      name as string,
      value as string,
    ]),
  )
  const location = await postReturn(market, target, form)
  return { location, form, action: target }
}

export async function postReturn(
  market: Marketplace,
  target: string,
  form: Record<string, string>,
): Promise<string> {
  const http = createHttp({ allowOrigins: originsOf(market) })
  const answer = await http.request(target, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: market.bank.url },
    body: new URLSearchParams(form).toString(),
    timeoutMs: 20_000,
  })
  return answer.headers.location ?? `status ${answer.status}`
}

/** As if the store's platform had named this currency; null: it names none (D27). */
export const billIn = (market: Marketplace, { storeId }: Owner, currency: string | null) =>
  market.services.db.updateTable('stores').set({ currency }).where('id', '=', storeId).execute()

/** Buys an item to the end. */
export async function buy(
  market: Marketplace,
  owner: Owner,
  slug: string,
  site: Market = 'app',
): Promise<Prepared> {
  const order = await prepareOrder(owner, slug, site)
  const paid = await pay(owner, order)
  if (paid.body.state === 'challenge') await passChallenge(market, paid.body.challenge.url)
  return order
}

/**
 * What the bank's ledger says was taken for an order, in minor units: I1's witness, in another
 * process's books.
 */
export async function chargesOf(market: Marketplace, orderNumber: string): Promise<number[]> {
  const attempts = await market.services.db
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.id', 'payment_attempts.order_id')
    .select(['payment_attempts.id', 'gateway_ref', 'amount_minor', 'payment_attempts.currency'])
    .where('orders.number', '=', orderNumber)
    .execute()
  const charged: number[] = []
  for (const { id, gateway_ref: gatewayRef, amount_minor: amountMinor, currency } of attempts) {
    const payment = await market.services.gateway.retrieve({
      attemptId: id,
      gatewayRef,
      orderNumber,
      amountMinor,
      currency,
    })
    if (payment?.state === 'paid') charged.push(payment.amountMinor - payment.refundedMinor)
  }
  return charged.filter((amount) => amount > 0)
}
