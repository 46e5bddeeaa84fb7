import { ownNumber } from '#demo/sandbox-bank/cards.ts'
import { isRefusal } from '#lib/refusal.ts'
import { sql } from 'kysely'
import { recordUsage } from '#modules/billing/public.ts'
import { processAttempt, refundOrder } from '#modules/orders/public.ts'
import { makeRandom, type Random } from '../harness/random.ts'
import type { Owner } from './owner.ts'
import { COUPONS, type SoldItem, type SoldPlan } from './plans.ts'
import type { TestBed } from './test-bed.ts'

/** Cards by what becomes of them when they are charged without their holder, and how many of ten. */
const CARDS = [
  [11, '5528790000000008'],
  [3, ownNumber('50')],
  [2, ownNumber('51')],
  [2, ownNumber('52')],
  [1, ownNumber('54')],
] as const

export const chooseFrom = <T>(random: Random, list: readonly (readonly [number, T])[]): T => {
  let left = random.below(list.reduce((sum, [weight]) => sum + weight, 0))
  for (const [weight, one] of list) {
    if (left < weight) return one
    left -= weight
  }
  return (list.at(-1) as readonly [number, T])[1]
}

/** A record of use that the market has taken. */
export interface Used {
  subscriptionId: string
  key: string
  meter: string
  quantity: number
}

export interface LiveSubscription {
  id: string
  state: string
  meters: number
  cancelled: boolean
  agreed: boolean
}

/** All subscriptions that have not ended, by store and item. */
export async function findLive({
  services: { db },
}: TestBed): Promise<Map<string, LiveSubscription>> {
  const { rows } = await sql<LiveSubscription & { place: string }>`
    select store_id || ' ' || item_id as place, s.id, s.state, jsonb_array_length(v.meters) as meters,
      cancelled_at is not null as cancelled, agreed_at is not null as agreed
    from subscriptions s join plan_versions v on v.id = plan_version_id where state <> 'ended'`.execute(
    db,
  )
  return new Map(rows.map(({ place, ...row }) => [place, row]))
}

/** One store with one item: what its owner, its app and the operator do, by chance. */
export class Life {
  readonly n: number
  readonly owner: Owner
  readonly item: SoldItem
  readonly beginsOn: number
  readonly used: Used[] = []
  /** What the market answered that nobody should be answered. */
  readonly faults: string[] = []
  #testBed: TestBed
  #seed: number
  #turn = 0
  #begun = false
  /** An order that the owner will pay another day. */
  #later: string | null = null

  constructor(
    testBed: TestBed,
    n: number,
    { owner, item, seed, days }: { owner: Owner; item: SoldItem; seed: number; days: number },
  ) {
    this.n = n
    this.owner = owner
    this.item = item
    this.#testBed = testBed
    this.#seed = seed
    this.beginsOn = makeRandom(seed ^ (n * 7_919)).below(Math.max(1, Math.floor(days / 2)))
  }

  #random(): Random {
    this.#turn += 1
    return makeRandom(this.#seed ^ (this.n * 104_729) ^ (this.#turn * 1_299_709))
  }

  /** What happens on a day; most days nothing does. */
  async live(day: number, live: ReadonlyMap<string, LiveSubscription>): Promise<void> {
    const random = this.#random()
    if (day < this.beginsOn) return
    if (!this.#begun) {
      this.#begun = true
      return this.begin(random)
    }
    const row = live.get(`${this.owner.store.id} ${this.item.id}`)
    if (!row) {
      if (random.below(150) === 0) await this.begin(random)
      return
    }
    if (row.meters > 0 && random.below(9) === 0) await this.use(row.id, random)
    if (this.#later !== null && random.below(3) === 0) {
      const order = this.#later
      this.#later = null
      await this.owner.payOrder(order, chooseFrom(random, CARDS))
    }
    if (random.below(row.state === 'active' ? 110 : 16) === 0) await this.act(row, random)
  }

