import type { Db } from '#db/client.ts'
import { type Currency, toMajor } from '#lib/money.ts'
import type { SubscriptionFacts } from './contract.ts'
import {
  findLiveSubscription,
  findSubscription,
  findVersion,
  type SubscriptionRow,
} from './data.ts'
import type { SubscriptionState } from './rules.ts'

async function factsOf(db: Db, row: SubscriptionRow): Promise<SubscriptionFacts> {
  const version = await findVersion(db, row.plan_version_id)
  return {
    id: row.id,
    state: row.state as SubscriptionState,
    plan_id: version.planId,
    plan_period: version.period,
    price: toMajor(version.amountMinor, version.currency),
    currency: version.currency as Currency,
    period_from: row.period_from.toISOString(),
    period_until: row.period_until.toISOString(),
    trial_until: row.trial_until?.toISOString() ?? null,
    is_cancelled: row.cancelled_at !== null,
    cap: row.cap_minor === null ? null : toMajor(row.cap_minor, version.currency),
  }
}

export async function findSubscriptionFacts(db: Db, id: string) {
  const row = await findSubscription(db, id)
  return row && { storeId: row.store_id, itemId: row.item_id, shown: await factsOf(db, row) }
}

/** Of the store's live subscription to the item; null without one. */
export async function findFactsOf(
  db: Db,
  storeId: string,
  itemId: string,
): Promise<SubscriptionFacts | null> {
  const row = await findLiveSubscription(db, storeId, itemId)
  return row ? factsOf(db, row) : null
}
