import { isSEPACountry } from 'ibantools'
import type { Db } from '#db/client.ts'
import { formatDay } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { marketDay } from '#lib/market-days.ts'
import { type Currency, formatAmount, toMajor, toMinor } from '#lib/money.ts'
import { pageOf, parsePageKey } from '#lib/page-key.ts'
import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { onOneLine } from '#modules/mail/public.ts'
import { insertEntry, listStatementRows, waitForEarnings } from '../data.ts'
import { refuseField } from '../entries.ts'
import { refuse } from '../errors.ts'
import { mailMoneyMembers } from '../member-mails.ts'
import { presentLine, readAccount } from './accounts.ts'
import { type BankOrder, sepaFile, tryFile } from './bank-files.ts'
import * as contract from './contract.ts'
import {
  type BatchRow,
  endLine,
  findBatch,
  findPayoutSettings,
  hasOtherFinance,
  insertBatch,
  insertLine,
  type LineRow,
  listBatches,
  listLinesOf,
  listPayable,
  markExported,
  writePayoutSettings,
} from './data.ts'
import { openDetails } from './details.ts'
import { moveAmount } from './ledger.ts'
import {
  type BATCH_STATES,
  batchNumber,
  type IdentityState,
  type PayoutCurrency,
  readinessOf,
} from './rules.ts'

const done = { success: true as const }
const PAGE = 20

/** Whether an account of a country is reached by the currency's file. */
const takes = (currency: PayoutCurrency) => (country: string) =>
  currency === 'TRY' ? country === 'TR' : isSEPACountry(country)

/** Partners with something payable, and whether they are paid now. */
async function listPayees(ctx: ConsoleCtx, currency: PayoutCurrency) {
  const { minimumMinor } = await findPayoutSettings(ctx.db, currency)
  return (await listPayable(ctx.db, currency)).map((row) => ({
    id: row.id,
    name: row.name,
    payableMinor: row.amount_minor,
    detailsSealed: row.details_sealed,
    readiness: readinessOf(
      {
        identity: (row.identity ?? 'missing') as IdentityState,
        settlesAt: row.settles_at,
        ibanCountry:
          row.details_sealed === null
            ? null
            : openDetails(ctx.sealing, row.details_sealed).iban.slice(0, 2),
        payableMinor: row.amount_minor,
      },
      { minimumMinor, now: ctx.clock.now(), takes: takes(currency) },
    ),
  }))
}

export const listPayoutBatches = defineOperation({
  ...contract.listPayoutBatches,
  run: async (ctx, { query }) => {
    const currency = query.currency ?? 'TRY'
    const [settings, payees, found] = await Promise.all([
      findPayoutSettings(ctx.db, currency),
      listPayees(ctx, currency),
      listBatches(ctx.db, parsePageKey(query.after), PAGE + 1),
    ])
    const { rows, next } = pageOf(found, PAGE, (row) => ({ at: row.created_at, id: row.id }))
    return {
      currency,
      minimum: toMajor(settings.minimumMinor, currency),
      iban: settings.iban,
      bic: settings.bic,
      partners: payees.map(({ id, name, payableMinor, readiness }) => ({
        id,
        name,
        payable: toMajor(payableMinor, currency),
        readiness,
      })),
      batches: rows.map(presentBatch),
      next,
    }
  },
})

export const setPayoutSettings = defineOperation({
  ...contract.setPayoutSettings,
  audit: {
    kind: 'payout_settings',
    id: ({ params }) => params.currency,
    read: async (db, currency) => {
      const { minimumMinor, iban, bic } = await findPayoutSettings(db, currency as PayoutCurrency)
      return { minimum_minor: minimumMinor, iban, bic }
    },
  },
  run: async (ctx, { params, body }) => {
    const minimumMinor = toMinor(body.minimum, params.currency)
    if (minimumMinor === null) throw refuseField('minimum')
    const account = body.iban === '' ? { iban: null, bic: null, fields: {} } : readAccount(body)
    if (Object.keys(account.fields).length > 0)
      throw refuse('input.invalid', { fields: account.fields })
    await writePayoutSettings(ctx.db, {
      currency: params.currency,
      minimum_minor: minimumMinor,
      iban: account.iban,
      bic: account.bic,
    })
    return done
  },
})

