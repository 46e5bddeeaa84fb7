import { AGREEMENTS } from '#modules/orders/legal-texts.ts'
import { createHttp, type HttpClient } from '#lib/http.ts'
import type { SeededItem, SeededStore } from './seed-items.ts'

/** An answer of the market; `status` 0: there was none. */
export interface Reply {
  status: number
  location: string | undefined
  headers: Readonly<Record<string, string>>
  // Fields of answers are read by name; their schema is checked elsewhere.
  // oxlint-disable-next-line no-explicit-any
  body: any
}

/** Somebody at the market and at the bank's page: the browser. */
export interface BuyerSetup {
  http: HttpClient
  /** Where the next call goes: to the balancer, or to the market's processes in turn. */
  nextOrigin(): string
  /** The market's name there. */
  host: string
  bankUrl: string
}

export function openBuyerSetup(
  origin: string,
  bankUrl: string,
  processes: readonly string[] = [],
): BuyerSetup {
  const origins = processes.length > 0 ? processes : [origin]
  let turn = 0
  return {
    http: createHttp({ allowOrigins: [...origins, bankUrl] }),
    nextOrigin: () => origins[turn++ % origins.length] as string,
    host: new URL(origin).host,
    bankUrl,
  }
}

const ADDRESS = {
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
/** Tax by another country's rate. */
const ABROAD = {
  ...ADDRESS,
  name: 'Berlin',
  country: 'DE',
  city: 'Berlin',
  zip_code: '10115',
  phone: '+49 30 123456',
}

/** Longer than the market waits for the bank. */
const TIMEOUT_MS = 40_000

export async function ask(
  world: BuyerSetup,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
): Promise<Reply> {
  try {
    const answer = await world.http.request(world.nextOrigin() + path, {
      method,
      headers: { host: world.host, ...headers },
      ...(body === undefined ? {} : { body }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: 2 ** 22,
    })
    const text = answer.body.toString('utf8')
    const isJson = (answer.headers['content-type'] ?? '').includes('json')
    return {
      status: answer.status,
      location: answer.headers.location,
      headers: answer.headers,
      body: isJson ? JSON.parse(text) : text,
    }
  } catch {
    return { status: 0, location: undefined, headers: {}, body: null }
  }
}

export const CARDS = {
  pays: '5528790000000008',
  another: '5526080000000006',
  declined: '4111111111111129',
  /** Pays without a challenge where the merchant leaves that to the bank. */
  direct: '4900000001000002',
}

export const cardOf = (number: string) => ({
  number,
  name: 'AYŞE DEMİR',
  expiry_month: 12,
  expiry_year: 2039,
  cvc: number.startsWith('37') ? '1234' : '123',
})

export interface PayOptions {
  card?: string
  key?: string
  total?: number
  challenge?: boolean
  installments?: number
}

/** A store's owner with one item to buy. */
export class Buyer {
  readonly world: BuyerSetup
  readonly store: SeededStore
  readonly item: SeededItem
  orderNumber = ''
  total = 0
  addressId = ''
  key: string = crypto.randomUUID()
  /** What was done to this buyer, in words: says where a violation comes from. */
  case = ''
  /**
   * How long this buyer waits for what is in progress, in milliseconds in which the market answers
   * promptly.
   */
  patienceMs = 30_000

  /** The shop's line to the internet: one address for each store. */
  get address(): string {
    return `10.${(this.store.place >> 16) & 255}.${(this.store.place >> 8) & 255}.${this.store.place & 255}`
  }

  constructor(world: BuyerSetup, store: SeededStore, item: SeededItem) {
    this.world = world
    this.store = store
    this.item = item
  }

  call(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    return ask(this.world, method, `/api${path}`, {
      headers: {
        'apps-token': this.store.token,
        'x-forwarded-for': this.address,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...json,
    })
  }

  async start(): Promise<Reply> {
    const reply = await this.call('POST', `/checkout/${this.item.slug}/app`, {})
    if (reply.status === 200)
      [this.orderNumber, this.total] = [reply.body.data.order_number, reply.body.data.total]
    return reply
  }

  async writeAddress({ abroad = false }: { abroad?: boolean } = {}): Promise<Reply> {
    const reply = await this.call('POST', '/domain/address', abroad ? ABROAD : ADDRESS)
    if (reply.status === 200) this.addressId = reply.body.data.id
    return reply
  }

  async calculate(coupon?: string): Promise<Reply> {
    const reply = await this.call('POST', `/checkout/calculate/${this.orderNumber}`, {
      address_id: this.addressId,
      ...(coupon !== undefined && { coupon_code: coupon }),
    })
    if (reply.status === 200) this.total = reply.body.data.total
    return reply
  }

  pay({
    card = CARDS.pays,
    key = this.key,
    total = this.total,
    challenge = true,
    installments = 1,
  }: PayOptions = {}): Promise<Reply> {
    return this.call(
      'POST',
      `/checkout/payment/${this.orderNumber}`,
      {
        total,
        card: { ...cardOf(card), secure_3d: challenge },
        installments,
        consents: this.consents(),
      },
      { 'idempotency-key': key },
    )
  }

  consents(): { kind: string; version: string }[] {
    return [
      ...(['distance_sale', 'immediate_delivery', 'data_protection'] as const).map((kind) => ({
        kind,
        version: AGREEMENTS[kind].version,
      })),
      { kind: 'permissions', version: this.item.release ?? '1.0.0' },
    ]
  }

  /** What a coupon has made free is bought without a card. */
  payFree(key: string = this.key): Promise<Reply> {
    return this.call(
      'POST',
      `/checkout/payment/${this.orderNumber}`,
      { total: 0, consents: this.consents() },
      { 'idempotency-key': key },
    )
  }

  status(): Promise<Reply> {
    return this.call('GET', `/checkout/status/${this.orderNumber}`)
  }

  /** An order with its price, ready to be paid. */
  async prepare(): Promise<this> {
    const replies = [
      await retryCall(() => this.writeAddress()),
      await retryCall(() => this.start()),
      await retryCall(() => this.calculate()),
    ]
    const bad = replies.find((reply) => reply.status !== 200)
    if (bad)
      throw new Error(`an order could not be prepared: ${bad.status} ${JSON.stringify(bad.body)}`)
    return this
  }
}

/** Asks again while nobody answers: a loaded machine is slow, which is no verdict. */
async function retryCall(call: () => Promise<Reply>): Promise<Reply> {
  for (let turn = 0; turn < 10; turn += 1) {
    const reply = await call()
    if (reply.status !== 0 && reply.status !== 502 && reply.status !== 503) return reply
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  return call()
}

/** Where the bank asks its question, for a payment that must have led there. */
export function challengeOf({ status, body }: Reply): string {
  const url: unknown = body?.challenge?.url
  if (typeof url !== 'string')
    throw new Error(`no challenge: ${status} ${body?.code ?? body?.state ?? ''}`)
  return url
}

/** The form with which the browser goes back to the market, and where to. */
export interface ReturnForm {
  path: string
  fields: Record<string, string>
}

/** At the bank's page: types the code, or gives up. Null: the page does not ask (any more). */
export async function answerChallenge(
  { http }: BuyerSetup,
  url: string,
  action: 'confirm' | 'cancel' = 'confirm',
): Promise<ReturnForm | null> {
  const asked = (await http.request(url)).body.toString('utf8')
  const code = /<strong[^>]*>(\d{6})<\/strong>/.exec(asked)?.[1] ?? ''
  const answer = (
    await http.request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ action, code }).toString(),
    })
  ).body.toString('utf8')
  const target = /<form[^>]*action="([^"]+)"/.exec(answer)?.[1]?.replaceAll('&amp;', '&')
  if (!target || !target.includes('/checkout/return/')) return null
  const fields = [...answer.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)].map(
    ([, name, value]) => [name as string, value as string],
  )
  return {
    path: new URL(target).pathname,
    fields: Object.fromEntries(fields) as Record<string, string>,
  }
}

/** The browser comes back from the bank. */
export const returnToMarket = (world: BuyerSetup, { path, fields }: ReturnForm): Promise<Reply> =>
  ask(world, 'POST', path, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: world.bankUrl },
    body: new URLSearchParams(fields).toString(),
  })
