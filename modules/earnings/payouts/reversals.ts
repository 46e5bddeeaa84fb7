import type { Selectable } from 'kysely'
import type { Db } from '#db/client.ts'
import type { PayoutReversals } from '#db/types.gen.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { type Currency, formatAmount, toMajor } from '#lib/money.ts'
import { personOf } from '#kernel/actor.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { insertEntry, waitForEarnings } from '../data.ts'
import { refuse } from '../errors.ts'
import { mailMoneyMembers } from '../member-mails.ts'
import * as contract from './contract.ts'
import { findLine, type LineRow } from './data.ts'
import type { ReversalResult } from './providers/provider.ts'
import { batchNumber, type PayoutCurrency, secondsUntilLook } from './rules.ts'

const JOB = 'reverse-payout'
/** Longer than the calls of one look take. */
const LEASE_SECONDS = 120
type ReversalRow = Selectable<PayoutReversals>

/** What refunds after payouts left owing: the negative balance, or 0. */
export const findOwed = async (db: Db, partnerId: string, currency: string): Promise<number> => {
  const row = await db
    .selectFrom('ledger_balances')
    .select('amount_minor')
    .where('partner_id', '=', partnerId)
    .where('currency', '=', currency)
    .where('account', '=', 'payable')
    .executeTakeFirst()
  return Math.max(0, -(row?.amount_minor ?? 0))
}

/** What can be taken back of a line: at most what is owed; 0 where its provider cannot. */
export function reversibleMinor(
  { payoutProviders }: Pick<Services, 'payoutProviders'>,
  line: LineRow,
  owedMinor: number,
): number {
  const provider = payoutProviders.find((one) => one.name === line.provider)
  if (line.state !== 'paid' || !provider?.canReverse || line.transfer_ref === null) return 0
  return Math.min(owedMinor, line.amount_minor - (line.taken_back_minor ?? 0))
}

/** The whole amount that is owed, as far as this line goes; the provider is asked by the worker. */
export const reversePayout = defineOperation({
  ...contract.reversePayout,
  audit: {
    kind: 'payout_batch',
    id: ({ params }) => params.batch,
    read: async (db, _batch, { body }) => {
      const line = await findLine(db, body.line)
      const open = await findOpenReversal(db, body.line)
      return {
        taken_back_minor: line?.taken_back_minor ?? 0,
        asked_minor: open?.amount_minor ?? 0,
      }
    },
  },
  run: async (ctx, { params, body }) => {
    await waitForEarnings(ctx.db)
    const line = await findLine(ctx.db, body.line)
    if (line?.batch_id !== params.batch) throw refuse('not_found')
    if (await isReversing(ctx.db, line)) throw refuse('payouts.under_way')
    const owed = await findOwed(ctx.db, line.partner_id, line.currency)
    const amountMinor = reversibleMinor(ctx, line, owed)
    if (amountMinor === 0) throw refuse('payouts.not_reversible')
    const [id, now] = [newId('por'), ctx.clock.now()]
    await ctx.db
      .insertInto('payout_reversals')
      .values({
        id,
        line_id: line.id,
        amount_minor: amountMinor,
        asked_by: personOf(ctx).id,
        asked_at: now,
        next_look_at: now,
      })
      .execute()
    await ctx.jobs.enqueue(ctx.db, JOB, { id })
    return { id }
  },
})

const findOpenReversal = (db: Db, lineId: string) =>
  db
    .selectFrom('payout_reversals')
    .select('amount_minor')
    .where('line_id', '=', lineId)
    .where('state', '=', 'open')
    .executeTakeFirst()

