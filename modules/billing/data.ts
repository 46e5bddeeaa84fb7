import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { PlanVersions, Subscriptions } from '#db/types.gen.ts'
import { createAnswerCache } from '#lib/answer-cache.ts'
import { systemClock } from '#lib/clock.ts'
import type { Text } from '#lib/locale.ts'
import { dayAfter, dayIn, startOfDay } from '#lib/time-zone.ts'
import type { Services } from '#kernel/context.ts'
import { findStop, type Meter } from '#modules/catalog/public.ts'
import { findInvoiceAddress, rateIn } from '#modules/orders/public.ts'
import {
  type EventKind,
  type PlanPeriod,
  type Standing,
  statesThatMayBe,
  type SubscriptionState,
  type Terms,
} from './rules.ts'

export type SubscriptionRow = Selectable<Subscriptions>
export type VersionRow = Selectable<PlanVersions>

const SUBSCRIPTION = [
  'id',
  'store_id',
  'item_id',
  'platform_id',
  'plan_version_id',
  'state',
  'locale',
  'time_zone',
  'anchor_day',
  'anchor_period',
  'period_no',
  'period_from',
  'period_until',
  'trial_until',
  'agreed_at',
  'saved_card_id',
  'address_id',
  'cap_minor',
  'cancelled_at',
  'pending_version_id',
  'due_order_id',
  'past_due_since',
  'charges_tried',
  'stops_charging',
  'charge_asked',
  'extra_days',
  'told_minor',
  'charge_from',
  'reminded_period',
  'frozen_since',
  'next_action_at',
  'created_at',
  'ended_at',
  'end_reason',
] as const satisfies readonly (keyof Subscriptions)[]
const SUBSCRIPTION_COLUMNS = SUBSCRIPTION.map((name) => `subscriptions.${name}` as const)

export const selectSubscriptions = (db: Db) =>
  db.selectFrom('subscriptions').select(SUBSCRIPTION_COLUMNS)

export const findSubscription = (db: Db, id: string) =>
  selectSubscriptions(db).where('id', '=', id).executeTakeFirst()