/** A batch's lines as the audit log shows them. */
const audit = {
  kind: 'payout_batch',
  id: (
    { params }: { params?: { batch?: string } },
    _ctx: unknown,
    answer?: { id?: string } | object,
  ) => params?.batch ?? (answer && 'id' in answer ? answer.id : undefined),
  read: async (db: Db, id: string) => {
    const row = await findBatch(db, id)
    if (!row) return null
    const lines = await listLinesOf(db, id)
    const count = (state: string) => lines.filter((line) => line.state === state).length
    return {
      number: batchNumber(row),
      state: stateOf(row),
      amount_minor: row.sums?.total ?? 0,
      currency: row.currency,
      paid: count('paid'),
      failed: count('failed'),
    }
  },
}

export const createPayoutBatch = defineOperation({
  ...contract.createPayoutBatch,
  audit,
  run: async (ctx, { body }) => {
    // Numbers have no gaps, and nothing that is payable is in two batches.
    await waitForEarnings(ctx.db)
    const now = ctx.clock.now()
    const today = marketDay(ctx.zones, now)
    if (body.day < today) throw refuseField('day')
    const payees = (await listPayees(ctx, body.currency)).filter((one) => one.readiness === 'ready')
    if (payees.length === 0) throw refuse('payouts.nobody_ready')
    const id = newId('pob')
    await insertBatch(ctx.db, {
      id,
      year: Number(today.slice(0, 4)),
      currency: body.currency,
      day: body.day,
      by: personOf(ctx).id,
      at: now,
    })
    for (const payee of payees) {
      const lineId = newId('pol')
      await insertLine(ctx.db, {
        id: lineId,
        batch_id: id,
        partner_id: payee.id,
        amount_minor: payee.payableMinor,
        details_sealed: payee.detailsSealed ?? '',
      })
      await moveAmount(ctx.db, {
        posting: lineId,
        partnerId: payee.id,
        currency: body.currency,
        amountMinor: payee.payableMinor,
        from: 'payable',
        to: 'reserve',
        at: now,
      })
    }
    return { id }
  },
})

export const getPayoutBatch = defineOperation({
  ...contract.getPayoutBatch,
  run: async (ctx, { params }) => {
    const batch = await requireBatch(ctx.db, params.batch)
    return {
      ...presentBatch(batch),
      mine: await isWaitingForAnother(ctx, batch),
      payouts: (await listLinesOf(ctx.db, batch.id)).map((line) => presentLine(ctx, line)),
    }
  },
})

export const exportPayoutBatch = defineOperation({
  ...contract.exportPayoutBatch,
  audit,
  run: async (ctx, { params }) => {
    await waitForEarnings(ctx.db)
    const batch = await requireBatch(ctx.db, params.batch)
    if (await isWaitingForAnother(ctx, batch)) throw refuse('payouts.second_person')
    const lines = (await listLinesOf(ctx.db, batch.id)).filter((line) => line.state === 'open')
    if (lines.length === 0) throw refuse('payouts.ended')
    const settings = await findPayoutSettings(ctx.db, batch.currency as PayoutCurrency)
    const isSepa = batch.currency === 'EUR'
    if (isSepa && settings.iban === null) throw refuse('payouts.no_bank')
    await markExported(ctx.db, batch.id, personOf(ctx).id, ctx.clock.now())
    const order: BankOrder = {
      number: batchNumber(batch),
      currency: batch.currency,
      day: batch.day_text,
      createdAt: ctx.clock.now(),
      sender: { name: ctx.operator.name, iban: settings.iban ?? '', bic: settings.bic },
      lines: lines.map((line) => ({
        id: line.id,
        amountMinor: line.amount_minor,
        ...openDetails(ctx.sealing, line.details_sealed),
      })),
    }
    return isSepa
      ? { name: `${order.number}.xml`, type: 'xml' as const, content: sepaFile(order) }
      : { name: `${order.number}.csv`, type: 'csv' as const, content: tryFile(order) }
  },
})

export const payPayoutLines = defineOperation({
  ...contract.payPayoutLines,
  audit,
  run: async (ctx, { params, body }) => {
    await waitForEarnings(ctx.db)
    const batch = await requireBatch(ctx.db, params.batch)
    if (batch.exported_at === null) throw refuse('payouts.not_exported')
    const now = ctx.clock.now()
    if (body.day > marketDay(ctx.zones, now) || body.day < marketDay(ctx.zones, batch.exported_at))
      throw refuseField('day')
    for (const line of await requireOpenLines(ctx.db, batch.id, body.line))
      await payLine(ctx, line, body)
    return done
  },
})

