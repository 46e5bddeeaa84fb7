import { sql } from 'kysely'
import {
  countChanged,
  listRows,
  MAX_STORE_DATA_ROWS,
  type StoreData,
} from '#modules/stores/public.ts'

/** Erasing keeps subscriptions, as orders are kept, without what owners wrote when they cancelled. */
export const storeDataOfBilling: StoreData = {
  async collect({ db }, storeId) {
    return {
      subscriptions: await listRows(
        db,
        sql`select id, state, period_from, period_until, trial_until, agreed_at, cancelled_at, created_at, ended_at, end_reason
    from subscriptions where store_id = ${storeId} order by created_at limit ${MAX_STORE_DATA_ROWS}`,
      ),
      cancellations: await listRows(
        db,
        sql`select subscription_id, at, facts ->> 'when' as ends, facts ->> 'reason' as reason
    from subscription_events where kind = 'cancelled' and subscription_id in (select id from subscriptions where store_id = ${storeId}) order by id limit ${MAX_STORE_DATA_ROWS}`,
      ),
      usage: await listRows(
        db,
        sql`select subscription_id, key, meter, quantity, used_at
    from usage_records where subscription_id in (select id from subscriptions where store_id = ${storeId}) order by id limit ${MAX_STORE_DATA_ROWS}`,
      ),
    }
  },
  async erase(trx, storeId) {
    return {
      cancellations: await countChanged(
        trx,
        sql`update subscription_events set facts = facts - 'reason'
    where kind = 'cancelled' and facts ? 'reason' and subscription_id in (select id from subscriptions where store_id = ${storeId})`,
      ),
    }
  },
}