/** Two at once could take back more than is owed. */
const isReversing = async (db: Db, { partner_id, currency }: LineRow): Promise<boolean> =>
  (await db
    .selectFrom('payout_reversals')
    .innerJoin('payout_lines', 'payout_lines.id', 'line_id')
    .innerJoin('payout_batches', 'payout_batches.id', 'batch_id')
    .select('payout_reversals.id')
    .where('payout_reversals.next_look_at', 'is not', null)
    .where('partner_id', '=', partner_id)
    .where('currency', '=', currency)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const findDueReversals = async ({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> =>
  (
    await db
      .selectFrom('payout_reversals')
      .select('id')
      .where('next_look_at', '<=', clock.now())
      .orderBy('next_look_at')
      .limit(100)
      .execute()
  ).map((row) => row.id)

/** Lets the provider take back a reversal's amount; repeated with its id until the outcome is known. */
export async function takeBackPayout(services: Services, id: string): Promise<void> {
  const taken = await takeReversal(services, id)
  if (!taken) return
  const { reversal, line } = taken
  const provider = services.payoutProviders.find((one) => one.name === line.provider)
  if (!provider || line.transfer_ref === null || line.account_ref === null) {
    services.log.error({ reversal: id, provider: line.provider }, 'no keys for a payout provider')
    return
  }
  const result = await provider.reverse({
    key: id,
    accountRef: line.account_ref,
    transferRef: line.transfer_ref,
    amountMinor: reversal.amount_minor,
    currency: line.currency as PayoutCurrency,
  })
  await recordReversal(services, id, line, result)
}

/** Null unless it is due; nobody else takes it for the time of the lease. */
const takeReversal = (
  services: Services,
  id: string,
): Promise<{ reversal: ReversalRow; line: LineRow } | null> =>
  inTransaction(services, async (trx) => {
    const now = services.clock.now()
    const reversal = await trx
      .updateTable('payout_reversals')
      .set((on) => ({
        looks: on('looks', '+', 1),
        next_look_at: secondsAfter(now, LEASE_SECONDS),
      }))
      .where('id', '=', id)
      .where('next_look_at', '<=', now)
      .returningAll()
      .executeTakeFirst()
    const line = reversal && (await findLine(trx, reversal.line_id))
    return line ? { reversal, line } : null
  })

async function recordReversal(
  services: Services,
  id: string,
  line: LineRow,
  result: ReversalResult,
): Promise<void> {
  const now = services.clock.now()
  await inTransaction(services, async (trx) => {
    await waitForEarnings(trx)
    const open = await trx
      .selectFrom('payout_reversals')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'open')
      .executeTakeFirst()
    if (!open) return
    await trx
      .updateTable('payout_reversals')
      .set(changesBy(result, open, now))
      .where('id', '=', id)
      .execute()
    if (result.kind !== 'done') return
    await insertEntry(
      {
        id: newId('ere'),
        partner_id: line.partner_id,
        currency: line.currency,
        kind: 'reversal',
        at: now,
        amount_minor: open.amount_minor,
        reference: result.reversalRef.slice(0, 100),
        noted_by: open.asked_by,
        reversal_id: id,
      },
      trx,
    )
    await mailReversal({ ...services, db: trx }, line, open)
  })
}

function changesBy(result: ReversalResult, { looks }: ReversalRow, now: Date) {
  switch (result.kind) {
    case 'done':
      return {
        state: 'done',
        reversal_ref: result.reversalRef,
        ended_at: now,
        next_look_at: null,
      }
    case 'refused':
      return { state: 'failed', failure: result.failure, ended_at: now, next_look_at: null }
    case 'unknown':
      return { next_look_at: secondsAfter(now, secondsUntilLook(looks)) }
  }
}

const mailReversal = (
  services: Services,
  line: LineRow,
  { id, amount_minor: amountMinor }: ReversalRow,
): Promise<void> =>
  mailMoneyMembers(
    services,
    { key: `reversal ${id}`, partnerId: line.partner_id, page: 'payouts' },
    (t, partner) => {
      const facts = {
        partner,
        number: batchNumber(line),
        amount: formatAmount(amountMinor, line.currency as Currency),
      }
      return {
        subject: t('mails.payout_reversal.subject', facts),
        paragraphs: [t('mails.payout_reversal.lead', facts)],
        action: t('mails.payouts.action'),
      }
    },
  )

/** As `getPayoutBatch` presents it; null where nothing can be taken back. */
export const presentReversible = (
  ctx: Pick<Services, 'payoutProviders'>,
  line: LineRow,
  owedMinor: number,
): number | null => {
  const minor = reversibleMinor(ctx, line, owedMinor)
  return minor === 0 ? null : toMajor(minor, line.currency)
}
