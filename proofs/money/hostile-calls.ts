import type { TestBed } from './test-bed.ts'
import { ask, type Reply } from './buyer.ts'

export const CARD_FIELDS = [
  'status',
  'md_status',
  'payment_id',
  'attempt_id',
  'signature',
  'number',
  'cvc',
] as const

const ADDRESS = {
  name: 'Mağaza',
  invoice_type: 'institutional',
  company: 'Demo',
  firstname: 'Ayşe',
  lastname: 'Demir',
  address: 'Sok. 4',
  city: 'Bursa',
  district: 'Osmangazi',
  country: 'DE',
  zip_code: '16070',
  phone: '+49 30 123456',
  email: 'ayse@shop.example',
  tax_office: 'x',
  tax_number: 'DE136695976',
  identity_number: '',
}

/**
 * A card's number and code in every field, path, query and header that takes text, and in bodies
 * that cannot be read.
 */
export async function hostileCalls(
  testBed: TestBed,
  { number, code }: { number: string; code: string },
): Promise<Reply[]> {
  const buyer = await testBed.newBuyer().prepare()
  const spaced = number.replace(/(.{4})(?=.)/g, '$1 ')
  const card = { number, cvc: code, name: 'AYŞE DEMİR', expiry_month: 12, expiry_year: 2039 }
  const paying = { total: buyer.total, card, consents: buyer.consents() }
  const token = { 'apps-token': buyer.store.token }
  const json = { 'content-type': 'application/json' }
  const key = () => ({ 'idempotency-key': crypto.randomUUID() })
  const pay = (body: object, headers: Record<string, string> = key()) =>
    buyer.call('POST', `/checkout/payment/${buyer.orderNumber}`, body, headers)
  const raw = (path: string, body: string, headers: Record<string, string>) =>
    ask(testBed.world, 'POST', path, { body, headers: { ...token, ...headers } })
  const payPath = `/api/checkout/payment/${buyer.orderNumber}`

  const calls: (() => Promise<Reply>)[] = [
    // Bodies that cannot be read, are too large, or are something else.
    () => raw(payPath, JSON.stringify(paying).slice(0, -3), { ...json, ...key() }),
    () => raw(payPath, `${JSON.stringify(paying)}${number}`, { ...json, ...key() }),
    () => raw(payPath, JSON.stringify(paying), { 'content-type': 'text/plain', ...key() }),
    () =>
      raw(payPath, new URLSearchParams({ 'card.number': number, cvc: code }).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        ...key(),
      }),
    () =>
      raw(payPath, JSON.stringify({ ...paying, padding: `${number} `.repeat(20_000) }), {
        ...json,
        ...key(),
      }),
    // The card in the wrong fields of the payment.
    ...(
      [
        'name',
        'expiry_month',
        'expiry_year',
        'cvc',
        'store_name',
        'store_card',
        'secure_3d',
      ] as const
    ).map((field) => () => pay({ ...paying, card: { ...card, [field]: number } })),
    () => pay({ ...paying, card: { ...card, name: spaced } }),
    () => pay({ ...paying, card: { ...card, number: `${number}0000` } }),
    () => pay({ ...paying, card: number }),
    () => pay({ ...paying, total: Number(number) }),
    () => pay({ ...paying, installments: number }),
    () =>
      pay({
        ...paying,
        consents: [
          { kind: number, version: number },
          { kind: 'distance_sale', version: number },
        ],
      }),
    () => pay({ ...paying, [number]: number }),
    () => pay(paying, { 'idempotency-key': number }),
    () => pay(paying, { 'idempotency-key': `"${spaced} ${code}"` }),
    // Wherever else a checkout takes text.
    ...Object.keys(ADDRESS).flatMap((field) =>
      [number, spaced].map(
        (text) => () => buyer.call('POST', '/domain/address', { ...ADDRESS, [field]: text }),
      ),
    ),
    () =>
      buyer.call('POST', '/domain/address', {
        ...ADDRESS,
        address: `Kart: ${spaced}, cvc: ${code}`,
      }),
    () => buyer.call('POST', `/checkout/calculate/${buyer.orderNumber}`, { address_id: number }),
    () =>
      buyer.call('POST', `/checkout/calculate/${buyer.orderNumber}`, {
        address_id: buyer.addressId,
        coupon_code: number,
      }),
    () => buyer.call('POST', `/checkout/calculate/${number}`, { address_id: buyer.addressId }),
    () => buyer.call('POST', `/checkout/${number}/app`, { plan: number }),
    () => buyer.call('POST', `/checkout/${buyer.item.slug}/app`, { plan: number }),
    () => buyer.call('GET', `/checkout/status/${number}`),
    () => buyer.call('GET', `/coupon-code/check/${number}`),
    // Paths, queries and headers.
    () => ask(testBed.world, 'GET', `/api/app-store/apps?q=${number}&hl=${number}`),
    () => ask(testBed.world, 'GET', `/api/app-store/search?query=${encodeURIComponent(spaced)}`),
    () =>
      ask(
        testBed.world,
        'GET',
        `/api/${number}/${encodeURIComponent(spaced)}?card=${number}&cvc=${code}`,
      ),
    () => ask(testBed.world, 'GET', `/${number}?apps-token=${number}.${number}.${number}`),
    () =>
      ask(testBed.world, 'GET', '/api/checkout/orders', {
        headers: {
          'apps-token': number,
          'store-token': number,
          store: number,
          'accept-language': number,
          cookie: `hl=${number}; card=${number}`,
        },
      }),
    () =>
      ask(testBed.world, 'POST', '/api/auth/domain', {
        headers: { ...json, authorization: `Bearer ${number}.${number}.${number}` },
        body: '{}',
      }),
    () =>
      ask(testBed.world, 'POST', '/api/auth/connect', {
        headers: json,
        body: JSON.stringify({ address: number, next: `/${number}` }),
      }),
    () =>
      ask(testBed.world, 'POST', '/api/contact-forms', {
        headers: json,
        body: JSON.stringify({
          fullname: 'Ayşe',
          phone: '',
          email: 'a@shop.example',
          subject: 'Ödeme',
          message: `Kartım ${spaced}, güvenlik kodu ${code}`,
        }),
      }),
    () =>
      ask(testBed.world, 'POST', '/api/newsletter', {
        headers: json,
        body: JSON.stringify({ email: `${number}@shop.example` }),
      }),
  ]
  const replies: Reply[] = []
  for (const call of calls) replies.push(await call())
  return replies
}
