import { sql, type QueryCreator } from 'kysely'
import type { Db } from '#db/client.ts'
import type { DB } from '#db/types.gen.ts'
import { secondsAfter, type Clock } from '#lib/clock.ts'
import { hashSecret } from '#lib/ids.ts'
import type { Limit } from '#lib/limit.ts'
import type { Operation } from '#kernel/operation.ts'
import { isRefusal, refuse } from '#lib/refusal.ts'

/**
 * Takes a turn under every limit; refuses with 429 and Retry-After when one is used up. Counted in
 * a statement of its own, before the caller's transaction: what is refused later has been tried all
 * the same.
 */
export async function takeTurns(
  { db, clock }: { db: Db; clock: Clock },
  limits: readonly Limit[],
): Promise<void> {
  for (const { key, most, seconds } of limits) {
    const now = clock.now()
    const endsAt = secondsAfter(now, seconds)
    const {
      rows: [turn],
    } = await sql<{ used: number; ends_at: Date }>`
      insert into limits as kept (key, used, ends_at) values (${limitKey(key)}, 1, ${endsAt})
      on conflict (key) do update set
        used = case when kept.ends_at <= ${now} then 1 else least(kept.used + 1, ${most + 1}) end,
        ends_at = case when kept.ends_at <= ${now} then ${endsAt} else kept.ends_at end
      returning used, ends_at`.execute(db)
    if (turn && turn.used > most)
      throw refuse('rate.limited', {
        retryAfter: Math.max(1, Math.ceil((turn.ends_at.getTime() - now.getTime()) / 1000)),
      })
  }
}

/**
 * Counts a call under the `attempts` that its declaration allows each address; refuses with 429.
 */
export async function takeAttempt(
  ctx: { db: Db; clock: Clock } & { ip: string },
  { id, attempts }: Pick<Operation, 'id' | 'attempts'>,
): Promise<void> {
  if (attempts) await takeTurns(ctx, [{ key: `attempt ${id} ip ${ctx.ip}`, ...attempts }])
}

/** Under which a limit's row is found: no address stands in it in plain words. */
export const limitKey = (key: string): Buffer => hashSecret(key)

/**
 * Takes a turn under every limit at once, as a part (`with turns as …`) of a caller's statement:
 * for transactions, where a refusal takes all of them back. Rows are locked in the order given, as
 * `turnsBack` does: two who meet never wait for each other.
 */
export const turnsTaken = (limits: readonly Limit[], now: Date) => sql`
  insert into limits as kept (key, used, ends_at)
    select key, 1, ${now}::timestamptz + seconds * interval '1 second'
    from unnest(${limits.map(({ key }) => limitKey(key))}::bytea[], ${limits.map(({ seconds }) => seconds)}::integer[]) with ordinality as given (key, seconds, place) order by place
  on conflict (key) do update set
    used = case when kept.ends_at <= ${now} then 1 else kept.used + 1 end,
    ends_at = case when kept.ends_at <= ${now} then excluded.ends_at else kept.ends_at end
  returning key, used, ends_at`

/** One row of `turnsTaken` as JSON: `{ key: hex, used, ends_at }`. */
export interface TurnTaken {
  key: string
  used: number
  ends_at: string
}

/** Seconds until the first of these limits that is used up has ended; null when none is. */
export function waitAfter(
  limits: readonly Limit[],
  turns: readonly TurnTaken[],
  now: Date,
): number | null {
  const full = limits
    .map(({ key, most }) =>
      turns.find((turn) => turn.key === limitKey(key).toString('hex') && turn.used > most),
    )
    .find((turn) => turn !== undefined)
  return full
    ? Math.max(1, Math.ceil((new Date(full.ends_at).getTime() - now.getTime()) / 1000))
    : null
}

/** For turns that turned out to be none, as a part of a caller's statement. */
export const turnsBack = (
  db: Pick<QueryCreator<DB>, 'updateTable' | 'selectFrom'>,
  keys: readonly Buffer[],
  now: Date,
) =>
  db
    .updateTable('limits')
    .from(
      db
        .selectFrom('limits as kept')
        .select('kept.key')
        .where(sql<boolean>`kept.key = any(${[...keys]}::bytea[])`)
        .where('kept.used', '>', 0)
        .where('kept.ends_at', '>', now)
        .orderBy(sql`array_position(${[...keys]}::bytea[], kept.key)`)
        .forNoKeyUpdate()
        .as('taken'),
    )
    .set((row) => ({ used: row('limits.used', '-', 1) }))
    .whereRef('limits.key', '=', 'taken.key')

/** The same for what must not be told: false when a limit is used up. */
export async function hasTurns(
  services: { db: Db; clock: Clock },
  limits: readonly Limit[],
): Promise<boolean> {
  try {
    await takeTurns(services, limits)
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

/** Housekeeping. */
export const deleteEndedLimits = (db: Db, now: Date) =>
  db.deleteFrom('limits').where('ends_at', '<=', now).execute()