  /** Expects one of the answers that the contract names. */
  #note(what: string, { status, body }: { status: number; body: { code?: string } | null }): void {
    if (status === 0 || status >= 500 || status === 400)
      this.faults.push(`${what}: ${status} ${body?.code ?? ''}`)
  }

  async begin(random: Random): Promise<void> {
    await this.owner.address()
    const offer = this.#testBed.offers.get(`${this.owner.store.id} ${this.item.id}`)
    const plan =
      offer && random.below(2) === 0
        ? offer
        : (this.item.plans[random.below(this.item.plans.length)] as SoldPlan)
    const coupon = random.below(3) === 0 ? COUPONS[random.below(COUPONS.length)]?.code : undefined
    if (random.below(4) === 0) await this.#guessOffer()
    const tries = plan.trialDays > 0 && random.below(3) > 0
    if (tries) return this.#beginTrial(plan, coupon, random)
    const reply = await this.owner.call('POST', '/subscriptions', {
      slug: this.item.slug,
      plan: plan.id,
      ...(coupon !== undefined && { coupon }),
    })
    this.#note('start', reply)
    if (reply.body?.code === 'billing.owed' && random.below(2) === 0) return this.#payOwed()
    const number = reply.body?.data?.order_number
    if (typeof number === 'string')
      await this.owner.payOrder(number, chooseFrom(random, CARDS), coupon)
    const id = reply.body?.data?.subscription_id
    if (typeof id === 'string') {
      const [card] = await this.owner.cards()
      if (card) await this.owner.call('PUT', `/subscriptions/${id}/card`, { saved_card_id: card })
    }
  }

  /** What is offered to another store is not there for this one. */
  async #guessOffer(): Promise<void> {
    const mine = `${this.owner.store.id} `
    const [, foreign] = [...this.#testBed.offers].find(([place]) => !place.startsWith(mine)) ?? []
    if (!foreign) return
    const body = { slug: this.item.slug, plan: foreign.id }
    const { status } = await this.owner.call('POST', '/subscriptions', body)
    if (status < 400) this.faults.push(`${foreign.id} was taken by ${mine}`)
  }

  /** What an earlier subscription to the item still costs. */
  async #payOwed(): Promise<void> {
    const preview = await this.owner.call('GET', `/subscriptions/preview?slug=${this.item.slug}`)
    const id = preview.body?.data?.owed?.subscription_id
    const seen = await this.owner.call('GET', `/subscriptions/${id}`)
    const number = seen.body?.data?.due?.order_number
    if (typeof number !== 'string') this.faults.push(`${id} is owed and cannot be paid`)
    else await this.owner.payOrder(number, CARDS[0][1])
  }

  async #beginTrial(plan: SoldPlan, coupon: string | undefined, random: Random): Promise<void> {
    const body = { slug: this.item.slug, plan: plan.id, trial: true }
    const cards = await this.owner.cards()
    const card = cards[random.below(Math.max(1, cards.length))]
    if (card === undefined || (!plan.trialNeedsCard && random.below(2) === 0)) {
      this.#note('trial', await this.owner.call('POST', '/subscriptions', body))
      return
    }
    const preview = await this.owner.call(
      'GET',
      `/subscriptions/preview?slug=${this.item.slug}&plan=${plan.id}${coupon === undefined ? '' : `&coupon=${coupon}`}`,
    )
    const { trial, today } = preview.body?.data ?? {}
    if (!trial?.until) return
    const agree = { amount: today, day: trial.until, saved_card_id: card }
    const more = preview.body?.data?.coupon?.valid ? { coupon } : {}
    this.#note(
      'trial',
      await this.owner.call('POST', '/subscriptions', { ...body, ...more, agree }),
    )
  }

  /** Reports of the app, some of them at once and some of them twice. */
  async use(subscriptionId: string, random: Random): Promise<void> {
    const { services } = this.#testBed.market
    const meters = this.item.plans[0]?.meters ?? []
    const reports = Array.from({ length: 1 + random.below(3) }, (_, n) => ({
      storeId: this.owner.store.id,
      itemId: this.item.id,
      key: `${this.#turn}-${n}`,
      meter: meters[random.below(meters.length)]?.key ?? '',
      quantity: 1 + random.below(400),
      usedAt: null,
    }))
    const twice = random.below(4) === 0 ? reports : []
    const taken = new Map<string, Used>()
    await Promise.all(
      [...reports, ...twice].map(async (report) => {
        try {
          const state = await recordUsage(services, report)
          const { key, meter, quantity } = report
          taken.set(key, { subscriptionId: state.subscription_id, key, meter, quantity })
          if (state.cap !== null && state.cost > state.cap)
            this.faults.push(`use ${subscriptionId} costs ${state.cost}, the cap is ${state.cap}`)
        } catch (error) {
          if (!isRefusal(error)) throw error
        }
      }),
    )
    this.used.push(...taken.values())
  }

  async act(row: LiveSubscription, random: Random): Promise<void> {
    const path = `/subscriptions/${row.id}`
    const seen = (await this.owner.call('GET', path)).body?.data
    if (!seen) {
      this.faults.push(`${row.id} cannot be read`)
      return
    }
    const what = chooseFrom(random, [
      [4, 'change'],
      [2, 'leave'],
      [1, 'leave-now'],
      [row.cancelled ? 9 : 0, 'keep'],
      [seen.due ? 8 : 0, 'pay'],
      [2, 'card'],
      [1, 'cap'],
      [row.agreed ? 0 : 9, 'agree'],
      [row.agreed ? 0 : 3, 'buy'],
      [1, 'refund'],
      [1, 'close'],
      [1, 'repeat'],
    ] as const)
    switch (what) {
      case 'change':
        return this.#change(row.id, seen, random)
      case 'leave':
        return this.#note(
          what,
          await this.owner.call('POST', `${path}/cancel`, { when: 'period_end' }),
        )
      case 'leave-now': {
        const { refund = 0, charge = 0 } = seen.leaving ?? {}
        const body = { when: 'now', refund, charge }
        const reply = await this.owner.call('POST', `${path}/cancel`, body)
        this.#note(what, reply)
        if (reply.status !== 200) return
        return this.#compare(row.id, 'final', seen.leaving?.charge ?? 0)
      }
      case 'keep':
        return this.#note(what, await this.owner.call('POST', `${path}/keep`))
      case 'pay':
        return void (await this.owner.payOrder(seen.due.order_number, chooseFrom(random, CARDS)))
      case 'buy':
        return this.#buyTrial(seen)
      case 'card':
      case 'agree':
        return this.#useCard(what, path, seen, random)
      case 'cap':
        return this.#note(
          what,
          await this.owner.call('PUT', `${path}/cap`, { cap: 1 + random.below(200) }),
        )
      case 'refund':
        return this.#refund(row.id, random)
      case 'close':
        return this.#close(random.below(2) === 0)
      case 'repeat':
        return this.#repeat(row.id)
    }
  }

  async #change(
    id: string,
    { changes }: { changes: { plan: { id: string }; today: number }[] },
    random: Random,
  ): Promise<void> {
    const change = changes[random.below(Math.max(1, changes.length))]
    if (!change) return
    const body = { plan: change.plan.id, today: change.today }
    const reply = await this.owner.call('POST', `/subscriptions/${id}/plan`, body)
    this.#note('change', reply)
    if (reply.status === 200 && change.today > 0) await this.#compare(id, 'change', change.today)
    const open = reply.body?.data?.order_number
    if (typeof open !== 'string') return
    if (random.below(2) === 0) await this.owner.payOrder(open, CARDS[0][1])
    else this.#later = open
  }

  /** What the page showed before is what the order costs. */
  async #compare(id: string, purpose: 'change' | 'final', shown: number): Promise<void> {
    const order = await this.#testBed.services.db
      .selectFrom('orders')
      .select(['number', 'total_minor'])
      .where('subscription_id', '=', id)
      .where('purpose', '=', purpose)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if ((order?.total_minor ?? 0) !== Math.round(shown * 100))
      this.faults.push(`${id}: ${shown} was shown, ${order?.number} costs ${order?.total_minor}`)
  }

  /** The owner does not wait for the end of the trial. */
  async #buyTrial({ plan }: { plan: { id: string } }): Promise<void> {
    const body = { slug: this.item.slug, plan: plan.id }
    const reply = await this.owner.call('POST', '/subscriptions', body)
    this.#note('buy', reply)
    const number = reply.body?.data?.order_number
    if (typeof number === 'string') await this.owner.payOrder(number, CARDS[0][1])
  }

  async #useCard(
    what: 'card' | 'agree',
    path: string,
    seen: { plan: { price: number }; ends: string | null },
    random: Random,
  ): Promise<void> {
    const cards = await this.owner.cards()
    const card = cards[random.below(Math.max(1, cards.length))]
    if (card === undefined) return
    const reply =
      what === 'card'
        ? await this.owner.call('PUT', `${path}/card`, { saved_card_id: card })
        : await this.owner.call('POST', `${path}/agree`, {
            amount: seen.plan.price,
            day: seen.ends,
            saved_card_id: card,
          })
    this.#note(what, reply)
  }

  /** The operator pays the newest order back, or a part of it. */
  async #refund(id: string, random: Random): Promise<void> {
    const { services } = this.#testBed
    const order = await services.db
      .selectFrom('orders')
      .select(['number', 'total_minor'])
      .where('subscription_id', '=', id)
      .where('state', '=', 'paid')
      .orderBy('paid_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!order || order.total_minor < 2) return
    await refundOrder(services, {
      orderNumber: order.number,
      amountMinor: random.below(2) === 0 ? null : 1 + random.below(order.total_minor - 1),
      reason: 'other',
      askedBy: 'operator',
      key: `operator-${order.number}-${this.#turn}`,
    })
  }

  /** The platform closes the store; it is opened again by `reopen`. */
  async #close(forLong: boolean): Promise<void> {
    await this.#testBed.services.db
      .updateTable('stores')
      .set({ status: 'closed', name: forLong ? 'long' : 'short' })
      .where('id', '=', this.owner.store.id)
      .execute()
  }

  /** Something asks again about a payment that has long ended. */
  async #repeat(id: string): Promise<void> {
    const { services } = this.#testBed
    const attempts = await services.db
      .selectFrom('payment_attempts')
      .innerJoin('orders', 'orders.id', 'payment_attempts.order_id')
      .select('payment_attempts.id')
      .where('subscription_id', '=', id)
      .orderBy('payment_attempts.turn', 'desc')
      .limit(3)
      .execute()
    for (const attempt of attempts) await processAttempt(services, attempt.id)
  }
}
