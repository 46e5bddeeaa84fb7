import { sql } from 'kysely'
import { END_REASONS, type EndReason } from '#modules/billing/rules.ts'
import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import { consoleCaller, type Caller } from './caller.ts'
import type { ScreenTestBed } from './states.ts'

/** What an owner's subscription is shown in. */
export const SHOWN = [
  'active',
  'by-use',
  'due',
  'paused',
  'trial',
  'agreed',
  'other-currency',
  'pending',
  'ending',
  'owed',
] as const
export type ShownState = (typeof SHOWN)[number] | 'left' | `ended-${EndReason}`
export const ENDED = END_REASONS.map((reason) => `ended-${reason}` as const)

export interface SubscriptionStates {
  /** Ids of the owner's subscriptions by what they show. */
  subscriptions: Record<ShownState, string>
  /** The plans of `notices` by their place in the list. */
  plans: string[]
}

export const NO_SUBSCRIPTIONS = Object.fromEntries(
  [...SHOWN, 'left', ...ENDED].map((state) => [state, '']),
) as SubscriptionStates['subscriptions']

/** Apps that are sold like `notices` for these pictures: a store has one of each app. */
const SOLD_TOO = [
  'carousel',
  'celebration',
  'free-delivery',
  'quick',
  'take-along',
  'tour',
  'video',
] as const
const METER = 'notifications'

interface Way {
  stage: ScreenTestBed
  call: Caller
  pay: (orderNumber: string, card: string) => Promise<void>
}

const CARDS = {
  pays: '5528790000000008',
  closedLater: '4900005100000001',
  failsLater: '4900005000000002',
}

/** Sells an app by the plans of `notices`. */
async function sellLikeNotices(db: Db, slug: string): Promise<void> {
  for (const table of ['plan_prices', 'plans'] as const)
    await db
      .deleteFrom(table)
      .where('item_id', '=', (on) =>
        on.selectFrom('items').select('items.id').where('slug', '=', slug).limit(1),
      )
      .execute()
  await sql`insert into plans (id, item_id, kind, period, name, features, price_minor, currency, position, trial_days, trial_needs_card, meters, cap_minor)
    select ${`pln_${slug}_`} || plans.position, sold.id, kind, period, plans.name, features, plans.price_minor, plans.currency, plans.position, trial_days, trial_needs_card, meters, cap_minor
    from plans join items on items.id = plans.item_id and items.slug = 'notices' cross join items sold where sold.slug = ${slug}`.execute(
    db,
  )
  await sql`update items set price_kind = like_it.price_kind, price_minor = like_it.price_minor, price_period = like_it.price_period, currency = like_it.currency
    from items like_it where like_it.slug = 'notices' and items.slug = ${slug}`.execute(db)
}

const findPlans = async (db: Db, slug: string): Promise<string[]> =>
  (
    await db
      .selectFrom('plans')
      .innerJoin('items', 'items.id', 'plans.item_id')
      .select('plans.id')
      .where('items.slug', '=', slug)
      .orderBy('plans.position')
      .execute()
  ).map(({ id }) => id)

async function subscribe({ call, pay }: Way, slug: string, card: string, plan?: string) {
  const { data: begun } = await call('POST', '/subscriptions', { slug, plan })
  await pay(begun.order_number, card)
  const { data: all } = await call('GET', '/subscriptions?per_page=50')
  return all.find(
    (one: { item: { slug: string }; state: string }) =>
      one.item.slug === slug && one.state !== 'ended',
  ).id as string
}

async function tryOut({ call }: Way, slug: string, plan?: string): Promise<string> {
  return (await call('POST', '/subscriptions', { slug, plan, trial: true })).data.subscription_id
}

/** Tries an app and agrees to what follows, with the first saved card and a coupon if given. */
async function tryAndAgree(
  way: Way,
  slug: string,
  { plan, coupon }: { plan?: string | undefined; coupon?: string } = {},
): Promise<string> {
  const { call } = way
  const id = await tryOut(way, slug, plan)
  const [{ data: one }, { data: cards }, { data: preview }] = await Promise.all([
    call('GET', `/subscriptions/${id}`),
    call('GET', '/domain/card'),
    call('GET', `/subscriptions/preview?slug=${slug}${coupon ? `&coupon=${coupon}` : ''}`),
  ])
  const [first] = one.coming.charges
  await call('POST', `/subscriptions/${id}/agree`, {
    amount: coupon ? preview.coming.charges[0].plan : first.plan,
    day: first.day,
    saved_card_id: cards[0].id,
    ...(coupon && { coupon }),
  })
  return id
}

