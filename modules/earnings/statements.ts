import type { Db } from '#db/client.ts'
import { formatDay, secondsAfter } from '#lib/clock.ts'
import { csvOf } from '#lib/csv.ts'
import { newId } from '#lib/ids.ts'
import { LANGUAGE_TAGS } from '#lib/locale.ts'
import { type Currency, formatAmount, plainAmount, toMajor } from '#lib/money.ts'
import { pageOf, parsePageKey } from '#lib/page-key.ts'
import { marketDay, marketDayStart } from '#lib/market-days.ts'
import { personOf } from '#kernel/actor.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { onOneLine } from '#modules/mail/public.ts'
import { findPartner } from '#modules/publishing/public.ts'
import {
  getAnyEarnings as anyContract,
  getAnyEarningsFile as anyFileContract,
  getEarnings as getContract,
  getEarningsFile as fileContract,
  listAllEarnings as listAllContract,
  listEarnings as listContract,
  payEarnings as payContract,
} from './contract.ts'
import {
  findPartnerByName,
  findStatementRow,
  firstOpenAt,
  insertEntry,
  insertStatement,
  listEntriesOf,
  listOpenSums,
  listStatementRows,
  listToClose,
  lockEarnings,
  type StatementFilter,
  type StatementRow,
  type Sums,
  waitForEarnings,
} from './data.ts'
import { recordEarnings, refuseField } from './entries.ts'
import { refuse } from './errors.ts'
import { type MailServices, mailMoneyMembers } from './member-mails.ts'
import { requirePayable } from './payouts/data.ts'
import { type EntryKind, monthOf, monthAfter, statementNumber } from './rules.ts'

export const listEarnings = defineOperation({
  ...listContract,
  run: async (ctx, { params, query }) => {
    if (!(await findPartner(ctx.db, params.partner))) throw refuse('not_found')
    const [open, { statements, next }] = await Promise.all([
      presentOpen(ctx.db, params.partner),
      presentStatements(ctx.db, {
        partnerId: params.partner,
        due: false,
        after: parsePageKey(query.after),
      }),
    ])
    return { open, statements, next }
  },
})

export const getEarnings = defineOperation({
  ...getContract,
  run: (ctx, { params, query }) =>
    presentStatement(ctx.db, params.statement, params.partner, query.after),
})
export const getEarningsFile = defineOperation({
  ...fileContract,
  run: (ctx, { params }) => presentFile(ctx.db, params.statement, params.partner),
})

export const listAllEarnings = defineOperation({
  ...listAllContract,
  run: async (ctx, { query }) => {
    const partner = query.partner ? await findPartnerByName(ctx.db, query.partner) : null
    if (partner === undefined) return { statements: [], next: null, open: [] }
    const [page, open] = await Promise.all([
      presentStatements(ctx.db, {
        partnerId: partner?.id ?? null,
        due: query.state === 'due',
        after: parsePageKey(query.after),
      }),
      partner === null ? [] : presentOpen(ctx.db, partner.id),
    ])
    return { ...page, open }
  },
})

export const getAnyEarnings = defineOperation({
  ...anyContract,
  run: (ctx, { params, query }) => presentStatement(ctx.db, params.statement, null, query.after),
})
export const getAnyEarningsFile = defineOperation({
  ...anyFileContract,
  run: (ctx, { params }) => presentFile(ctx.db, params.statement, null),
})

/** Pays the newest statement of a partner and currency, which includes what older ones left. */
export const payEarnings = defineOperation({
  ...payContract,

  audit: {
    kind: 'earnings',
    id: ({ params }) => params.statement,
    read: async (db, id) => {
      const row = await findStatementRow(db, id, null)
      return row && { paid_on: row.paid_on, reference: row.paid_reference }
    },
  },

  run: async (ctx, { params, body }) => {
    // A month that is being closed changes which statement is the newest.
    await waitForEarnings(ctx.db)
    const row = await findStatementRow(ctx.db, params.statement, null)
    if (!row) throw refuse('not_found')
    if (!isDue(row)) throw refuse('earnings.not_due')
    if (body.day > marketDay(ctx.zones, ctx.clock.now()) || body.day < row.month_day)
      throw refuseField('day')
    await requirePayable(ctx.db, row.partner_id, ctx.clock.now())
    await insertEntry(
      {
        id: newId('ere'),
        partner_id: row.partner_id,
        currency: row.currency,
        kind: 'payout',
        at: ctx.clock.now(),
        amount_minor: -row.closing_minor,
        reference: body.reference,
        noted_by: personOf(ctx).id,
        pays_id: row.id,
        paidOn: body.day,
      },
      ctx.db,
    )
    await mailPayout(ctx, {
      id: row.id,
      partnerId: row.partner_id,
      currency: row.currency,
      month: row.month_day,
      number: statementNumber(row),
      amountMinor: row.closing_minor,
      day: body.day,
      reference: body.reference,
    })
    return { success: true as const }
  },
})

/** Payments of midnight may still be being recorded. */
const GRACE_SECONDS = 1800

/**
 * Closes all past months, oldest first. Hourly. Each month is closed once per partner and currency;
 * later entries go to the next statement. Without entries there is no statement.
 */
