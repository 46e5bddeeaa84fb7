import { sql, type Selectable } from 'kysely'
import type { Db } from '#db/client.ts'
import type { LedgerDifferences } from '#db/types.gen.ts'

export type DifferenceRow = Selectable<LedgerDifferences>
/**
 * `charge_unknown`: the gateway took money that we know nothing of. `charge_missing`: we call paid
 * what it has not taken. `amount_differs`, `refund_differs`: both know it, with other sums.
 * `money_held`: both know it, and the order does not want it. `not_asked`: its gateway is not
 * configured any more.
 */
export type DifferenceKind =
  | 'charge_unknown'
  | 'charge_missing'
  | 'amount_differs'
  | 'refund_differs'
  | 'money_held'
  | 'not_asked'

export interface Sum {
  amountMinor: number
  currency: string
}

/** A row of ours, as far as the gateway's book has an opinion on it. */
const OURS = [
  'payment_attempts.id',
  'payment_attempts.state',
  'payment_attempts.gateway_ref',
  'payment_attempts.amount_minor',
  'payment_attempts.captured_minor',
  'payment_attempts.currency',
  'orders.number as order_number',
] as const

const attempts = (db: Db) =>
  db
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.id', 'payment_attempts.order_id')
    .select(OURS)
    .select(
      sql<number>`(select coalesce(sum(r.amount_minor), 0)::bigint from refunds r where r.attempt_id = payment_attempts.id and r.state = 'succeeded')`.as(
        'refunded_minor',
      ),
    )

export type OwnAttempt = Awaited<ReturnType<typeof findOwnAttempt>> & object

export const findOwnAttempt = (
  db: Db,
  gateway: string,
  key: { id: string } | { gatewayRef: string },
) =>
  attempts(db)
    .where(
      'id' in key ? 'payment_attempts.id' : 'payment_attempts.gateway_ref',
      '=',
      'id' in key ? key.id : key.gatewayRef,
    )
    .where('payment_attempts.gateway', '=', gateway)
    .executeTakeFirst()

/** What we say was taken, or went back, between two moments. */
export const listOwnMoved = (db: Db, gateway: string, from: Date, until: Date) =>
  attempts(db)
    .where('payment_attempts.gateway', '=', gateway)
    .where((on) =>
      on.or([
        on.and([
          on('captured_at', '>=', from),
          on('captured_at', '<', until),
          on('captured_minor', 'is not', null),
        ]),
        on.exists(
          on
            .selectFrom('refunds')
            .select('refunds.id')
            .whereRef('refunds.attempt_id', '=', 'payment_attempts.id')
            .where('refunds.state', '=', 'succeeded')
            .where('ended_at', '>=', from)
            .where('ended_at', '<', until),
        ),
      ]),
    )
    .execute()

/** Refunds of an attempt whose end is not known. */
export const listOpenRefunds = (db: Db, attemptId: string) =>
  db
    .selectFrom('refunds')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .where('state', 'in', ['requested', 'unknown'])
    .execute()

type NewDifference = Pick<
  DifferenceRow,
  'id' | 'gateway' | 'subject' | 'order_number' | 'attempt_id' | 'gateway_ref'
> & { day: string; kind: DifferenceKind; ours: Sum | null; theirs: Sum | null }

/** False when it was found on that day before: what somebody has explained is not opened again. */
export async function insertDifference(
  db: Db,
  { ours, theirs, ...row }: NewDifference,
  at: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('ledger_differences')
    .values({
      ...row,
      ours_minor: ours?.amountMinor ?? null,
      ours_currency: ours?.currency ?? null,
      theirs_minor: theirs?.amountMinor ?? null,
      theirs_currency: theirs?.currency ?? null,
      state: 'open',
      found_at: at,
    })
    .onConflict((conflict) => conflict.columns(['gateway', 'day', 'kind', 'subject']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Says what a difference was. False when somebody has already, or there is none. */
export async function handleDifference(
  db: Db,
  id: string,
  change: { state: 'explained' | 'resolved'; note: string; by: string },
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ledger_differences')
    .set({ state: change.state, note: change.note, handled_by: change.by, handled_at: at })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * The last day whose books were compared, `YYYY-MM-DD`; else the day of the first attempt at this
 * gateway; null before there is one.
 */
export async function lastComparedDay(
  db: Db,
  gateway: string,
): Promise<{ compared: string | null; first: string | null }> {
  const {
    rows: [row],
  } = await sql<{ compared: string | null; first: string | null }>`
    select (select max(day)::text from ledger_days where gateway = ${gateway}) as compared,
      (select to_char(min(created_at) at time zone 'UTC', 'YYYY-MM-DD') from payment_attempts where gateway = ${gateway}) as first`.execute(
    db,
  )
  return row ?? { compared: null, first: null }
}

/** Gateways whose book was ever held beside ours. */
export const listComparedGateways = async (db: Db): Promise<string[]> =>
  (
    await db.selectFrom('ledger_days').select('gateway').distinct().orderBy('gateway').execute()
  ).map((row) => row.gateway)

export const noteDay = (
  db: Db,
  row: { gateway: string; day: string; movements: number },
  at: Date,
) =>
  db
    .insertInto('ledger_days')
    .values({ ...row, compared_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['gateway', 'day'])
        .doUpdateSet({ movements: row.movements, compared_at: at }),
    )
    .execute()