export const failPayoutLines = defineOperation({
  ...contract.failPayoutLines,
  audit,
  run: async (ctx, { params, body }) => {
    await waitForEarnings(ctx.db)
    const batch = await requireBatch(ctx.db, params.batch)
    for (const line of await requireOpenLines(ctx.db, batch.id, body.line)) {
      await endLine(ctx.db, line.id, { ...endedNow(ctx), state: 'failed', reason: body.reason })
      await moveAmount(ctx.db, {
        posting: `failed ${line.id}`,
        partnerId: line.partner_id,
        currency: line.currency,
        amountMinor: line.amount_minor,
        from: 'reserve',
        to: 'payable',
        at: ctx.clock.now(),
      })
      // A draft was not seen by the bank, and its end is no news.
      if (batch.exported_at !== null) await mailLine(ctx, line, { reason: body.reason })
    }
    return done
  },
})

/** The entry of the payout, which also pays the newest statement if that is due. */
async function payLine(
  ctx: ConsoleCtx,
  line: LineRow,
  { day, reference }: { day: string; reference: string },
): Promise<void> {
  await endLine(ctx.db, line.id, { ...endedNow(ctx), state: 'paid', day, reference })
  const statement = (
    await listStatementRows(ctx.db, {
      partnerId: line.partner_id,
      due: true,
      after: null,
      most: MOST_CURRENCIES,
    })
  ).find((one) => one.currency === line.currency)
  await insertEntry(
    {
      id: newId('ere'),
      partner_id: line.partner_id,
      currency: line.currency,
      kind: 'payout',
      at: ctx.clock.now(),
      amount_minor: -line.amount_minor,
      reference,
      noted_by: personOf(ctx).id,
      payout_line_id: line.id,
      pays_id: statement?.id ?? null,
      paidOn: day,
    },
    ctx.db,
  )
  await mailLine(ctx, line, { day, reference })
}
/** At most one statement of each currency is due. */
const MOST_CURRENCIES = 50

const endedNow = (ctx: Parameters<typeof personOf>[0] & Pick<ConsoleCtx, 'clock'>) => ({
  ended_by: personOf(ctx).id,
  ended_at: ctx.clock.now(),
})

async function requireBatch(db: Db, id: string): Promise<BatchRow> {
  const batch = await findBatch(db, id)
  if (!batch) throw refuse('not_found')
  return batch
}

/** `lineId` null: all. The caller holds the earnings lock. */
async function requireOpenLines(
  db: Db,
  batchId: string,
  lineId: string | null,
): Promise<LineRow[]> {
  const lines = (await listLinesOf(db, batchId)).filter(
    (line) => line.state === 'open' && (lineId === null || line.id === lineId),
  )
  if (lines.length === 0) throw refuse('payouts.ended')
  return lines
}

/** Who created a batch does not export it alone, if the market has another who can. */
const isWaitingForAnother = async (
  ctx: Parameters<typeof personOf>[0] & Pick<ConsoleCtx, 'db'>,
  batch: BatchRow,
): Promise<boolean> =>
  batch.exported_at === null &&
  batch.created_by === personOf(ctx).id &&
  (await hasOtherFinance(ctx.db, batch.created_by))

const stateOf = (row: BatchRow): (typeof BATCH_STATES)[number] =>
  row.sums?.open === 0 ? 'ended' : row.exported_at === null ? 'draft' : 'exported'

const presentBatch = (row: BatchRow) => ({
  id: row.id,
  number: batchNumber(row),
  currency: row.currency as PayoutCurrency,
  day: row.day_text,
  state: stateOf(row),
  lines: row.sums?.lines ?? 0,
  total: toMajor(row.sums?.total ?? 0, row.currency),
  created_at: row.created_at.toISOString(),
  created_by: row.creator,
  exported_at: row.exported_at?.toISOString() ?? null,
  exported_by: row.exporter,
})

/** Mails the partner that a payout was sent, or why it was not. */
const mailLine = (
  ctx: ConsoleCtx,
  line: LineRow,
  outcome: { day: string; reference: string } | { reason: string },
): Promise<void> =>
  mailMoneyMembers(
    ctx,
    { key: `payout ${line.id}`, partnerId: line.partner_id, page: 'payouts' },
    (t, partner, locale) => {
      const facts = {
        partner,
        number: batchNumber(line),
        amount: formatAmount(line.amount_minor, line.currency as Currency),
      }
      return 'reason' in outcome
        ? {
            subject: t('mails.payout_failed.subject', facts),
            paragraphs: [t('mails.payout_failed.lead', facts), outcome.reason],
            action: t('mails.payouts.action'),
          }
        : {
            subject: t('mails.payout.subject', facts),
            paragraphs: [
              t('mails.payout_sent.lead', {
                ...facts,
                day: formatDay(outcome.day, locale, 'UTC'),
                reference: onOneLine(outcome.reference, 100),
              }),
            ],
            action: t('mails.payouts.action'),
          }
    },
  )
