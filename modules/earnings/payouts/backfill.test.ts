import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, openDb } from '#db/client.ts'
import { migrate } from '#db/migrate.ts'
import { createDatabase } from '#test/support/database.ts'
import { findLedgerFaults, listBalances } from './ledger.ts'

const MIGRATIONS = new URL('../../../db/migrations/', import.meta.url)
const PARTNER = 'par_old'
const TURN = '0000000000000000000'

let database: Awaited<ReturnType<typeof createDatabase>>
let db: Db

/** The schema of before there was a ledger. */
async function migrateUntil(last: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  const names = (await readdir(MIGRATIONS)).filter((name) => name.slice(0, 4) <= last)
  for (const name of names)
    await copyFile(fileURLToPath(new URL(name, MIGRATIONS)), join(folder, name))
  await migrate(db, { folder: pathToFileURL(`${folder}/`) })
  await rm(folder, { recursive: true })
}

interface OldOrder {
  id: string
  days: number
  currency?: string
  planVersion?: string
}

/** Rows that orders and entries name are of no matter here, and their triggers note new ones. */
async function withoutRest(trx: Db): Promise<void> {
  await sql`do $$
    declare one record;
    begin
      for one in select conname, conrelid::regclass as tab from pg_constraint
        where contype = 'f' and conrelid in ('orders'::regclass, 'earnings_entries'::regclass) loop
        execute format('alter table %s drop constraint %I', one.tab, one.conname);
      end loop;
    end $$`.execute(trx)
  for (const table of ['orders', 'earnings_entries'])
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
}

/** Entries as they were: nothing else of the order is read by the migration. */
async function writeOldRows(): Promise<void> {
  const order = ({ id, days, currency = 'TRY', planVersion }: OldOrder) =>
    sql`insert into orders (id, number, store_id, item_id, plan_id, platform_id, state, currency, list_price_minor, prices_include_tax, subtotal_minor, tax_minor, total_minor, tax_rate_bp, address_id, address_sealed, created_at, expires_at, paid_at, plan_version_id, purpose, lines)
      select ${id}, ${id}, 'st', ${id}, 'pl', 1, 'paid', ${currency}, 12000, true, 10000, 2000, 12000, 2000, 'ad', 'x', at, at, at, ${planVersion ?? null}, ${planVersion === undefined ? null : 'start'}, ${planVersion === undefined ? null : '[]'}::jsonb
      from (select now() - make_interval(days => ${days}) as at) as paid`
  const entry = (n: number, kind: string, amount: number, more: Record<string, string> = {}) => {
    const isSale = kind !== 'adjustment' && kind !== 'payout'
    const [net, commission] = isSale ? [Math.round(amount / 0.8), Math.round(amount / 4)] : [0, 0]
    return sql`insert into earnings_entries (id, partner_id, currency, kind, at, order_id, gross_minor, net_minor, commission_minor, tax_minor, amount_minor, reason, noted_by, pays_id, paid_on, refund_id)
      values (${`ere_${TURN}${n}`}, ${PARTNER}, ${more.currency ?? 'TRY'}, ${kind}, now(), ${more.order ?? null}, ${isSale ? amount : 0}, ${net}, ${commission}, 0, ${amount}, ${kind === 'adjustment' ? 'Before.' : null}, 'per', ${more.pays ?? null}, ${more.pays === undefined ? null : '2026-01-02'}::date, ${kind === 'refund' ? 'ref_1' : null})`
  }
  await db.transaction().execute(async (trx) => {
    await withoutRest(trx)
    await sql`insert into partners (id, slug, name, created_at) values (${PARTNER}, 'old', 'Old', now())`.execute(
      trx,
    )
    for (const statement of [
      order({ id: 'ord_new', days: 2 }),
      order({ id: 'ord_old', days: 30 }),
      order({ id: 'ord_month', days: 2, planVersion: 'plv_1' }),
      order({ id: 'ord_euro', days: 30, currency: 'EUR' }),
      entry(1, 'sale', 8_000, { order: 'ord_new' }),
      entry(2, 'refund', -2_000, { order: 'ord_new' }),
      entry(3, 'sale', 8_000, { order: 'ord_old' }),
      entry(4, 'chargeback', -4_000, { order: 'ord_old' }),
      entry(5, 'sale', 1_600, { order: 'ord_month' }),
      entry(6, 'adjustment', -500),
      entry(7, 'payout', -3_000, { pays: 'ern_1' }),
      entry(8, 'sale', 800, { order: 'ord_euro', currency: 'EUR' }),
    ])
      await statement.execute(trx)
  })
}

beforeAll(async () => {
  database = await createDatabase()
  db = openDb({ url: database.url, poolSize: 2 })
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await migrateUntil('0028')
  await writeOldRows()
}, 60_000)
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

test('earnings of before the ledger are posted into it: held while they may be returned, paid out as they were', async () => {
  // Later migrations want the rows that are left out here.
  await migrateUntil('0054')
  const balances = await listBalances(db, [PARTNER])
  expect(balances).toMatchObject([
    { currency: 'EUR', held_minor: 0, payable_minor: 800, paid_out_minor: 0 },
    { currency: 'TRY', held_minor: 6_000, payable_minor: 2_100, paid_out_minor: 3_000 },
  ])
  expect(await findLedgerFaults(db)).toEqual([])
  const { rows: holds } =
    await sql`select order_id, until > now() as is_open from earnings_holds`.execute(db)
  expect(holds).toEqual([{ order_id: 'ord_new', is_open: true }])
})
