import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { seedStores } from './seed-items.ts'

const BATCH = 100_000
const STORES_AT_ONCE = 2_000
/** Places among all stores that no buyer of a proof has. */
const FIRST_PLACE = 1_000_000
/** Their triggers would note every old order as a new one. */
const NOTED = ['orders', 'payment_attempts', 'order_events', 'earnings_entries']
const CONSENTS = ['data_protection', 'distance_sale', 'immediate_delivery', 'permissions']

/**
 * Orders paid during the last year with all that a paid order leaves behind: address, attempt,
 * events, consents, entitlement, invoice with its number, mail and the partner's share. Stores of
 * their own have them; the texts that were agreed to are the same for all.
 */
export async function writeOldOrders(
  db: Db,
  { count, items, say }: { count: number; items: number; say: (words: string) => void },
): Promise<void> {
  const began = performance.now()
  const stores = Math.ceil(count / items)
  for (let from = 0; from < stores; from += STORES_AT_ONCE)
    await seedStores(db, Math.min(STORES_AT_ONCE, stores - from), FIRST_PLACE + from)
  await sql`insert into agreed_texts (sha256, content, kept_at)
    select encode(sha256(kind::bytea), 'hex'), jsonb_build_object('kind', kind), now() from unnest(${CONSENTS}::text[]) as kind`.execute(
    db,
  )
  for (const table of NOTED)
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
  for (let from = 0; from < count; from += BATCH) {
    await writeBatch(db, { from, until: Math.min(count, from + BATCH), items })
    say(`${Math.min(count, from + BATCH)} of ${count} old orders`)
  }
  for (const table of NOTED)
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(db)
  await sql`select post_earnings(earnings_entries) from earnings_entries where not exists (select from ledger_entries where posting = earnings_entries.id)`.execute(
    db,
  )
  await sql`insert into invoice_counters (series, year, last) values ('ARS', extract(year from now()), ${count})`.execute(
    db,
  )
  await sql`vacuum analyze`.execute(db)
  say(`${count} old orders written in ${Math.round((performance.now() - began) / 1000)} s`)
}

const writeBatch = (
  db: Db,
  { from, until, items }: { from: number; until: number; items: number },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`create temporary table old on commit drop as
      select n, 'ord_old' || n as id, 'adr_old' || n as address_id, 'att_old' || n as attempt_id, stores.id as store_id, item.id as item_id,
        item.partner_id, plan.id as plan_id, plan.currency, plan.price_minor as total, round(plan.price_minor / 6.0)::bigint as tax,
        now() - interval '1 minute' - (n % 525000) * interval '1 minute' as at
      from generate_series(${sql.lit(from)}, ${sql.lit(until - 1)}) as n
      join stores on stores.external_id = 'magaza-' || (${sql.lit(FIRST_PLACE)} + n / ${sql.lit(items)})
      join items item on item.id = 'itm_m' || n % ${sql.lit(items)}
      join plans plan on plan.item_id = item.id and plan.position = 0`.execute(trx)
    for (const statement of ROWS) await statement.execute(trx)
  })

const account = sql`'{"id":"u","name":"Ayşe Demir","email":"ayse@shop.example"}'::jsonb`
/** As long as a sealed address or invoice is. */
const sealed = sql`repeat(md5(n::text), 20)`

const ROWS = [
  sql`insert into addresses (id, store_id, name, invoice_type, address, city, district, country, zip_code, firstname, lastname, phone, email, created_at, updated_at, deleted_at)
    select address_id, store_id, 'Mağaza', 'individual', 'Çekirge Mah. 1. Sok. No: 4', 'Bursa', 'Osmangazi', 'TR', '16070', 'Ayşe', 'Demir', '+905321234567', 'ayse@shop.example', at, at, case when n % 20 > 0 then at end from old`,
  sql`with lines as (
      insert into order_lines (order_id, place, store_id, item_id, plan_id, claim, list_price_minor, subtotal_minor, tax_minor, total_minor, tax_rate_bp)
      select id, 1, store_id, item_id, plan_id, 'owned', total, total - tax, tax, total, 2000 from old)
    insert into orders (id, number, store_id, platform_id, state, currency, prices_include_tax, subtotal_minor, tax_minor, total_minor, address_id, address_sealed, created_at, expires_at, paid_at)
    select id, 'AROLD' || n, store_id, 1, 'paid', currency, true, total - tax, tax, total, address_id, ${sealed}, at, at, at from old`,
  sql`insert into payment_attempts (id, order_id, gateway, state, amount_minor, currency, gateway_ref, card_brand, card_last_four, created_at, updated_at, captured_minor, captured_at)
    select attempt_id, id, 'sandbox', 'succeeded', total, currency, 'pay_old' || n, 'mastercard', '0008', at, at, total, at from old`,
  sql`insert into order_events (order_id, attempt_id, kind, from_state, to_state, facts, at)
    select id, case when turn > 2 then attempt_id end, kind, from_state, to_state, '{"from": 24990, "to": 24990, "tax": 4165, "rate_bp": 2000}', at from old,
      (values (1, 'order', null, 'draft'), (2, 'repriced', null, null), (3, 'attempt', null, 'created'), (4, 'order', 'draft', 'awaiting_payment'), (5, 'attempt', 'created', 'challenge'), (6, 'attempt', 'challenge', 'authorising'), (7, 'attempt', 'authorising', 'succeeded'), (8, 'order', 'awaiting_payment', 'paid')) as happened (turn, kind, from_state, to_state)`,
  sql`insert into consents (id, store_id, kind, version, text_sha256, locale, order_id, item_id, account, ip, agreed_at)
    select 'con_old' || n || kind, store_id, kind, '1', encode(sha256(kind::bytea), 'hex'), 'tr', id, item_id, ${account}, '10.0.0.1', at from old, unnest(array['data_protection', 'distance_sale', 'immediate_delivery', 'permissions']) as kind`,
  sql`insert into entitlements (order_id, line_place, store_id, item_id, valid_from) select id, 1, store_id, item_id, at from old`,
  sql`insert into local_invoices (key, series, year, sequence, issued_at) select 'invoice-' || id, 'ARS', extract(year from now()), n + 1, at from old`,
  sql`insert into invoices (id, kind, provider, number, order_id, currency, net_minor, tax_minor, total_minor, content_sealed, state, issued_at)
    select 'inv_old' || n, 'invoice', 'local', 'OLD' || n, id, currency, total - tax, tax, total, ${sealed}, 'issued', at from old`,
  sql`insert into invoice_taxes (invoice_id, tax_rate_bp, net_minor, tax_minor) select 'inv_old' || n, 2000, total - tax, tax from old`,
  sql`insert into mails (id, key_hash, state, tries, next_try_at, created_at, ended_at)
    select 'mai_old' || n, sha256(('receipt ' || id)::bytea), 'sent', 1, at, at, at from old`,
  sql`insert into earnings_entries (id, partner_id, currency, kind, at, order_id, line_place, item_id, rate_bp, tax_bp, gross_minor, net_minor, commission_minor, tax_minor, amount_minor)
    select 'ere_' || lpad(n::text, 20, '0'), partner_id, currency, 'sale', at, id, 1, item_id, 0, 2000, total, total - tax, 0, 0, total - tax from old where total > tax`,
]
