import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { marketDay } from '#lib/market-days.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { FEWEST_PARTNERS, type Metric, windowsOf } from './rules.ts'

const PAUSE_SECONDS = 20 * 3_600

/**
 * Computes the medians of all categories anew, once a day. Amounts to a few statements over the
 * sums of some weeks; does nothing while another worker does it.
 */
export const renewMedians = (services: Pick<Services, 'db' | 'clock' | 'zones'>): Promise<void> =>
  inTransaction(services, async (trx) => {
    const now = services.clock.now()
    const { numUpdatedRows } = await trx
      .updateTable('figure_medians_run')
      .set({ at: now })
      .where('at', '<=', secondsAfter(now, -PAUSE_SECONDS))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await computeMedians(trx, marketDay(services.zones, now))
  })

async function computeMedians(trx: Db, today: string): Promise<void> {
  const { views, month, trials, kept } = windowsOf(today)
  await sql`delete from figure_category_medians`.execute(trx)
  await insertMedians(
    trx,
    'conversion',
    sql`select item_id, sum(installs) as part, sum(views) as whole from figure_days
      where day between ${views.from}::date and ${views.to}::date group by item_id`,
  )
  await insertMedians(
    trx,
    'churn',
    sql`select item_id, sum(ended) filter (where day >= ${month.from}::date) as part,
        sum(active + past_due + paused) filter (where day < ${month.from}::date) as whole
      from figure_subscription_days where day <= ${month.to}::date group by item_id`,
  )
  await insertMedians(
    trx,
    'trials',
    sql`select item_id, sum(trials_paid) as part, sum(trials) as whole from figure_subscription_days
      where day between ${trials.from}::date and ${trials.to}::date group by item_id`,
  )
  await insertMedians(
    trx,
    'kept_30',
    sql`select item_id, sum(kept_30) as part, sum(installs) as whole from figure_retention_days
      where day between ${kept.from}::date and ${kept.to}::date group by item_id`,
  )
}

/**
 * `sums`: part and whole of each item. A partner has one value in a category, of all its items
 * there, so that many items do not outweigh other partners.
 */
const insertMedians = (trx: Db, metric: Metric, sums: RawBuilder<unknown>) =>
  sql`
    with own as (${sums}), of_partner as (
      select item_categories.category_id, items.partner_id,
        coalesce(sum(own.part), 0) * 100.0 / sum(own.whole) as value
      from own join items on items.id = own.item_id
      join item_categories on item_categories.item_id = items.id
      join categories on categories.id = item_categories.category_id and not categories.is_tag
      group by 1, 2 having sum(own.whole) > 0)
    insert into figure_category_medians (category_id, metric, median, partners)
    select category_id, ${metric},
      round((percentile_cont(0.5) within group (order by value))::numeric, 1), count(*)
    from of_partner group by 1 having count(*) >= ${FEWEST_PARTNERS}`.execute(trx)
