import { sql } from 'kysely'
import { secondsAfter } from '#lib/clock.ts'
import { hashSecret } from '#lib/ids.ts'
import type { Limit } from '#lib/limit.ts'
import { isRefusal, refuse } from '#lib/refusal.ts'
import type { Services } from './ctx.ts'

/**
 * Takes a turn under every limit; refuses with 429 and Retry-After when one is used up. Counted in a statement of its own, before the
 * caller's transaction: what is refused later has been tried all the same.
 */
export async function takeTurns({ db, clock }: Pick<Services, 'db' | 'clock'>, limits: readonly Limit[]): Promise<void> {
  for (const { key, most, seconds } of limits) {
    const now = clock.now()
    const endsAt = secondsAfter(now, seconds)
    const { rows: [turn] } = await sql<{ used: number; ends_at: Date }>`
      insert into limits as kept (key, used, ends_at) values (${limitKey(key)}, 1, ${endsAt})
      on conflict (key) do update set
        used = case when kept.ends_at <= ${now} then 1 else least(kept.used + 1, ${most + 1}) end,
        ends_at = case when kept.ends_at <= ${now} then ${endsAt} else kept.ends_at end
      returning used, ends_at`.execute(db)
    if (turn && turn.used > most) throw refuse('rate.limited', { retryAfter: Math.max(1, Math.ceil((turn.ends_at.getTime() - now.getTime()) / 1000)) })
  }
}

/** Under which a limit's row is found: no address stands in it in plain words. */
export const limitKey = (key: string): Buffer => hashSecret(key)

/** For turns that turned out to be none. One by one in their order, as they were taken: two who meet never wait for each other. */
export async function giveTurnsBack({ db, clock }: Pick<Services, 'db' | 'clock'>, keys: readonly Buffer[]): Promise<void> {
  for (const key of keys) {
    await db.updateTable('limits').set(row => ({ used: row('used', '-', 1) })).where('key', '=', key).where('used', '>', 0).where('ends_at', '>', clock.now()).execute()
  }
}

/** The same for what must not be told: false when a limit is used up. */
export async function hasTurns(services: Pick<Services, 'db' | 'clock'>, limits: readonly Limit[]): Promise<boolean> {
  try {
    await takeTurns(services, limits)
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

/** Housekeeping. */
export const deleteEndedLimits = (db: Services['db'], now: Date) => db.deleteFrom('limits').where('ends_at', '<=', now).execute()
