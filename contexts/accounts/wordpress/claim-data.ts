import type { Selectable } from 'kysely'
import type { Db } from '#db/client.ts'
import type { WordpressClaims } from '#db/types.gen.ts'
import { secondsAfter } from '#lib/clock.ts'

export type WordPressClaimRow = Selectable<WordpressClaims>

/** Somebody else may have to install the plugin. */
export const CLAIM_SECONDS = 7 * 86_400
/** Signing in at WordPress may come first. */
export const QUESTION_SECONDS = 3600

export const insertClaim = (db: Db, row: Pick<WordPressClaimRow, 'id' | 'handle_hash' | 'domain' | 'next_path' | 'locale' | 'url' | 'consent_url' | 'failure'>, now: Date) =>
  db.insertInto('wordpress_claims').values({ ...row, looked_at: now, expires_at: secondsAfter(now, CLAIM_SECONDS) }).returningAll().executeTakeFirstOrThrow()

export const findClaim = (db: Db, handleHash: Buffer, now: Date) =>
  db.selectFrom('wordpress_claims').selectAll().where('handle_hash', '=', handleHash).where('expires_at', '>', now).executeTakeFirst()

export const writeLook = (db: Db, id: string, look: Pick<WordPressClaimRow, 'url' | 'consent_url' | 'failure'>, now: Date) =>
  db.updateTable('wordpress_claims').set({ ...look, looked_at: now }).where('id', '=', id).returningAll().executeTakeFirst()

export const writeFailure = (db: Db, id: string, failure: string) =>
  db.updateTable('wordpress_claims').set({ failure }).where('id', '=', id).returningAll().executeTakeFirst()

/** The question before it is void. */
export const writeQuestion = (db: Db, id: string, { stateHash, replaces }: { stateHash: Buffer; replaces: string | null }, now: Date) =>
  db.updateTable('wordpress_claims').set({ state_hash: stateHash, state_until: secondsAfter(now, QUESTION_SECONDS), replaces, failure: null }).where('id', '=', id)
    .where('consent_url', 'is not', null).returningAll().executeTakeFirst()

/** True for the first that brings it, in time. */
export async function spendQuestion(db: Db, id: string, stateHash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('wordpress_claims').set({ state_hash: null, state_until: null })
    .where('id', '=', id).where('state_hash', '=', stateHash).where('state_until', '>', now).executeTakeFirst()
  return numUpdatedRows === 1n
}

export const spendClaim = (db: Db, id: string) => db.deleteFrom('wordpress_claims').where('id', '=', id).returning('id').executeTakeFirst()