/** Serializes decisions about a subscription. Locked after its order, where both are. */
export const lockSubscription = (db: Db, id: string) =>
  selectSubscriptions(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** The address that a subscription's orders are taxed by and made out to. */
export const addressOf = (
  db: Db,
  row: Pick<SubscriptionRow, 'address_id' | 'store_id'>,
): Promise<string | null> => findInvoiceAddress(db, row.store_id, row.address_id)

export const findLiveSubscription = (db: Db, storeId: string, itemId: string) =>
  selectSubscriptions(db)
    .where('store_id', '=', storeId)
    .where('item_id', '=', itemId)
    .where('state', '<>', 'ended')
    .executeTakeFirst()

/** What an ended subscription of the store to the item still has to be paid. */
export const findOwed = (db: Db, storeId: string, itemId: string) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('orders', 'orders.id', 'subscriptions.due_order_id')
    .select(['subscriptions.id', 'orders.total_minor', 'orders.currency'])
    .where('subscriptions.store_id', '=', storeId)
    .where('subscriptions.item_id', '=', itemId)
    .where('subscriptions.state', '=', 'ended')
    .where('orders.state', '=', 'awaiting_payment')
    .limit(1)
    .executeTakeFirst()

export type SubscriptionChange = Partial<Omit<SubscriptionRow, 'id' | 'state'>> & {
  state?: SubscriptionState
}

interface Event {
  kind: EventKind
  facts?: object
  /** In the subscription's time (`timeOf`). */
  at: Date
}

/** Recorded after the change that it tells of, so that figures see the new state. */
export async function insertEvent(
  db: Db,
  id: string,
  { kind, facts = {}, at }: Event,
): Promise<void> {
  await db
    .insertInto('subscription_events')
    .values({ subscription_id: id, kind, facts: JSON.stringify(facts), at })
    .execute()
  if (CHANGES_STATE.has(kind)) await recordState(db, id, at)
}

/** After these the state, the plan or its price may be another. */
const CHANGES_STATE: ReadonlySet<EventKind> = new Set([
  'trial_started',
  'started',
  'renewed',
  'charge_failed',
  'order_closed',
  'paused',
  'plan_changed',
  'extended',
  'ended',
])

/** Notes for figures what the subscription is from now on, where that is something else. */
const recordState = (db: Db, id: string, at: Date) =>
  sql`
    insert into subscription_states
      (subscription_id, item_id, state, currency, monthly_minor, due_minor, at)
    select now.id, now.item_id, now.state, now.currency, now.monthly_minor, now.due_minor, ${at}
    from (
      select subscriptions.id, subscriptions.item_id, subscriptions.state, plan_versions.currency,
        round(greatest(0, plan_versions.amount_minor::numeric * 10000
          / (10000 + case when platforms.prices_include_tax
            then coalesce(${rateIn(sql`platforms.home_country`, at, sql`subscriptions.item_id`)}, 0)
            else 0 end)
            * (10000 - coalesce(coupon.percent_bp, 0)) / 10000 - coalesce(coupon.amount_minor, 0))
          / case plan_versions.period when 'year' then 12 else 1 end)::bigint as monthly_minor,
        case when subscriptions.past_due_since is not null and due.currency = plan_versions.currency
          then due.total_minor - due.tax_minor end as due_minor
      from subscriptions
      join plan_versions on plan_versions.id = subscriptions.plan_version_id
      join platforms on platforms.id = subscriptions.platform_id
      left join orders due on due.id = subscriptions.due_order_id
      left join subscription_coupons coupon on coupon.subscription_id = subscriptions.id
        and coupon.plan_period = plan_versions.period
        and coalesce(coupon.currency, plan_versions.currency) = plan_versions.currency
        and greatest(subscriptions.period_no, 1) <= coalesce(coupon.periods, subscriptions.period_no + 1)
      where subscriptions.id = ${id} and not exists (
        select from test_clocks where test_clocks.store_id = subscriptions.store_id)
    ) now
    left join lateral (
      select state, currency, monthly_minor from subscription_states earlier
      where earlier.subscription_id = now.id order by earlier.id desc limit 1
    ) last on true
    where (now.state, now.currency, now.monthly_minor)
      is distinct from (last.state, last.currency, last.monthly_minor)`.execute(db)

/**
 * Changes a locked subscription, with an event unless it is null. Its state moves along
 * SUBSCRIPTION_MOVES only: throws where the move is not one of them.
 */
export async function changeSubscription(
  db: Db,
  id: string,
  change: SubscriptionChange,
  event: Event | null,
): Promise<void> {
  if (Object.keys(change).length > 0) {
    const { state } = change
    const { numUpdatedRows } = await db
      .updateTable('subscriptions')
      .set(change)
      .where('id', '=', id)
      .$if(state !== undefined, (query) =>
        query.where('state', 'in', statesThatMayBe(state as SubscriptionState)),
      )
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new Error(`subscription ${id} cannot become ${state}`)
  }
  if (event) await insertEvent(db, id, event)
}

export const insertSubscription = (db: Db, row: Insertable<Subscriptions>) =>
  db.insertInto('subscriptions').values(row).returning(SUBSCRIPTION).executeTakeFirstOrThrow()

const VERSION = [
  'id',
  'plan_id',
  'kind',
  'name',
  'period',
  'currency',
  'amount_minor',
  'converted',
  'trial_days',
  'meters',
  'cap_minor',
  'terms_sha256',
  'offer_id',
  'created_at',
] as const satisfies readonly (keyof PlanVersions)[]

/** A version never changes, and a renewal asks for the same one many times. */
const keptVersions = createAnswerCache<PlanVersion & { createdAt: Date }>({
  most: 2_000,
  hours: 24,
  clock: systemClock,
})

export async function findVersion(db: Db, id: string): Promise<PlanVersion & { createdAt: Date }> {
  const kept = keptVersions.get(id)
  if (kept) return kept
  const row = await db
    .selectFrom('plan_versions')
    .select(VERSION)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const version = { ...versionOf(row), createdAt: row.created_at }
  keptVersions.set(id, version)
  return version
}

/** The version with these terms; made when there is none yet. */
export async function saveVersion(db: Db, row: Insertable<PlanVersions>): Promise<PlanVersion> {
  await db
    .insertInto('plan_versions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['plan_id', 'terms_sha256']).doNothing())
    .execute()
  return versionOf(
    await db
      .selectFrom('plan_versions')
      .select(VERSION)
      .where('plan_id', '=', row.plan_id)
      .where('terms_sha256', '=', row.terms_sha256)
      .executeTakeFirstOrThrow(),
  )
}

/** By which a plan is named to the store: an offer has a name of its own. */
export const planKeyOf = ({ planId, offerId }: Pick<PlanVersion, 'planId' | 'offerId'>): string =>
  offerId ?? planId

/** A plan as a store agreed to it. */
export interface PlanVersion extends Terms {
  id: string
  planId: string
  /** Null: public. Else private to the store of the offer. */
  offerId: string | null
  kind: 'recurring' | 'usage'
  name: Text
  trialDays: number
  meters: Meter[]
  capMinor: number | null
  converted: Converted | null
}
export interface Converted {
  sourceMinor: number
  sourceCurrency: string
  rate: string
  day: string
}

const versionOf = (row: VersionRow): PlanVersion => ({
  id: row.id,
  planId: row.plan_id,
  offerId: row.offer_id,
  kind: row.kind as PlanVersion['kind'],
  name: row.name as Text,
  period: row.period as PlanPeriod,
  currency: row.currency,
  amountMinor: row.amount_minor,
  trialDays: row.trial_days,
  meters: row.meters as unknown as Meter[],
  capMinor: row.cap_minor,
  converted: row.converted as Converted | null,
})

export const periodOf = (row: SubscriptionRow) => ({
  no: row.period_no,
  from: row.period_from,
  until: row.period_until,
})

/** The period without days that an operator gave: what was paid for. */
export const paidPeriodOf = (row: SubscriptionRow) => ({
  ...periodOf(row),
  until: startOfDay(
    row.time_zone,
    dayAfter(dayIn(row.time_zone, row.period_until), -row.extra_days),
  ),
})

export const anchorOf = (row: SubscriptionRow) => ({
  anchorDay: row.anchor_day,
  anchorPeriod: row.anchor_period,
  timeZone: row.time_zone,
})

export const standingOf = (
  row: SubscriptionRow,
  planPeriod: PlanPeriod,
  { isFrozen, isDearer, priceRises }: Pick<Standing, 'isFrozen' | 'isDearer' | 'priceRises'>,
): Standing => ({
  state: row.state as SubscriptionState,
  timeZone: row.time_zone,
  period: periodOf(row),
  planPeriod,
  isAgreed: row.agreed_at !== null,
  isCancelled: row.cancelled_at !== null,
  isFrozen,
  isDue: row.due_order_id !== null,
  pastDueSince: row.past_due_since,
  chargesTried: row.charges_tried,
  stopsCharging: row.stops_charging,
  isChargeAsked: row.charge_asked === row.charges_tried + 1,
  remindedPeriod: row.reminded_period,
  isDearer,
  priceRises,
  chargeFrom: row.charge_from,
  endedAt: row.ended_at,
})

/**
 * The period to which use counts now. The order of the next one has charged for this one, so what
 * is used while it is not paid counts to the next.
 */
export const usagePeriodOf = (
  row: Pick<SubscriptionRow, 'state' | 'period_no' | 'due_order_id'>,
): number =>
  row.due_order_id === null || row.state === 'ended' ? row.period_no : row.period_no + 1

/** Since when what is used counts to that period. */
export const usageSince = (
  row: Pick<
    SubscriptionRow,
    'state' | 'period_no' | 'period_from' | 'period_until' | 'due_order_id'
  >,
): Date => (usagePeriodOf(row) === row.period_no ? row.period_from : row.period_until)

/** What was used in a period, by meter. */
export const findUsage = async (
  db: Db,
  subscriptionId: string,
  periodNo: number,
): Promise<Map<string, number>> =>
  new Map(
    (
      await db
        .selectFrom('usage_totals')
        .select(['meter', 'quantity'])
        .where('subscription_id', '=', subscriptionId)
        .where('period_no', '=', periodNo)
        .execute()
    ).map(({ meter, quantity }) => [meter, quantity]),
  )

export const isStoreOpen = async (db: Db, storeId: string): Promise<boolean> =>
  (await db
    .selectFrom('stores')
    .select('id')
    .where('id', '=', storeId)
    .where('status', '=', 'active')
    .executeTakeFirst()) !== undefined

/**
 * The time of a store's subscriptions: its test clock, or the market's. Where payments are real,
 * all have the market's: a store that once had a clock is charged like any other.
 */
export const timeOf = async (
  { clock, gateway }: Pick<Services, 'clock' | 'gateway'>,
  db: Db,
  storeId: string,
): Promise<{ now: Date; isTest: boolean }> => {
  const test = gateway.capabilities.isTest
    ? await db
        .selectFrom('test_clocks')
        .select('now_at')
        .where('store_id', '=', storeId)
        .executeTakeFirst()
    : undefined
  return test ? { now: test.now_at, isTest: true } : { now: clock.now(), isTest: false }
}

/** What running subscriptions of a store ask of its owner. */
export const listOpenSubscriptions = async (db: Db, storeId: string) =>
  (
    await db
      .selectFrom('subscriptions')
      .select(['item_id', 'state', 'trial_until', 'agreed_at', 'due_order_id'])
      .where('store_id', '=', storeId)
      .where('state', '<>', 'ended')
      .limit(500)
      .execute()
  ).map((row) => ({
    itemId: row.item_id,
    isDue: row.due_order_id !== null,
    /** Of a trial that the owner has not agreed to continue. */
    openTrialUntil: row.state === 'trialing' && row.agreed_at === null ? row.trial_until : null,
  }))

/** Whether the store's subscription to the item is paused until it is paid. */
export const isUnpaid = async (db: Db, storeId: string, itemId: string): Promise<boolean> =>
  (await findLiveSubscription(db, storeId, itemId))?.state === 'paused'

/** The store is closed, or an operator has stopped the item: nothing is charged meanwhile. */
export const findFrozen = async (trx: Db, row: SubscriptionRow): Promise<boolean> =>
  !(await isStoreOpen(trx, row.store_id)) || (await findStop(trx, row.item_id)) !== undefined
