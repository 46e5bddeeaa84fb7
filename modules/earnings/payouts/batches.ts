import { isSEPACountry } from 'ibantools'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { marketDay } from '#lib/market-days.ts'
import { toMajor, toMinor } from '#lib/money.ts'
import { pageOf, parsePageKey } from '#lib/page-key.ts'
import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { waitForEarnings } from '../data.ts'
import { refuseField } from '../entries.ts'
import { refuse } from '../errors.ts'
import { presentLine, readAccount } from './accounts.ts'
import { type BankOrder, sepaFile, tryFile } from './bank-files.ts'
import * as contract from './contract.ts'
import {
  type BatchRow,
  findBatch,
  findPayoutSettings,
  hasOtherFinance,
  insertBatch,
  insertLine,
  insertTransfer,
  type LineRow,
  listBatches,
  listLinesOf,
  listPayable,
  markExported,
  writePayoutSettings,
} from './data.ts'
import { openDetails } from './details.ts'
import { moveAmount } from './ledger.ts'
import { failLine, payLine } from './lines.ts'
import { findOwed, presentReversible } from './reversals.ts'
import {
  type BATCH_STATES,
  batchNumber,
  type ConnectionState,
  type IdentityState,
  type PayoutCurrency,
  type ProviderName,
  readinessOf,
  STUCK_SECONDS,
} from './rules.ts'
import { startTransfers } from './transfers.ts'

const done = { success: true as const }
const PAGE = 20

type PayableRow = Awaited<ReturnType<typeof listPayable>>[number]

/** Whether money in this currency reaches the partner: by the file, or by its provider. */
function isReached(ctx: ConsoleCtx, currency: PayoutCurrency, row: PayableRow): boolean {
  if (row.provider !== null)
    return ctx.payoutProviders.some(
      ({ name, currencies }) => name === row.provider && currencies.includes(currency),
    )
  const iban = row.details_sealed && openDetails(ctx.sealing, row.details_sealed).iban
  if (!iban) return false
  return currency === 'TRY' ? iban.startsWith('TR') : isSEPACountry(iban.slice(0, 2))
}