export async function closeMonths(
  services: MailServices & Pick<Services, 'returnDays'>,
): Promise<void> {
  await recordEarnings(services)
  const now = services.clock.now()
  const current = monthOf(marketDay(services.zones, secondsAfter(now, -GRACE_SECONDS)))
  const first = await firstOpenAt(services.db, marketDayStart(services.zones, current))
  for (
    let month = first === null ? current : monthOf(marketDay(services.zones, first));
    month < current;
    month = monthAfter(month)
  )
    await closeMonth(services, month, now)
}

const closeMonth = (services: MailServices, month: string, now: Date): Promise<void> =>
  inTransaction(services, async (trx) => {
    if (!(await lockEarnings(trx))) return
    const until = marketDayStart(services.zones, monthAfter(month))
    for (const { partner_id: partnerId, currency } of await listToClose(trx, month, until)) {
      const id = newId('ern')
      const { closingMinor, ...numbered } = await insertStatement(trx, {
        id,
        partnerId,
        currency,
        month,
        until,
        now,
      })
      await mailStatement(
        { ...services, db: trx },
        { id, partnerId, currency, month, number: statementNumber(numbered), closingMinor },
      )
    }
  })

const PAGE = 50
const ENTRIES = 200
/** Of a file: more than a partner sells in a month. */
const MOST_ENTRIES = 100_000

type Balance = Sums & { opening_minor: number; currency: string }
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
  opening: toMajor(row.opening_minor, row.currency),
  sales: toMajor(row.sales_minor, row.currency),
  refunds: toMajor(row.refunds_minor, row.currency),
  commission: toMajor(row.commission_minor, row.currency),
  tax: toMajor(row.tax_minor, row.currency),
  adjustments: toMajor(row.adjustments_minor, row.currency),
  paid_out: toMajor(row.paid_out_minor, row.currency),
  closing: toMajor(totalOf(row), row.currency),
})

const stateOf = (row: StatementRow) =>
  row.paid_on !== null
    ? ('paid' as const)
    : !row.is_newest
      ? ('carried' as const)
      : row.closing_minor > 0
        ? ('due' as const)
        : ('settled' as const)
const isDue = (row: StatementRow): boolean => stateOf(row) === 'due'

const presentLine = (row: StatementRow) => ({
  id: row.id,
  number: statementNumber(row),
  month: row.month_day,
  currency: row.currency as Currency,
  closing: toMajor(row.closing_minor, row.currency),
  closed_at: row.closed_at.toISOString(),
  state: stateOf(row),
  paid: row.paid_on === null ? null : { on: row.paid_on, reference: row.paid_reference ?? '' },
})

async function presentStatements(db: Db, filter: Omit<StatementFilter, 'most'>) {
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

const presentOpen = async (db: Db, partnerId: string) =>
  (await listOpenSums(db, partnerId)).map(presentSums)

/** `partnerId` null: of any partner. */
async function presentStatement(
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
      net: toMajor(one.net_minor, row.currency),
      commission: toMajor(-one.commission_minor || 0, row.currency),
      tax: toMajor(-one.tax_minor || 0, row.currency),
      amount: toMajor(one.amount_minor, row.currency),
      reason: one.reason,
      reference: one.reference,
    })),
  }
}

/**
 * CSV with one line per entry: English names, decimal points, amounts in major units as they change
 * the balance.
 */
async function presentFile(db: Db, id: string, partnerId: string | null) {
  const row = await findStatementRow(db, id, partnerId)
  if (!row) throw refuse('not_found')
  const major = (minor: number) => plainAmount(minor, row.currency)
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
  return { name: `earnings-${statementNumber(row)}.csv`, csv }
}

interface MailedStatement {
  id: string
  partnerId: string
  currency: string
  month: string
  number: string
}
const mailOf = (kind: 'earnings' | 'payout', { id, partnerId }: MailedStatement) => ({
  key: `${kind} ${id}`,
  partnerId,
  page: `earnings/${id}`,
})

/** Mails a closed month to the partner's members, in the caller's transaction. */
const mailStatement = (
  services: MailServices,
  statement: MailedStatement & { closingMinor: number },
): Promise<void> =>
  mailMoneyMembers(services, mailOf('earnings', statement), (t, partner, locale) => {
    const facts = {
      month: new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], {
        month: 'long',
        year: 'numeric',
        timeZone: 'UTC',
      }).format(new Date(`${statement.month}T00:00:00Z`)),
      number: statement.number,
      partner,
      amount: formatAmount(statement.closingMinor, statement.currency as Currency),
    }
    return {
      subject: t('mails.earnings.subject', facts),
      paragraphs: [
        t('mails.earnings.lead', facts),
        t(statement.closingMinor > 0 ? 'mails.earnings.due' : 'mails.earnings.nothing_due', facts),
      ],
      action: t('mails.earnings.action'),
    }
  })

/** Mails them a payout. */
const mailPayout = (
  services: MailServices,
  statement: MailedStatement & { amountMinor: number; day: string; reference: string },
): Promise<void> =>
  mailMoneyMembers(services, mailOf('payout', statement), (t, partner, locale) => {
    const facts = {
      number: statement.number,
      partner,
      amount: formatAmount(statement.amountMinor, statement.currency as Currency),
      day: formatDay(statement.day, locale, 'UTC'),
      reference: onOneLine(statement.reference, 100),
    }
    return {
      subject: t('mails.payout.subject', facts),
      paragraphs: [t('mails.payout.lead', facts)],
      action: t('mails.earnings.action'),
    }
  })
