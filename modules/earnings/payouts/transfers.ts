import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { marketDay } from '#lib/market-days.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { waitForEarnings } from '../data.ts'
import { findLine, type LineRow } from './data.ts'
import { openDetails } from './details.ts'
import { failLine, payLine } from './lines.ts'
import {
  type PayoutProvider,
  ProviderUnavailable,
  type TransferOrder,
  type TransferResult,
} from './providers/provider.ts'
import {
  batchNumber,
  type PayoutCurrency,
  secondsUntilLook,
  type TransferFailure,
} from './rules.ts'

const JOB = 'transfer-payout'
/** Longer than all calls of a look take, so that two workers do not make them at once. */
const LEASE_SECONDS = 120

/** Releases the lines of a batch that providers carry out, in the caller's transaction. */
export async function startTransfers(
  { db, clock, jobs }: Pick<Services, 'db' | 'clock' | 'jobs'>,
  batchId: string,
): Promise<void> {
  const { rows } = await sql<{ line_id: string }>`
    update payout_transfers set next_look_at = ${clock.now()}
    from payout_lines where payout_lines.id = line_id and batch_id = ${batchId}
      and state = 'open' and next_look_at is null and sent_at is null
    returning line_id`.execute(db)
  for (const { line_id: id } of rows) await jobs.enqueue(db, JOB, { id })
}

export const findDueTransfers = async ({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> =>
  (
    await db
      .selectFrom('payout_transfers')
      .select('line_id')
      .where('next_look_at', '<=', clock.now())
      .orderBy('next_look_at')
      .limit(100)
      .execute()
  ).map((row) => row.line_id)

/**
 * Lets the provider carry out a line, or asks what became of it. Money moves only after `sent_at`
 * and the provider's reference are committed, with the line's id as key: whoever dies or hears
 * nothing, the next look asks first.
 */
export async function transferPayout(services: Services, lineId: string): Promise<void> {
  const line = await inTransaction(services, (trx) =>
    takeTransfer(trx, lineId, services.clock.now()),
  )
  if (!line) return
  const provider = services.payoutProviders.find((one) => one.name === line.provider)
  if (!provider) {
    services.log.error({ line: lineId, provider: line.provider }, 'no keys for a payout provider')
    return
  }
  await recordTransfer(services, line, await carryOut(services, provider, line))
}

/** The line, if it is due; nobody else takes it for the time of the lease, or until the next look. */
async function takeTransfer(trx: Db, lineId: string, now: Date): Promise<LineRow | null> {
  const taken = await trx
    .updateTable('payout_transfers')
    .set((on) => ({ looks: on('looks', '+', 1) }))
    .where('line_id', '=', lineId)
    .where('next_look_at', '<=', now)
    .returning('looks')
    .executeTakeFirst()
  if (!taken) return null
  const seconds = Math.max(LEASE_SECONDS, secondsUntilLook(taken.looks))
  await setNextLook(trx, lineId, secondsAfter(now, seconds))
  return (await findLine(trx, lineId)) ?? null
}

const setNextLook = (db: Db, lineId: string, at: Date) =>
  db
    .updateTable('payout_transfers')
    .set({ next_look_at: at })
    .where('line_id', '=', lineId)
    .where('next_look_at', 'is not', null)
    .execute()

function orderOf({ sealing }: Pick<Services, 'sealing'>, line: LineRow): TransferOrder {
  const { holder, iban } = openDetails(sealing, line.details_sealed)
  return {
    key: line.id,
    accountRef: line.account_ref ?? '',
    recipient: { holder, iban },
    amountMinor: line.amount_minor,
    currency: line.currency as PayoutCurrency,
    description: batchNumber(line),
  }
}

async function carryOut(
  services: Services,
  provider: PayoutProvider,
  line: LineRow,
): Promise<TransferResult> {
  const order = orderOf(services, line)
  if (line.sent_at === null) return begin(services, provider, order)
  const transferRef = line.transfer_ref ?? line.id
  const found = await provider.find(order, transferRef)
  return found.kind === 'none' ? provider.send(order, transferRef) : found
}

/** The account is asked for once more: it may have been closed since the batch was created. */
async function begin(
  services: Services,
  provider: PayoutProvider,
  order: TransferOrder,
): Promise<TransferResult> {
  try {
    const account = await provider.readAccount(order.accountRef)
    if (account?.state !== 'ready') return { kind: 'refused', failure: 'account_not_ready' }
  } catch (error) {
    if (error instanceof ProviderUnavailable) return { kind: 'unknown' }
    throw error
  }
  const prepared = await provider.prepare(order)
  if (prepared.kind !== 'prepared') return prepared
  const isMine = await inTransaction(services, (trx) =>
    markSent(trx, order.key, prepared.transferRef, services.clock.now()),
  )
  return isMine ? provider.send(order, prepared.transferRef) : { kind: 'unknown' }
}

/** False when the line has ended meanwhile, or another worker was faster. */
async function markSent(trx: Db, lineId: string, transferRef: string, now: Date): Promise<boolean> {
  await waitForEarnings(trx)
  const { numUpdatedRows } = await trx
    .updateTable('payout_transfers')
    .set({ sent_at: now, transfer_ref: transferRef })
    .where('line_id', '=', lineId)
    .where('sent_at', 'is', null)
    .where('next_look_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends the line as the provider says; without an outcome it is looked at again. */
async function recordTransfer(
  services: Services,
  { id, batch_id: batchId }: LineRow,
  result: TransferResult,
): Promise<void> {
  if (result.kind === 'unknown' || result.kind === 'pending')
    return lookAgain(services, id, result.kind)
  await inTransaction(services, async (trx) => {
    await waitForEarnings(trx)
    const line = await findLine(trx, id)
    if (line?.state !== 'open') return
    const { exported_by: by } = await trx
      .selectFrom('payout_batches')
      .select('exported_by')
      .where('id', '=', batchId)
      .executeTakeFirstOrThrow()
    if (by === null) throw new Error(`Payout ${id} was sent before its batch was released`)
    const inside = { ...services, db: trx }
    if (result.kind === 'refused') {
      await noteFailure(trx, id, result.failure)
      await failLine(inside, line, { why: { failure: result.failure }, by, isTold: true })
      return
    }
    await trx
      .updateTable('payout_transfers')
      .set({ transfer_ref: result.transferRef })
      .where('line_id', '=', id)
      .execute()
    const day = marketDay(services.zones, services.clock.now())
    await payLine(inside, line, { day, reference: result.transferRef.slice(0, 100), by })
  })
}

const noteFailure = (trx: Db, lineId: string, failure: TransferFailure) =>
  trx.updateTable('payout_transfers').set({ failure }).where('line_id', '=', lineId).execute()

async function lookAgain(
  { db, clock, log }: Services,
  lineId: string,
  kind: 'unknown' | 'pending',
): Promise<void> {
  const row = await db
    .selectFrom('payout_transfers')
    .select('looks')
    .where('line_id', '=', lineId)
    .executeTakeFirst()
  const seconds = secondsUntilLook(row?.looks ?? 0)
  if (kind === 'unknown') log.warn({ line: lineId, seconds }, 'a payout has no outcome yet')
  await setNextLook(db, lineId, secondsAfter(clock.now(), seconds))
}
