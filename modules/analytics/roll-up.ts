import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import { secondsAfter } from '#lib/clock.ts'
import { MARKETS } from '#lib/market.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { tryConsumeRateLimits } from '#kernel/rate-limits.ts'

/** The maximum age of figures while the worker runs. */
const PAUSE_SECONDS = 60
/** Readers wait for the roll-up, so it runs at most this often for them. */
const READ_PAUSE_SECONDS = 10
const BATCH = 5_000
/** Limits one run after a long downtime. */
const MOST_BATCHES = 40

/**
 * Sums all due days, oldest first. Does nothing while another worker runs it. What is noted in the
 * meantime waits for the next run: a busy day would be added up again and again.
 */
export async function rollUpFigures(services: Pick<Services, 'db' | 'clock'>): Promise<void> {
  if (!(await mayRun(services))) return
  for (let batches = 0; batches < MOST_BATCHES; batches += 1)
    if ((await rollUpBatch(services)) < BATCH) return
}

const mayRun = async ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<boolean> => {
  const now = clock.now()
  return (
    (
      await db
        .updateTable('figures_run')
        .set({ at: now })
        .where('at', '<=', secondsAfter(now, -PAUSE_SECONDS))
        .executeTakeFirst()
    ).numUpdatedRows > 0n
  )
}

/**
 * Before reading: sums the newest due days, at most every few seconds. Returns until when
 * everything is counted; null while older days are due.
 */
export async function refreshFigures(
  services: Pick<Services, 'db' | 'clock'>,
): Promise<Date | null> {
  const now = services.clock.now()
  if (
    await tryConsumeRateLimits(services, [
      { key: 'figures added up for readers', most: 1, seconds: READ_PAUSE_SECONDS },
    ])
  )
    await rollUpBatch(services, 'newest')
  return (await services.db.selectFrom('figures_due').select('id').limit(1).executeTakeFirst())
    ? null
    : now
}

/**
 * Returns the number of processed rows. Serialized, because two runs would insert the same day
 * twice.
 */
export const rollUpBatch = (
  services: Pick<Services, 'db'>,
  first: 'oldest' | 'newest' = 'oldest',
): Promise<number> =>
  inTransaction(services, async (trx) => {
    const {
      rows: [lock],
    } = await sql<{
      held: boolean
    }>`select pg_try_advisory_xact_lock(hashtext('figures')) as held`.execute(trx)
    if (!lock?.held) return 0
    const { rows: noted } = await sql<{ item_id: string; day: string }>`
    delete from figures_due where id in (select id from figures_due order by ${first === 'oldest' ? sql`day, id` : sql`day desc, id desc`} limit ${BATCH}) returning item_id, day::text as day`.execute(
      trx,
    )
    if (noted.length === 0) return 0
    const due = [...new Map(noted.map((one) => [`${one.item_id} ${one.day}`, one])).values()]
    await addUpItems(trx, due)
    await addUpMarkets(trx, [...new Set(due.map((one) => one.day))])
    return noted.length
  })

/** The country of a store's latest invoice address. */
const COUNTRY = sql`coalesce((select country from addresses where addresses.store_id = stores.id order by created_at desc limit 1), '')`
const MARKET_DAYS = [
  [
    'figure_market_days',
    'figure_days',
    ['platform_id', 'country'],
    ['views', 'installs', 'uninstalls', 'ratings', 'stars'],
  ],
  [
    'figure_market_money_days',
    'figure_money_days',
    ['platform_id', 'country', 'currency'],
    ['orders', 'paid_minor', 'refunded_minor'],
  ],
  ['figure_market_reason_days', 'figure_reason_days', ['reason'], ['uninstalls']],
  [
    'figure_market_subscription_days',
    'figure_subscription_days',
    ['currency'],
    [
      'trialing',
      'active',
      'past_due',
      'paused',
      'monthly_minor',
      'started',
      'ended',
      'trials',
      'trials_paid',
      'failed',
      'failed_minor',
      'recovered',
      'recovered_minor',
    ],
  ],
] as const

const ITEM_TABLES = [
  'figure_days',
  'figure_money_days',
  'figure_reason_days',
  'figure_retention_days',
  'figure_subscription_days',
] as const

