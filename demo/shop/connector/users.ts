import { createHash, randomBytes } from 'node:crypto'
import type { StoreId } from '../config.ts'
import { nowSeconds, originOf } from '../platform.ts'
import type { Platform } from '../platform.ts'
import type { Database } from '../storage/database.ts'
import { Refusal } from './refusal.ts'

/**
 * Web-service users of items: their secrets, of which the newest has no end, and how often each
 * right was used.
 */

const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export function newUserSecret(platform: Platform, storeId: StoreId, effectId: string): string {
  const secret = randomBytes(32).toString('base64url')
  platform.db.run(
    'INSERT INTO user_secret VALUES (?, ?, ?, ?, NULL)',
    hashSecret(secret),
    storeId,
    effectId,
    nowSeconds(platform),
  )
  return secret
}

/**
 * `POST /stores/{store}/effects/{effect_id}/secret`: another secret; those until now are good for
 * `formerSeconds` more at most.
 */
export function renewSecret(
  platform: Platform,
  storeId: StoreId,
  effectId: string,
  formerSeconds: number,
) {
  const { db } = platform
  const now = nowSeconds(platform)
  return db.transaction(() => {
    const user = db.get(
      `SELECT 1 FROM effect WHERE store_id = ? AND effect_id = ? AND kind = 'web_service_user'`,
      storeId,
      effectId,
    )
    if (!user) throw new Refusal(404, 'unknown_effect', `there is no user ${effectId}`)
    db.run(
      'DELETE FROM user_secret WHERE store_id = ? AND effect_id = ? AND ends_at <= ?',
      storeId,
      effectId,
      now,
    )
    db.run(
      'UPDATE user_secret SET ends_at = min(coalesce(ends_at, ?), ?) WHERE store_id = ? AND effect_id = ?',
      now + formerSeconds,
      now + formerSeconds,
      storeId,
      effectId,
    )
    return {
      effect_id: effectId,
      secret: newUserSecret(platform, storeId, effectId),
      url: `${originOf(platform, 'panel')}/web-service/v1/stores/${storeId}`,
    }
  })
}

/**
 * A user that takes another's place keeps its secrets and its counts, of the rights that it still
 * has.
 */
export function handOver(
  { db }: Platform,
  storeId: StoreId,
  from: string,
  to: string,
  scopes: readonly string[],
): void {
  db.run(
    'UPDATE user_secret SET effect_id = ? WHERE store_id = ? AND effect_id = ?',
    to,
    storeId,
    from,
  )
  db.run(
    'UPDATE user_call SET effect_id = ? WHERE store_id = ? AND effect_id = ?',
    to,
    storeId,
    from,
  )
  const kept = new Set(scopes)
  for (const { scope } of rightsOf(db, storeId, to))
    if (!kept.has(scope))
      db.run(
        'DELETE FROM user_call WHERE store_id = ? AND effect_id = ? AND scope = ?',
        storeId,
        to,
        scope,
      )
}

export function endUser(db: Database, storeId: StoreId, effectId: string): void {
  db.run('DELETE FROM user_secret WHERE store_id = ? AND effect_id = ?', storeId, effectId)
  db.run('DELETE FROM user_call WHERE store_id = ? AND effect_id = ?', storeId, effectId)
}

/** The web-service user with this secret, if the store has one. */
export function getUser(
  platform: Platform,
  storeId: StoreId,
  secret: string,
): { effectId: string; name: string; scopes: string[] } | undefined {
  const row = platform.db.get<{ effectId: string; content: string }>(
    `SELECT effect_id AS "effectId", content FROM effect JOIN user_secret USING (store_id, effect_id)
     WHERE store_id = ? AND user_secret.secret_hash = ? AND (ends_at IS NULL OR ends_at > ?)`,
    storeId,
    hashSecret(secret),
    nowSeconds(platform),
  )
  return (
    row && {
      effectId: row.effectId,
      ...(JSON.parse(row.content) as { name: string; scopes: string[] }),
    }
  )
}

/** One more call by this right. */
export function countCall(
  platform: Platform,
  storeId: StoreId,
  effectId: string,
  scope: string,
): void {
  platform.db.run(
    `INSERT INTO user_call VALUES (?, ?, ?, 1, ?)
    ON CONFLICT (store_id, effect_id, scope) DO UPDATE SET calls = calls + 1, last_at = excluded.last_at`,
    storeId,
    effectId,
    scope,
    nowSeconds(platform),
  )
}

export const rightsOf = (
  db: Database,
  storeId: StoreId,
  effectId: string,
): { scope: string; calls: number; last_at: number }[] =>
  db.all(
    'SELECT scope, calls, last_at FROM user_call WHERE store_id = ? AND effect_id = ? ORDER BY scope',
    storeId,
    effectId,
  )
