import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { isBeyond } from '#db/list-order.ts'
import type { EarningsEntries, EarningsHolds, EarningsStatements } from '#db/types.gen.ts'
import type { PageKey } from '#lib/page-key.ts'
import type { Waiting } from '#kernel/waiting.ts'
import type { ShareRule } from './rules.ts'

export type EntryRow = Selectable<EarningsEntries>
/** `month_day` is text, because a date has no time zone. */
export type StatementRow = Omit<Selectable<EarningsStatements>, 'month'> & {
  month_day: string
  partner: string
  paid_on: string | null
  paid_reference: string | null
  is_newest: boolean
}

export interface Sums {
  sales_minor: number
  refunds_minor: number
  commission_minor: number
  tax_minor: number
  adjustments_minor: number
  paid_out_minor: number
}

/** Sums of a statement, each as it changes the balance. */
const SUMS = sql`coalesce(sum(net_minor) filter (where kind = 'sale'), 0)::bigint as sales_minor, coalesce(sum(net_minor) filter (where kind in ('refund', 'chargeback')), 0)::bigint as refunds_minor,
  coalesce(-sum(commission_minor), 0)::bigint as commission_minor, coalesce(-sum(earnings_entries.tax_minor), 0)::bigint as tax_minor,
  coalesce(sum(amount_minor) filter (where kind = 'adjustment'), 0)::bigint as adjustments_minor, coalesce(sum(amount_minor) filter (where kind in ('payout', 'reversal')), 0)::bigint as paid_out_minor`

export const RULE = [
  'id',
  'partner_id as partnerId',
  'market',
  sql<string>`to_char(valid_from, 'YYYY-MM-DD')`.as('validFrom'),
  'rate_bp as rateBp',
] as const

/** Rules that may apply to a partner's sales in a market. */
export const listRulesFor = (
  db: Db,
  { partnerId, market }: { partnerId: string; market: string },
): Promise<ShareRule[]> =>
  db
    .selectFrom('share_rules')
    .select(RULE)
    .where((on) => on.or([on('partner_id', 'is', null), on('partner_id', '=', partnerId)]))
    .where((on) => on.or([on('market', 'is', null), on('market', '=', market)]))
    .execute()

/** By id, slug or full name. */
export const findPartnerByName = async (db: Db, text: string) => {
  const found = await db
    .selectFrom('partners')
    .select(['id', 'name'])
    .where((on) =>
      on.or([on('id', '=', text), on('slug', '=', text.toLowerCase()), on('name', '=', text)]),
    )
    .limit(2)
    .execute()
  return found.length === 1 ? found[0] : undefined
}

export const listEntriesOfOrders = (db: Db, orderIds: readonly string[]) =>
  db
    .selectFrom('earnings_entries')
    .selectAll()
    .where('order_id', '=', sql<string>`any(${[...orderIds]}::text[])`)
    .orderBy('turn')
    .execute()
export const findEntry = (db: Db, id: string) =>
  db
    .selectFrom('earnings_entries')
    .select(['partner_id', 'currency', 'kind', 'amount_minor', 'reason', 'reference'])
    .where('id', '=', id)
    .executeTakeFirst()

type NewEntry = Pick<EntryRow, 'id' | 'partner_id' | 'currency' | 'kind' | 'at' | 'amount_minor'> &
  Partial<Omit<EntryRow, 'turn' | 'statement_id' | 'paid_on'>> & { paidOn?: string }
export const insertEntry = ({ paidOn, ...row }: NewEntry, db: Db) =>
  db
    .insertInto('earnings_entries')
    .values({ ...row, ...(paidOn !== undefined && { paid_on: sql<Date>`${paidOn}::date` }) })
    .returningAll()
    .executeTakeFirstOrThrow()

export const insertHold = (db: Db, hold: Selectable<EarningsHolds>) =>
  db.insertInto('earnings_holds').values(hold).execute()