/** The source rows are read after the due rows were deleted, so nothing is missed. */
async function addUpItems(
  trx: Transaction<DB>,
  due: readonly { item_id: string; day: string }[],
): Promise<void> {
  const named = sql`with span as materialized (
    select due.item_id, due.day, day_start(due.day) as begins, day_start(due.day + 1) as ends
    from unnest(${due.map((one) => one.item_id)}::text[], ${due.map((one) => one.day)}::date[]) as due (item_id, day) join items on items.id = due.item_id)`
  for (const table of ITEM_TABLES) {
    await sql`${named} delete from ${sql.table(table)} as old using span where old.item_id = span.item_id and old.day = span.day`.execute(
      trx,
    )
  }
  await sql`${named}, happened as (
      select span.item_id, span.day, stores.platform_id, ${COUNTRY} as country,
        coalesce((select version from installation_runs run join releases first on first.id = run.to_release_id where run.installation_id = one.id and run.kind = 'install' order by turn limit 1), releases.version) as version,
        0 as views, 1 as installs, 0 as uninstalls, 0 as ratings, 0 as stars
      from span join installations one on one.item_id = span.item_id and one.installed_at >= begins and one.installed_at < ends
      join stores on stores.id = one.store_id join releases on releases.id = one.release_id
      union all
      select span.item_id, span.day, stores.platform_id, ${COUNTRY}, releases.version, 0, 0, 1, 0, 0
      from span join installations one on one.item_id = span.item_id and one.uninstalled_at >= begins and one.uninstalled_at < ends and one.installed_at is not null
      join stores on stores.id = one.store_id join releases on releases.id = one.release_id
      union all
      select span.item_id, span.day, platform_id, '', '', views, 0, 0, 0, 0 from span join item_views on item_views.item_id = span.item_id and item_views.day = span.day
      union all
      select span.item_id, span.day, stores.platform_id, ${COUNTRY}, reviews.version, 0, 0, 0, 1, reviews.stars
      from span join reviews on reviews.item_id = span.item_id and reviews.created_at >= begins and reviews.created_at < ends join stores on stores.id = reviews.store_id)
    insert into figure_days (item_id, day, platform_id, country, version, views, installs, uninstalls, ratings, stars)
    select item_id, day, platform_id, country, version, sum(views), sum(installs), sum(uninstalls), sum(ratings), sum(stars) from happened group by 1, 2, 3, 4, 5`.execute(
    trx,
  )
  await sql`${named}, happened as (
      select span.item_id, span.day, orders.platform_id, ${COUNTRY} as country, orders.currency, 1 as orders, line.total_minor as paid_minor, 0::bigint as refunded_minor
      from orders join order_lines line on line.order_id = orders.id join span on span.item_id = line.item_id and orders.paid_at >= begins and orders.paid_at < ends join stores on stores.id = orders.store_id
      where line.total_minor > 0 and orders.paid_at >= (select min(begins) from span) and orders.paid_at < (select max(ends) from span)
      union all
      select span.item_id, span.day, orders.platform_id, ${COUNTRY}, refunds.currency, 0, 0, refunds.amount_minor
      from refunds join orders on orders.id = refunds.order_id join order_lines line on line.order_id = orders.id and line.place = refunds.line_place join span on span.item_id = line.item_id and refunds.ended_at >= begins and refunds.ended_at < ends join stores on stores.id = orders.store_id
      where refunds.state = 'succeeded' and refunds.ended_at >= (select min(begins) from span) and refunds.ended_at < (select max(ends) from span))
    insert into figure_money_days (item_id, day, platform_id, country, currency, orders, paid_minor, refunded_minor)
    select item_id, day, platform_id, country, currency, sum(orders), sum(paid_minor), sum(refunded_minor) from happened group by 1, 2, 3, 4, 5`.execute(
    trx,
  )
  await sql`${named}
    insert into figure_reason_days (item_id, day, reason, uninstalls)
    select span.item_id, span.day, coalesce(one.uninstall_reason, ''), count(*)
    from span join installations one on one.item_id = span.item_id and one.uninstalled_at >= begins and one.uninstalled_at < ends and one.installed_at is not null group by 1, 2, 3`.execute(
    trx,
  )
  await sql`${named}
    insert into figure_retention_days (item_id, day, installs, kept_7, kept_30)
    select span.item_id, span.day, count(*),
      count(*) filter (where one.uninstalled_at is null or one.uninstalled_at >= one.installed_at + interval '7 days'),
      count(*) filter (where one.uninstalled_at is null or one.uninstalled_at >= one.installed_at + interval '30 days')
    from span join installations one on one.item_id = span.item_id and one.installed_at >= begins and one.installed_at < ends group by 1, 2`.execute(
    trx,
  )
  await addUpSubscriptions(trx, named)
}

