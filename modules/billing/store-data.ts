import { sql } from 'kysely'
import { listRows, MAX_STORE_DATA_ROWS, type StoreData } from '#modules/stores/public.ts'

/** Subscriptions name nobody, so erasing keeps them, as orders are kept. */
export const storeDataOfBilling: StoreData = {
  async collect({ db }, storeId) {
    return {
      subscriptions: await listRows(
        db,
        sql`select id, state, period_from, period_until, trial_until, agreed_at, cancelled_at, created_at, ended_at, end_reason
    from subscriptions where store_id = ${storeId} order by created_at limit ${MAX_STORE_DATA_ROWS}`,
      ),
      usage: await listRows(
        db,
        sql`select subscription_id, key, meter, quantity, used_at
    from usage_records where subscription_id in (select id from subscriptions where store_id = ${storeId}) order by id limit ${MAX_STORE_DATA_ROWS}`,
      ),
    }
  },
  erase: () => Promise.resolve({}),
}