/** Gives the store a clock of its own, as its owner and the partner do; answers how it is moved. */
async function openClock(
  { stage, call }: Way,
  { partner, store }: { partner: string; store: string },
): Promise<(by: string) => Promise<void>> {
  const desk = consoleCaller(stage)
  const { data: made } = await call('POST', '/developer-access/code')
  await desk('POST', `/partners/${partner}/test-stores`, { code: made.code })
  const path = `/partners/${partner}/test-stores/${store}`
  return async (by) => {
    await desk('POST', `${path}/advance`, { by })
    for (let tries = 0; tries < 300; tries += 1) {
      if (!(await desk('GET', `${path}/timeline`)).store.clock.is_moving) return
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    throw new Error("the store's clock stands still")
  }
}

/** What an app would have reported in this period. */
const use = (db: Db, id: string, meter: string, quantity: number) =>
  db
    .insertInto('usage_totals')
    .columns(['subscription_id', 'period_no', 'meter', 'quantity'])
    .expression((on) =>
      on
        .selectFrom('subscriptions')
        .select((row) => [
          'id',
          'period_no',
          row.val(meter).as('meter'),
          sql<number>`${quantity}::bigint`.as('quantity'),
        ])
        .where('id', '=', id),
    )
    .execute()

/** Leaves at once: what is left goes back, and the use is charged one last time. */
async function useAndLeave({ stage, call }: Way, id: string): Promise<void> {
  await use(stage.db, id, METER, 8_700)
  const { leaving } = (await call('GET', `/subscriptions/${id}`)).data
  const { refund, charge } = leaving
  await call('POST', `/subscriptions/${id}/cancel`, { when: 'now', refund, charge })
}

/** For three periods of an app; answers its code. */
const makeCoupon = async ({ stage }: Way, item: string): Promise<string> =>
  (
    await consoleCaller(stage)('POST', '/operator/coupons', {
      code: 'BAHAR20',
      kind: 'percent',
      value: 20,
      currency: null,
      market: 'app',
      item,
      valid_from: null,
      valid_until: null,
      total_limit: null,
      store_limit: null,
      first_purchase: false,
      periods: 3,
    })
  ).code

/** As if the shop had paid in euro when it subscribed. */
const chargeInEuro = (db: Db, id: string) =>
  sql`with euro as (insert into plan_versions
    select ${newId('plv')} as id, plan_id, kind, name, period, 'EUR', 490, null, trial_days, meters, cap_minor, ${'e'.repeat(64)}, created_at, offer_id
    from plan_versions where id = (select plan_version_id from subscriptions where id = ${id}) returning id)
    update subscriptions set plan_version_id = (select id from euro) where id = ${id}`.execute(db)

/** The same end for each of the other reasons. */
async function endForEachReason(db: Db, cancelled: string): Promise<Record<string, string>> {
  const row = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', cancelled)
    .executeTakeFirstOrThrow()
  const ids = END_REASONS.map((reason) => ({
    reason,
    id: reason === 'cancelled' ? cancelled : newId('sub'),
  }))
  await db
    .insertInto('subscriptions')
    .values(
      ids
        .filter(({ id }) => id !== cancelled)
        .map(({ id, reason }) => ({ ...row, id, end_reason: reason })),
    )
    .execute()
  return Object.fromEntries(ids.map(({ reason, id }) => [`ended-${reason}`, id]))
}

/**
 * Brings the owner's subscriptions into every state, by the clock of a test store. The owner has a
 * saved card that pays, and an address.
 */
export async function prepareSubscriptions(
  way: Way,
  ids: { partner: string; store: string },
): Promise<SubscriptionStates> {
  const { call, stage } = way
  const { db } = stage
  for (const slug of SOLD_TOO) await sellLikeNotices(db, slug)
  const quick = await findPlans(db, 'quick')
  const ended = await tryOut(way, 'notices')
  await call('POST', `/subscriptions/${ended}/cancel`, { when: 'now' })
  const pending = await tryAndAgree(way, 'quick', { plan: quick[1] })
  const ending = await tryAndAgree(way, 'take-along')
  const paused = await subscribe(way, 'carousel', CARDS.closedLater)
  const move = await openClock(way, ids)
  for (const by of ['7d', '7d']) await move(by)
  const due = await subscribe(way, 'tidy-phone', CARDS.failsLater)
  const left = await subscribe(way, 'video', CARDS.pays)
  const owed = await subscribe(way, 'tour', CARDS.closedLater)
  for (const id of [left, owed]) await useAndLeave(way, id)
  for (const by of ['1m', '2d']) await move(by)

  const plans = await findPlans(db, 'notices')
  const active = await subscribe(way, 'notices', CARDS.pays, plans[1])
  const trial = await tryOut(way, 'finder')
  const coupon = await makeCoupon(way, 'free-delivery')
  const agreed = await tryAndAgree(way, 'free-delivery', { coupon })
  const other = await subscribe(way, 'celebration', CARDS.pays)
  await chargeInEuro(db, other)
  const { data: byUse } = await call('POST', '/subscriptions', { slug: 'vitals' })
  await call('POST', `/subscriptions/${pending}/plan`, { plan: quick[0], today: 0 })
  await call('POST', `/subscriptions/${ending}/cancel`, { when: 'period_end' })
  await use(db, active, METER, 12_400)
  await use(db, pending, METER, 27_000)
  await use(db, ending, METER, 9_700)
  await use(db, byUse.subscription_id, 'measured_pages', 82_000)
  return {
    subscriptions: {
      active,
      due,
      paused,
      trial,
      agreed,
      pending,
      ending,
      left,
      owed,
      'other-currency': other,
      'by-use': byUse.subscription_id,
      ...((await endForEachReason(db, ended)) as Record<`ended-${EndReason}`, string>),
    },
    plans,
  }
}
