import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter, type Clock } from '#lib/clock.ts'
import { hashSecret } from '#lib/ids.ts'
import type { Limit } from '#lib/limit.ts'
import type { Operation } from '#kernel/operation.ts'
import { isRefusal, refuse } from '#lib/refusal.ts'

/**
 * Counts one use under each limit; refuses with 429 and Retry-After beyond it. Counted in a
 * separate statement before the caller's transaction, so that refused attempts count too.
 */
export async function consumeRateLimits(
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
export async function consumeAttempt(
  ctx: { db: Db; clock: Clock } & { ip: string },
  { id, attempts }: Pick<Operation, 'id' | 'attempts'>,
): Promise<void> {
  if (attempts) await consumeRateLimits(ctx, [{ key: `attempt ${id} ip ${ctx.ip}`, ...attempts }])
}

/** Key of a limit's row: a hash, so that it contains no addresses. */
export const limitKey = (key: string): Buffer => hashSecret(key)

/**
 * SQL that counts one use under each limit, for a `with` clause of the caller's statement: a
 * rollback undoes it. Rows are locked in the given order, as in
 * `refundRateLimits`, to avoid deadlocks.
 */
export const consumeRateLimitsSql = (limits: readonly Limit[], now: Date) => sql<RateLimitUse>`
  insert into limits as kept (key, used, ends_at)
    select key, 1, ${now}::timestamptz + seconds * interval '1 second'
    from unnest(${limits.map(({ key }) => limitKey(key))}::bytea[], ${limits.map(({ seconds }) => seconds)}::integer[]) with ordinality as given (key, seconds, place) order by place
  on conflict (key) do update set
    used = case when kept.ends_at <= ${now} then 1 else kept.used + 1 end,
    ends_at = case when kept.ends_at <= ${now} then excluded.ends_at else kept.ends_at end
  returning key, used, ends_at`

/** A row of `consumeRateLimitsSql`. */
export interface RateLimitUse {
  key: Buffer
  used: number
  ends_at: Date
}

/** Seconds until the first exhausted limit ends; null when none is exhausted. */
export function secondsToWait(
  limits: readonly Limit[],
  turns: readonly RateLimitUse[],
  now: Date,
): number | null {
  const full = limits
    .map(({ key, most }) =>
      turns.find((turn) => turn.used > most && turn.key.equals(limitKey(key))),
    )
    .find((turn) => turn !== undefined)
  return full ? Math.max(1, Math.ceil((full.ends_at.getTime() - now.getTime()) / 1000)) : null
}

/**
 * Gives uses back which turned out not to count. Not in a transaction: everybody whom the limit
 * counts, too, would wait for its commit.
 */
export async function refundRateLimits(
  { db, clock }: { db: Db; clock: Clock },
  keys: readonly Buffer[],
): Promise<void> {
  if (keys.length === 0) return
  await sql`update limits set used = limits.used - 1
    from (select kept.key from limits as kept
      where kept.key = any(${[...keys]}::bytea[]) and kept.used > 0 and kept.ends_at > ${clock.now()}
      order by array_position(${[...keys]}::bytea[], kept.key) for no key update) as taken
    where limits.key = taken.key`.execute(db)
}

/**
 * Like `consumeRateLimits`, but returns false instead of refusing, where the caller must not learn
 * of the limit.
 */
export async function tryConsumeRateLimits(
  services: { db: Db; clock: Clock },
  limits: readonly Limit[],
): Promise<boolean> {
  try {
    await consumeRateLimits(services, limits)
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

/** Deletes limits that have ended. */
export const purgeRateLimits = (db: Db, now: Date) =>
  db.deleteFrom('limits').where('ends_at', '<=', now).execute()