/** Partners with something payable, and whether they are paid now. */
async function listPayees(ctx: ConsoleCtx, currency: PayoutCurrency) {
  const { minimumMinor } = await findPayoutSettings(ctx.db, currency)
  return (await listPayable(ctx.db, currency)).map((row) => ({
    id: row.id,
    name: row.name,
    payableMinor: row.amount_minor,
    detailsSealed: row.details_sealed,
    provider: row.provider as ProviderName | null,
    accountRef: row.account_ref,
    readiness: readinessOf(
      {
        identity: (row.identity ?? 'missing') as IdentityState,
        settlesAt: row.settles_at,
        isReached: isReached(ctx, currency, row),
        connection:
          row.provider === null ? null : ((row.connection ?? 'pending') as ConnectionState),
        payableMinor: row.amount_minor,
      },
      { minimumMinor, now: ctx.clock.now() },
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
      if (payee.provider !== null && payee.accountRef !== null)
        await insertTransfer(ctx.db, {
          line_id: lineId,
          provider: payee.provider,
          account_ref: payee.accountRef,
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
    const lines = await listLinesOf(ctx.db, batch.id)
    return {
      ...presentBatch(batch),
      mine: await isWaitingForAnother(ctx, batch),
      in_file: lines.filter(isInFile).length,
      at_providers: lines.filter((line) => line.provider !== null).length,
      payouts: await Promise.all(
        lines.map(async (line) => ({
          ...presentLine(ctx, line),
          may_pay: line.state === 'open' && mayPay(ctx, line),
          may_fail: line.state === 'open' && mayFail(ctx, line),
          reversible:
            line.state === 'paid' && line.provider !== null
              ? presentReversible(ctx, line, await findOwed(ctx.db, line.partner_id, line.currency))
              : null,
        })),
      ),
    }
  },
})

const isInFile = (line: LineRow): boolean => line.state === 'open' && line.provider === null

export const exportPayoutBatch = defineOperation({
  ...contract.exportPayoutBatch,
  audit,
  run: async (ctx, { params }) => {
    const { batch, lines } = await requireReleasable(ctx, params.batch, isInFile)
    const settings = await findPayoutSettings(ctx.db, batch.currency as PayoutCurrency)
    const isSepa = batch.currency === 'EUR'
    if (isSepa && settings.iban === null) throw refuse('payouts.no_bank')
    await release(ctx, batch)
    const order: BankOrder = {
      number: batchNumber(batch),
      currency: batch.currency,
      day: batch.day_text,
      createdAt: ctx.clock.now(),
      sender: { name: ctx.operator.name, iban: settings.iban ?? '', bic: settings.bic },
      lines: lines.map((line) => bankLineOf(ctx, line)),
    }
    return isSepa
      ? { name: `${order.number}.xml`, type: 'xml' as const, content: sepaFile(order) }
      : { name: `${order.number}.csv`, type: 'csv' as const, content: tryFile(order) }
  },
})

function bankLineOf({ sealing }: Pick<ConsoleCtx, 'sealing'>, line: LineRow) {
  const { holder, iban, bic } = openDetails(sealing, line.details_sealed)
  if (iban === null) throw new Error(`Payout ${line.id} has neither an IBAN nor a provider`)
  return { id: line.id, amountMinor: line.amount_minor, holder, iban, bic }
}

export const sendPayoutBatch = defineOperation({
  ...contract.sendPayoutBatch,
  audit,
  run: async (ctx, { params }) => {
    const isTheirs = (line: LineRow) => line.state === 'open' && line.provider !== null
    const { batch } = await requireReleasable(ctx, params.batch, isTheirs)
    await release(ctx, batch)
    return done
  },
})

/** A batch that the reader may release, with its open lines of a kind. */
async function requireReleasable(
  ctx: ConsoleCtx & Parameters<typeof personOf>[0],
  id: string,
  isWanted: (line: LineRow) => boolean,
) {
  await waitForEarnings(ctx.db)
  const batch = await requireBatch(ctx.db, id)
  if (await isWaitingForAnother(ctx, batch)) throw refuse('payouts.second_person')
  const lines = (await listLinesOf(ctx.db, batch.id)).filter(isWanted)
  if (lines.length === 0) throw refuse('payouts.ended')
  return { batch, lines }
}

/** The whole batch at once: who confirmed its file confirmed its transfers. */
async function release(
  ctx: ConsoleCtx & Parameters<typeof personOf>[0],
  batch: BatchRow,
): Promise<void> {
  await markExported(ctx.db, batch.id, personOf(ctx).id, ctx.clock.now())
  await startTransfers(ctx, batch.id)
}

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
    for (const line of await requireOpenLines(ctx, batch.id, body.line, mayPay))
      await payLine(ctx, line, { ...body, by: personOf(ctx).id })
    return done
  },
})

export const failPayoutLines = defineOperation({
  ...contract.failPayoutLines,
  audit,
  run: async (ctx, { params, body }) => {
    await waitForEarnings(ctx.db)
    const batch = await requireBatch(ctx.db, params.batch)
    for (const line of await requireOpenLines(ctx, batch.id, body.line, mayFail))
      await failLine(ctx, line, {
        why: { reason: body.reason },
        by: personOf(ctx).id,
        // A draft was not seen by the bank, and its end is no news.
        isTold: batch.exported_at !== null,
      })
    return done
  },
})

type Now = Pick<ConsoleCtx, 'clock'>

/** A provider has not said for a day what became of it: an operator looks there. */
const isStuck = ({ clock }: Now, { sent_at: sentAt }: LineRow): boolean =>
  sentAt !== null && sentAt < secondsAfter(clock.now(), -STUCK_SECONDS)
const mayPay = (now: Now, line: LineRow): boolean => line.provider === null || isStuck(now, line)
/** What was sent may arrive yet. */
const mayFail = (now: Now, line: LineRow): boolean =>
  line.provider === null || line.sent_at === null || isStuck(now, line)

async function requireBatch(db: Db, id: string): Promise<BatchRow> {
  const batch = await findBatch(db, id)
  if (!batch) throw refuse('not_found')
  return batch
}

/**
 * `lineId` null: all that an operator may end. The caller holds the earnings lock, so that no
 * worker sends one meanwhile.
 */
async function requireOpenLines(
  ctx: Now & Pick<ConsoleCtx, 'db'>,
  batchId: string,
  lineId: string | null,
  mayEnd: (now: Now, line: LineRow) => boolean,
): Promise<LineRow[]> {
  const open = (await listLinesOf(ctx.db, batchId)).filter(
    (line) => line.state === 'open' && (lineId === null || line.id === lineId),
  )
  if (open.length === 0) throw refuse('payouts.ended')
  const lines = open.filter((line) => mayEnd(ctx, line) && (lineId !== null || !isStuck(ctx, line)))
  if (lines.length === 0) throw refuse('payouts.with_provider')
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