/**
 * What a subscription becomes counts one more, what it was before one less. A later state says
 * whether a trial of this day was paid and a failed payment recovered.
 */
async function addUpSubscriptions(trx: Transaction<DB>, named: RawBuilder<unknown>): Promise<void> {
  await sql`${named}, changed as (
      select span.item_id, span.day, one.state, one.currency, one.monthly_minor, coalesce(one.due_minor, 0) as due_minor,
        before.state as old_state, before.currency as old_currency, before.monthly_minor as old_monthly_minor,
        one.state in ('trialing', 'past_due') and exists (select from subscription_states later
          where later.subscription_id = one.subscription_id and later.id > one.id and later.state = 'active') as paid_later
      from span join subscription_states one on one.item_id = span.item_id and one.at >= begins and one.at < ends
      left join lateral (select state, currency, monthly_minor from subscription_states earlier
        where earlier.subscription_id = one.subscription_id and earlier.id < one.id order by earlier.id desc limit 1) before on true),
    happened as (
      select item_id, day, currency, state, 1 as many, monthly_minor,
        (state = 'active' and coalesce(old_state, 'trialing') = 'trialing')::integer as started,
        (state = 'ended' and old_state <> 'trialing')::integer as ended,
        (state = 'trialing' and old_state is null)::integer as trials,
        (state = 'past_due' and coalesce(old_state, 'active') in ('trialing', 'active'))::integer as failed,
        paid_later::integer as paid_later, due_minor
      from changed
      union all
      select item_id, day, old_currency, old_state, -1, old_monthly_minor, 0, 0, 0, 0, 0, 0
      from changed where old_state is not null)
    insert into figure_subscription_days (item_id, day, currency, trialing, active, past_due, paused, monthly_minor,
      started, ended, trials, trials_paid, failed, failed_minor, recovered, recovered_minor)
    select item_id, day, currency,
      coalesce(sum(many) filter (where state = 'trialing'), 0),
      coalesce(sum(many) filter (where state = 'active'), 0),
      coalesce(sum(many) filter (where state = 'past_due'), 0),
      coalesce(sum(many) filter (where state = 'paused'), 0),
      coalesce(sum(many * monthly_minor) filter (where state in ('active', 'past_due')), 0),
      sum(started), sum(ended), sum(trials), sum(trials * paid_later),
      sum(failed), sum(failed * due_minor), sum(failed * paid_later), sum(failed * paid_later * due_minor)
    from happened group by 1, 2, 3`.execute(trx)
}

async function addUpMarkets(trx: Transaction<DB>, days: readonly string[]): Promise<void> {
  for (const [table, from, parts, sums] of MARKET_DAYS) {
    await sql`delete from ${sql.table(table)} where market = any(${[...MARKETS]}) and day = any(${[...days]}::date[])`.execute(
      trx,
    )
    // Qualified, because items have a currency too.
    const own = sql.join(parts.map((name) => sql.ref(`one.${name}`)))
    await sql`insert into ${sql.table(table)} (market, day, ${sql.join([...parts, ...sums].map((name) => sql.ref(name)))})
      select items.market, one.day, ${own}, ${sql.join(sums.map((name) => sql`sum(${sql.ref(`one.${name}`)})`))}
      from ${sql.table(from)} one join items on items.id = one.item_id where one.day = any(${[...days]}::date[]) group by items.market, one.day, ${own}`.execute(
      trx,
    )
  }
}