const statements = (db: Db) =>
  db
    .selectFrom('earnings_statements')
    .innerJoin('partners', 'partners.id', 'earnings_statements.partner_id')
    .leftJoin('earnings_entries as payout', 'payout.pays_id', 'earnings_statements.id')
    .selectAll('earnings_statements')
    .select([
      sql<string>`to_char(earnings_statements.month, 'YYYY-MM-DD')`.as('month_day'),
      'partners.name as partner',
      sql<string | null>`to_char(payout.paid_on, 'YYYY-MM-DD')`.as('paid_on'),
      'payout.reference as paid_reference',
      sql<boolean>`not exists (select from earnings_statements later where later.partner_id = earnings_statements.partner_id and later.currency = earnings_statements.currency and later.month > earnings_statements.month)`.as(
        'is_newest',
      ),
    ])

export interface StatementFilter {
  partnerId: string | null
  due: boolean
  after: PageKey | null
  most: number
}

export const listStatementRows = (
  db: Db,
  { partnerId, due, after, most }: StatementFilter,
): Promise<StatementRow[]> => {
  let query = statements(db)
  if (partnerId !== null) query = query.where('earnings_statements.partner_id', '=', partnerId)
  if (due) {
    query = query
      .where('closing_minor', '>', 0)
      .where('payout.id', 'is', null)
      .where(
        sql<boolean>`not exists (select from earnings_statements later where later.partner_id = earnings_statements.partner_id and later.currency = earnings_statements.currency and later.month > earnings_statements.month)`,
      )
  }
  return query
    .where(isBeyond(['earnings_statements.closed_at', 'earnings_statements.id'], after, 'newest'))
    .orderBy('earnings_statements.closed_at', 'desc')
    .orderBy('earnings_statements.id', 'desc')
    .limit(most)
    .execute()
}

export const findStatementRow = (
  db: Db,
  id: string,
  partnerId: string | null,
): Promise<StatementRow | undefined> =>
  statements(db)
    .where('earnings_statements.id', '=', id)
    .$if(partnerId !== null, (query) =>
      query.where('earnings_statements.partner_id', '=', partnerId as string),
    )
    .executeTakeFirst()

/** A statement's entries in order. */
export const listEntriesOf = (db: Db, statementId: string, afterTurn: number, most: number) =>
  db
    .selectFrom('earnings_entries')
    .leftJoin('orders', 'orders.id', 'earnings_entries.order_id')
    .leftJoin('items', 'items.id', 'earnings_entries.item_id')
    .select([
      'earnings_entries.turn',
      'kind',
      'at',
      'orders.number',
      'items.name as item',
      'rate_bp',
      'gross_minor',
      'net_minor',
      'commission_minor',
      'earnings_entries.tax_minor',
      'amount_minor',
      'reason',
      'reference',
    ])
    .where('statement_id', '=', statementId)
    .where('turn', '>', afterTurn)
    .orderBy('turn')
    .limit(most)
    .execute()

/** Sums of entries without a statement, per currency, with the balance before them. */
export const listOpenSums = async (db: Db, partnerId: string) =>
  (
    await sql<Sums & { currency: string; opening_minor: number }>`
    with currencies as (select currency from earnings_statements where partner_id = ${partnerId} union select currency from earnings_entries where partner_id = ${partnerId} and statement_id is null)
    select currencies.currency, coalesce((select closing_minor from earnings_statements last where last.partner_id = ${partnerId} and last.currency = currencies.currency order by month desc limit 1), 0)::bigint as opening_minor, sums.*
    from currencies cross join lateral (select ${SUMS} from earnings_entries where partner_id = ${partnerId} and earnings_entries.currency = currencies.currency and statement_id is null) sums
    order by currencies.currency`.execute(db)
  ).rows

/**
 * Partners and currencies with entries before `until` that no statement has, unless this or a later
 * month is closed.
 */
export const listToClose = async (db: Db, month: string, until: Date) =>
  (
    await sql<{ partner_id: string; currency: string }>`
    select distinct partner_id, currency from earnings_entries where statement_id is null and at < ${until}
      and not exists (select from earnings_statements there where there.partner_id = earnings_entries.partner_id and there.currency = earnings_entries.currency and there.month >= ${month}::date)
    order by 1, 2`.execute(db)
  ).rows

export const firstOpenAt = async (db: Db, until: Date): Promise<Date | null> =>
  (
    await db
      .selectFrom('earnings_entries')
      .select((on) => on.fn.min('at').as('at'))
      .where('statement_id', 'is', null)
      .where('at', '<', until)
      .executeTakeFirst()
  )?.at ?? null

