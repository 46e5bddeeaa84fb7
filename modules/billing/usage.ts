import type { Db } from '#db/client.ts'
import { type Currency, formatAmount, toMajor } from '#lib/money.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import {
  changeSubscription,
  findLiveSubscription,
  findUsage,
  findVersion,
  lockSubscription,
  periodOf,
  type PlanVersion,
  type SubscriptionRow,
  timeOf,
  usagePeriodOf,
} from './data.ts'
import { refuse } from './errors.ts'
import { queueMail } from './mails.ts'
import { sumOf, usageParts } from './order-parts.ts'

/** Shares of the cap at which the owner is told. */
const NOTICES = [50, 90] as const

export interface UsageGiven {
  storeId: string
  itemId: string
  /** The app's own name of the record: the same again changes nothing. */
  key: string
  meter: string
  quantity: number
  /** Null: now. */
  usedAt: Date | null
}

export interface UsageState {
  subscription_id: string
  meter: string
  /** Units of the current period, this record included. */
  used: number
  /** What all use of the period adds to the price so far, and the most that it may add. */
  cost: number
  cap: number | null
  currency: Currency
  period_until: string
}

/**
 * Adds a record of use to the current period (S3.4). Refused above the owner's cap, outside the
 * period, and while nothing may be used; a repeated key answers as the first time. The row of the
 * subscription is locked, so that records at once cannot exceed the cap together.
 */
export const recordUsage = (services: Services, given: UsageGiven): Promise<UsageState> =>
  inTransaction(services, async (trx) => {
    const seen = await findLiveSubscription(trx, given.storeId, given.itemId)
    const row = seen && (await lockSubscription(trx, seen.id))
    if (!row || row.state === 'ended') throw refuse('billing.no_subscription')
    const version = await findVersion(trx, row.plan_version_id)
    const used = await findUsage(trx, row.id, usagePeriodOf(row))
    if (await isRepeated(trx, row, given)) return presentUsage(row, version, used, given.meter)
    if (row.state === 'paused') throw refuse('billing.not_now')
    if (!version.meters.some(({ key }) => key === given.meter))
      throw refuse('billing.meter_unknown', {
        fields: { meter: { code: 'billing.meter_unknown' } },
      })
    const time = await timeOf(services, trx, row.store_id)
    const usedAt = given.usedAt ?? time.now
    requireCurrent(row, usedAt, time.now)
    const after = new Map(used).set(given.meter, (used.get(given.meter) ?? 0) + given.quantity)
    const costs = { before: costOf(row, version, used), after: costOf(row, version, after) }
    // Without a cap nothing may be added: the owner agreed to no more than the price.
    if (costs.after > (row.cap_minor ?? 0) && costs.after > costs.before)
      throw refuse('billing.cap_reached', {
        params: { cap: formatAmount(row.cap_minor ?? 0, version.currency as Currency) },
      })
    await insertRecord(trx, row, { ...given, usedAt }, time.now)
    await notice(services, trx, { row, version, costs, now: time.now })
    return presentUsage(row, version, after, given.meter)
  })

/** A trial's use is counted and never charged; it has the same cap, so that both behave alike. */
const costOf = (row: SubscriptionRow, version: PlanVersion, used: ReadonlyMap<string, number>) =>
  sumOf(usageParts(version, periodOf(row), row.time_zone, used))

const presentUsage = (
  row: SubscriptionRow,
  version: PlanVersion,
  used: ReadonlyMap<string, number>,
  meter: string,
): UsageState => ({
  subscription_id: row.id,
  meter,
  used: used.get(meter) ?? 0,
  cost: toMajor(costOf(row, version, used), version.currency),
  cap: row.cap_minor === null ? null : toMajor(row.cap_minor, version.currency),
  currency: version.currency as Currency,
  period_until: row.period_until.toISOString(),
})

/** Refuses a key that stands for another record. */
async function isRepeated(trx: Db, { id }: SubscriptionRow, given: UsageGiven): Promise<boolean> {
  const known = await trx
    .selectFrom('usage_records')
    .select(['meter', 'quantity'])
    .where('subscription_id', '=', id)
    .where('key', '=', given.key)
    .executeTakeFirst()
  if (!known) return false
  if (known.meter !== given.meter || known.quantity !== given.quantity)
    throw refuse('billing.key_reused', { fields: { key: { code: 'billing.key_reused' } } })
  return true
}

/** Clocks of apps may be this far ahead. */
const CLOCK_SKEW_MS = 300_000

function requireCurrent(row: SubscriptionRow, usedAt: Date, now: Date): void {
  const isFuture = usedAt.getTime() > now.getTime() + CLOCK_SKEW_MS
  // A period goes on until the order of the next one is opened.
  if (usedAt < row.period_from || isFuture)
    throw refuse('billing.outside_period', {
      fields: { used_at: { code: 'billing.outside_period' } },
    })
}

async function insertRecord(
  trx: Db,
  row: SubscriptionRow,
  given: UsageGiven & { usedAt: Date },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('usage_records')
    .values({
      subscription_id: row.id,
      key: given.key,
      period_no: usagePeriodOf(row),
      meter: given.meter,
      quantity: given.quantity,
      used_at: given.usedAt,
      recorded_at: now,
    })
    .execute()
  await trx
    .insertInto('usage_totals')
    .values({
      subscription_id: row.id,
      period_no: usagePeriodOf(row),
      meter: given.meter,
      quantity: given.quantity,
    })
    .onConflict((conflict) =>
      conflict.columns(['subscription_id', 'period_no', 'meter']).doUpdateSet((on) => ({
        quantity: on('usage_totals.quantity', '+', on.ref('excluded.quantity')),
      })),
    )
    .execute()
}

/** Tells the owner and the app when a share of the cap is passed. */
async function notice(
  services: Services,
  trx: Db,
  {
    row,
    version,
    costs,
    now,
  }: {
    row: SubscriptionRow
    version: PlanVersion
    costs: { before: number; after: number }
    now: Date
  },
): Promise<void> {
  if (row.cap_minor === null || row.state === 'trialing') return
  const cap = row.cap_minor
  const passed = NOTICES.findLast(
    (share) => costs.before * 100 < cap * share && costs.after * 100 >= cap * share,
  )
  if (passed === undefined) return
  const money = (minor: number) => formatAmount(minor, version.currency as Currency)
  await changeSubscription(
    trx,
    row.id,
    {},
    {
      kind: 'near_cap',
      facts: { percent: passed, used_minor: costs.after, cap_minor: cap },
      at: now,
    },
  )
  await queueMail(services, trx, {
    row,
    version,
    kind: `usage_${passed}`,
    key: `${usagePeriodOf(row)} ${cap}`,
    facts: { used: money(costs.after), cap: money(cap) },
  })
  if (passed === 90) await services.subscriptionChanged(services, trx, row.id, 'usage.near_cap')
}
