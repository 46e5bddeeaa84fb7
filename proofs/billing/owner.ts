import {
  answerChallenge,
  ask,
  type BuyerSetup,
  cardOf,
  type Reply,
  returnToMarket,
} from '../money/buyer.ts'
import { AGREEMENTS } from '#modules/orders/legal-texts.ts'
import type { SeededStore } from '../money/seed-items.ts'

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

/** A store's owner as the market's API knows him. */
export class Owner {
  readonly world: BuyerSetup
  readonly store: SeededStore
  #addressId: Promise<string> | undefined

  constructor(world: BuyerSetup, store: SeededStore) {
    this.world = world
    this.store = store
  }

  call(method: string, path: string, body?: object): Promise<Reply> {
    return ask(this.world, method, `/api${path}`, {
      headers: {
        'apps-token': this.store.token,
        ...(method !== 'GET' && { 'idempotency-key': crypto.randomUUID() }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  }

  address(): Promise<string> {
    return (this.#addressId ??= this.call('POST', '/domain/address', ADDRESS).then((reply) => {
      if (reply.status !== 200) throw new Error(`no address: ${JSON.stringify(reply.body)}`)
      return reply.body.data.id as string
    }))
  }

  /** Pays an open order at the bank's page. Answers how far it came. */
  async payOrder(orderNumber: string, card: string, coupon?: string): Promise<string> {
    const priced = await this.call('POST', `/checkout/calculate/${orderNumber}`, {
      address_id: await this.address(),
      ...(coupon !== undefined && { coupon_code: coupon }),
    })
    if (priced.status !== 200) return `calculate ${priced.status} ${priced.body?.code}`
    const paid = await this.call('POST', `/checkout/payment/${orderNumber}`, {
      total: priced.body.data.total,
      card: { ...cardOf(card), secure_3d: true },
      installments: 1,
      consents: [
        ...(['distance_sale', 'immediate_delivery', 'data_protection'] as const).map((kind) => ({
          kind,
          version: AGREEMENTS[kind].version,
        })),
        { kind: 'permissions', version: '1.0.0' },
      ],
    })
    if (paid.body?.state !== 'challenge')
      return `${paid.status} ${paid.body?.code ?? paid.body?.state}`
    const form = await answerChallenge(this.world, paid.body.challenge.url)
    if (!form) return 'no form'
    return String((await returnToMarket(this.world, form)).location ?? '')
  }

  async cards(): Promise<string[]> {
    const reply = await this.call('GET', '/domain/card')
    return (reply.body?.data ?? []).map(({ id }: { id: string }) => id)
  }
}
