import { csvOf } from '#lib/csv.ts'
import { toMajor, type Currency } from '#lib/money.ts'
import { pageOf, readPageKey, type PageKey } from '#lib/page-key.ts'
import type { Db } from '#db/client.ts'
import {
  findStatementRow,
  listEntriesOf,
  listOpenSums,
  listStatementRows,
  type StatementFilter,
  type StatementRow,
} from './data.ts'
import { refuse } from './errors.ts'
import { numberOf, type EntryKind } from './rules.ts'

const PAGE = 50
const ENTRIES = 200
/** Of a file: more than a partner sells in a month. */
const MOST_ENTRIES = 100_000

/** The page key of a query; a malformed one is refused. */
export function keyOf(after: string | undefined): PageKey | null {
  if (after === undefined || after === '') return null
  const key = readPageKey(after)
  if (key === null) throw refuse('input.invalid', { fields: { after: { code: 'field.invalid' } } })
  return key
}

type Balance = Pick<
  StatementRow,
  | 'opening_minor'
  | 'sales_minor'
  | 'refunds_minor'
  | 'commission_minor'
  | 'tax_minor'
  | 'adjustments_minor'
  | 'paid_out_minor'
> & { currency: string }
const totalOf = (row: Balance) =>
  row.opening_minor +
  row.sales_minor +
  row.refunds_minor +
  row.commission_minor +
  row.tax_minor +
  row.adjustments_minor +
  row.paid_out_minor
const presentSums = (row: Balance) => ({
  currency: row.currency as Currency,
  opening: toMajor(row.opening_minor),
  sales: toMajor(row.sales_minor),
  refunds: toMajor(row.refunds_minor),
  commission: toMajor(row.commission_minor),
  tax: toMajor(row.tax_minor),
  adjustments: toMajor(row.adjustments_minor),
  paid_out: toMajor(row.paid_out_minor),
  closing: toMajor(totalOf(row)),
})

const stateOf = (row: StatementRow) =>
  row.paid_on !== null
    ? ('paid' as const)
    : !row.is_newest
      ? ('carried' as const)
      : row.closing_minor > 0
        ? ('due' as const)
        : ('settled' as const)
export const isDue = (row: StatementRow): boolean => stateOf(row) === 'due'

const presentLine = (row: StatementRow) => ({
  id: row.id,
  number: numberOf(row),
  month: row.month_day,
  currency: row.currency as Currency,
  closing: toMajor(row.closing_minor),
  closed_at: row.closed_at.toISOString(),
  state: stateOf(row),
  paid: row.paid_on === null ? null : { on: row.paid_on, reference: row.paid_reference ?? '' },
})

export async function presentStatements(db: Db, filter: Omit<StatementFilter, 'most'>) {
  const { rows, next } = pageOf(
    await listStatementRows(db, { ...filter, most: PAGE + 1 }),
    PAGE,
    (row) => ({ at: row.closed_at, id: row.id }),
  )
  return {
    statements: rows.map((row) => ({
      ...presentLine(row),
      partner: { id: row.partner_id, name: row.partner },
    })),
    next,
  }
}

export const presentOpen = async (db: Db, partnerId: string) =>
  (await listOpenSums(db, partnerId)).map(presentSums)

/** `partnerId` null: of any partner. */
export async function presentStatement(
  db: Db,
  id: string,
  partnerId: string | null,
  after: string | undefined,
) {
  const row = await findStatementRow(db, id, partnerId)
  if (!row) throw refuse('not_found')
  const found = await listEntriesOf(db, row.id, Number(after ?? 0), ENTRIES + 1)
  const entries = found.slice(0, ENTRIES)
  return {
    ...presentLine(row),
    ...presentSums(row),
    partner: { id: row.partner_id, name: row.partner },
    next: found.length > ENTRIES ? String(entries.at(-1)?.turn) : null,
    entries: entries.map((one) => ({
      id: String(one.turn),
      kind: one.kind as EntryKind,
      at: one.at.toISOString(),
      order: one.number,
      item: one.item,
      rate: one.rate_bp === null ? null : one.rate_bp / 100,
      net: toMajor(one.net_minor),
      commission: toMajor(-one.commission_minor || 0),
      tax: toMajor(-one.tax_minor || 0),
      amount: toMajor(one.amount_minor),
      reason: one.reason,
      reference: one.reference,
    })),
  }
}

/**
 * CSV with one line per entry: English names, decimal points, amounts in major units as they change
 * the balance.
 */
export async function presentFile(db: Db, id: string, partnerId: string | null) {
  const row = await findStatementRow(db, id, partnerId)
  if (!row) throw refuse('not_found')
  const major = (minor: number) => (minor / 100).toFixed(2)
  const lines = (await listEntriesOf(db, row.id, 0, MOST_ENTRIES)).map((one) => [
    one.at.toISOString(),
    one.kind,
    one.number ?? '',
    one.item ?? '',
    one.rate_bp === null ? '' : String(one.rate_bp / 100),
    major(one.net_minor),
    major(-one.commission_minor || 0),
    major(-one.tax_minor || 0),
    major(one.amount_minor),
    one.reason ?? one.reference ?? '',
  ])
  const balance = (name: string, minor: number) => [
    row.closed_at.toISOString(),
    name,
    '',
    '',
    '',
    '',
    '',
    '',
    major(minor),
    '',
  ]
  const csv = csvOf(
    [
      'at',
      'kind',
      'order',
      'item',
      'share_percent',
      `net_${row.currency}`,
      `commission_${row.currency}`,
      `commission_tax_${row.currency}`,
      `amount_${row.currency}`,
      'note',
    ],
    [balance('opening', row.opening_minor), ...lines, balance('closing', row.closing_minor)],
  )
  return { name: `earnings-${numberOf(row)}.csv`, csv }
}
