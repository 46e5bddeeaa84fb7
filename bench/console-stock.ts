import { sql } from 'kysely'
import type { Db } from '#db/client.ts'

/** What stands in the console's tables at a hundred times a young market's size. */
export interface ConsoleStock {
  stores: number
  installs: number
  orders: number
  reviews: number
  auditLines: number
}

export const CONSOLE_STOCK: ConsoleStock = {
  stores: 100_000,
  installs: 1_000_000,
  orders: 200_000,
  reviews: 100_000,
  auditLines: 1_000_000,
}

const TABLES = ['stores', 'installations', 'orders', 'reviews', 'audit_log'] as const

/**
 * Fills the console's tables beside a generated market: stores, installations (Zipf over the
 * items), orders, reviews, lines of the audit log by `personId`. Plain SQL without triggers, for
 * what they derive is the market's own generator's business.
 */
export async function fillConsole(db: Db, stock: ConsoleStock, personId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const table of TABLES)
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`select setseed(0.5)`.execute(trx)
    await sql`
      insert into stores (id, platform_id, external_id, domain, name, url, is_os2, platform_version, panel_origin, status, checked_at, created_at)
      select 'str_bench' || lpad(n::text, 15, '0'), (select min(id) from platforms), 'bench-' || n, 'shop' || n || '.example.com', 'Shop ' || n, 'https://shop' || n || '.example.com',
        n % 3 = 0, '4.2.0', null, 'active', now(), now() - n * interval '7 minutes'
      from generate_series(1, ${stock.stores}::int) n`.execute(trx)
    await sql`create temporary table bench_items on commit drop as
      select row_number() over (order by md5(id)) as place, id, partner_id, latest_release_id, price_minor, currency,
        (select plans.id from plans where item_id = items.id order by position limit 1) as plan_id
      from items where latest_release_id is not null`.execute(trx)
    await sql`create unique index on bench_items (place)`.execute(trx)
    // The first items have most: a power of an even number is Zipf-like.
    await sql`
      insert into installations (id, store_id, item_id, release_id, state, granted, installed_at, created_at, updated_at)
      select 'ins_bench' || lpad(n::text, 15, '0'), 'str_bench' || lpad((1 + (n::bigint * 7919) % ${stock.stores}::int)::text, 15, '0'), i.id, i.latest_release_id,
        case when n % 500 = 0 then 'needs_action' when n % 9 = 0 then 'uninstalled' else 'installed' end, '{}', at, at, at
      from (select n, 1 + floor(power(random(), 3) * (select max(place) from bench_items))::bigint as place, now() - random() * interval '365 days' as at
        from generate_series(1, ${stock.installs}::int) n offset 0) d join bench_items i using (place)
      on conflict do nothing`.execute(trx)
    await sql`
      with sold as materialized (
        select n, 'ord_bench' || lpad(n::text, 15, '0') as id, 'str_bench' || lpad((1 + (n::bigint * 104729) % ${stock.stores}::int)::text, 15, '0') as store_id,
          i.id as item_id, i.plan_id, i.currency, i.price_minor, at
        from (select n, 1 + floor(power(random(), 3) * (select max(place) from bench_items))::bigint as place, now() - random() * interval '365 days' as at
          from generate_series(1, ${stock.orders}::int) n offset 0) d join bench_items i using (place)),
      lines as (
        insert into order_lines (order_id, place, store_id, item_id, plan_id, claim, list_price_minor, subtotal_minor, tax_minor, total_minor, tax_rate_bp)
        select id, 1, store_id, item_id, plan_id, case when n % 10 > 0 then 'owned' end, price_minor, price_minor, 0, price_minor, 0 from sold
        on conflict do nothing returning order_id)
      insert into orders (id, number, store_id, platform_id, state, currency, subtotal_minor, tax_minor, total_minor, prices_include_tax, created_at, expires_at, paid_at)
      select id, 'B' || lpad(n::text, 11, '0'), store_id, (select min(id) from platforms), case when n % 10 = 0 then 'expired' else 'paid' end, currency, price_minor, 0, price_minor, true,
        at, at + interval '1 hour', case when n % 10 = 0 then null else at end
      from sold join lines on lines.order_id = sold.id`.execute(trx)
    await sql`
      insert into entitlements (order_id, line_place, store_id, item_id, valid_from)
      select orders.id, place, orders.store_id, item_id, paid_at from orders join order_lines on order_id = orders.id where orders.id like 'ord_bench%' and state = 'paid' on conflict do nothing`.execute(
      trx,
    )
    await sql`
      insert into reviews (id, store_id, item_id, version, stars, text, installed_days, still_installed, salt, created_at, updated_at)
      select 'rev_bench' || lpad(n::text, 15, '0'), 'str_bench' || lpad((1 + (n::bigint * 31) % ${stock.stores}::int)::text, 15, '0'), i.id, '1.0.0', 1 + n % 5, 'Bench ' || n, 30, true,
        '\\x00', now() - n * interval '1 minute', now() - n * interval '1 minute'
      from generate_series(1, ${stock.reviews}::int) n join bench_items i on i.place = 1 + n % (select max(place) from bench_items) on conflict do nothing`.execute(
      trx,
    )
    await sql`
      insert into audit_log (at, actor_id, actor_role, operation, kind, object_id, partner_id, before, after, request_id)
      select now() - (${stock.auditLines}::int - n) * interval '20 seconds', ${personId}, 'operator:admin', 'changeListing', (array['item', 'partner', 'member', 'release'])[1 + n % 4], i.id,
        i.partner_id, '{"name": "A"}', '{"name": "B"}', 'BENCH-' || n
      from generate_series(1, ${stock.auditLines}::int) n join bench_items i on i.place = 1 + n % (select max(place) from bench_items) order by n`.execute(
      trx,
    )
    // As the job of figures adds them up, without countries and removals.
    await sql`
      insert into figure_days (item_id, day, platform_id, country, version, views, installs, uninstalls, ratings, stars)
      select item_id, figure_day(installed_at), platform_id, '', '1.0.0', 10 * count(*), count(*), 0, 0, 0
      from installations join stores on stores.id = store_id group by 1, 2, 3`.execute(trx)
    await sql`
      insert into figure_market_days (market, day, platform_id, country, views, installs, uninstalls, ratings, stars)
      select market, day, platform_id, '', sum(views), sum(installs), 0, 0, 0 from figure_days join items on items.id = item_id group by 1, 2, 3`.execute(
      trx,
    )
    await sql`insert into item_standings select standing.* from standings_of(array(select distinct item_id from installations)) as standing on conflict do nothing`.execute(
      trx,
    )
    for (const table of TABLES)
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx)
  })
  await sql`set statement_timeout = 0`.execute(db)
  for (const table of [...TABLES, 'figure_days', 'figure_market_days'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}