/** Closes a month for a partner and currency. The caller holds the earnings lock. */
export async function insertStatement(
  db: Db,
  {
    id,
    partnerId,
    currency,
    month,
    until,
    now,
  }: { id: string; partnerId: string; currency: string; month: string; until: Date; now: Date },
) {
  const year = Number(month.slice(0, 4))
  const {
    rows: [row],
  } = await sql<{ closing_minor: number; sequence: number }>`
    with open as (select ${SUMS} from earnings_entries where statement_id is null and partner_id = ${partnerId} and currency = ${currency} and at < ${until}),
      before as (select coalesce((select closing_minor from earnings_statements where partner_id = ${partnerId} and currency = ${currency} order by month desc limit 1), 0)::bigint as opening_minor)
    insert into earnings_statements (id, year, sequence, partner_id, currency, month, opening_minor, sales_minor, refunds_minor, commission_minor, tax_minor, adjustments_minor, paid_out_minor, closing_minor, closed_at)
    select ${id}, ${year}, coalesce((select max(sequence) from earnings_statements where year = ${year}), 0) + 1, ${partnerId}, ${currency}, ${month}::date, opening_minor,
      sales_minor, refunds_minor, commission_minor, tax_minor, adjustments_minor, paid_out_minor,
      opening_minor + sales_minor + refunds_minor + commission_minor + tax_minor + adjustments_minor + paid_out_minor, ${now}
    from open, before returning closing_minor, sequence`.execute(db)
  if (!row) throw new Error(`Partner ${partnerId} has no statement in ${currency}`)
  await db
    .updateTable('earnings_entries')
    .set({ statement_id: id })
    .where('statement_id', 'is', null)
    .where('partner_id', '=', partnerId)
    .where('currency', '=', currency)
    .where('at', '<', until)
    .execute()
  return { year, sequence: row.sequence, closingMinor: Number(row.closing_minor) }
}

/** Members who may see a partner's money. */
export const listMoneyMembers = (db: Db, partnerId: string) =>
  db
    .selectFrom('partner_members')
    .innerJoin('people', 'people.id', 'partner_members.person_id')
    .innerJoin('partners', 'partners.id', 'partner_members.partner_id')
    .select(['people.id', 'people.email', 'people.locale', 'partners.name as partner'])
    .where('partner_members.partner_id', '=', partnerId)
    .where('partner_members.role', 'in', ['owner', 'finance'])
    .orderBy('people.id')
    .execute()

/**
 * Serializes all earnings: statement numbers have no gaps and no order is recorded twice. False
 * when another worker holds the lock.
 */
export const lockEarnings = async (db: Db): Promise<boolean> =>
  (
    await sql<{
      held: boolean
    }>`select pg_try_advisory_xact_lock(hashtext('earnings')) as held`.execute(db)
  ).rows[0]?.held ?? false
export const waitForEarnings = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtext('earnings'))`.execute(db)

export const listNamedRules = (db: Db) =>
  db
    .selectFrom('share_rules')
    .leftJoin('partners', 'partners.id', 'share_rules.partner_id')
    .leftJoin('people', 'people.id', 'share_rules.set_by')
    .select([
      'share_rules.id',
      'partner_id as partnerId',
      'market',
      sql<string>`to_char(valid_from, 'YYYY-MM-DD')`.as('validFrom'),
      'rate_bp as rateBp',
      'partners.name as partner',
      'people.name as set_by',
      'set_at',
    ])
    .orderBy('valid_from', 'desc')
    .orderBy('share_rules.id')
    .limit(1000)
    .execute()

/** Whether anything was sold since then, so that rules from that day on cannot change. */
export const hasSalesSince = async (db: Db, at: Date): Promise<boolean> =>
  (await db
    .selectFrom('orders')
    .select('id')
    .where('paid_at', '>=', at)
    .whereRef('subtotal_minor', '>', 'discount_minor')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** For the inbox: statements to be paid out. */
export const listDuePayouts = async (db: Db, most: number): Promise<Waiting[]> =>
  (await listStatementRows(db, { partnerId: null, due: true, after: null, most })).map((row) => ({
    id: row.id,
    title: row.partner,
    detail: row.month_day.slice(0, 7),
    amount: { minor: row.closing_minor, currency: row.currency },
    since: row.closed_at,
  }))
