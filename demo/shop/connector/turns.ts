import type { StoreId } from '../config.ts'
import type { Database } from '../storage/database.ts'
import { Refusal } from './refusal.ts'

/** Clocks of those who ask may differ by so much. */
const slackSeconds = 5

/**
 * A call that was stuck on the wire must not undo what was asked after it: one that was signed well
 * before the last one about the same effect is not carried out (protocol, section 3).
 */
export function requireTurn(
  db: Database,
  storeId: StoreId,
  effectId: string,
  askedAt: number,
): void {
  const last = db.get<{ at: number }>(
    'SELECT asked_at AS at FROM effect_turn WHERE store_id = ? AND effect_id = ?',
    storeId,
    effectId,
  )?.at
  if (last !== undefined && askedAt + slackSeconds < last)
    throw new Refusal(409, 'overtaken', `effect ${effectId} was asked for again since`)
  keepTurn(db, storeId, effectId, askedAt)
}

/** Also of the effect that makes way for another. */
export function keepTurn(db: Database, storeId: StoreId, effectId: string, askedAt: number): void {
  db.run(
    'INSERT INTO effect_turn VALUES (?, ?, ?) ON CONFLICT (store_id, effect_id) DO UPDATE SET asked_at = max(asked_at, excluded.asked_at)',
    storeId,
    effectId,
    askedAt,
  )
}
