import { sql, type Selectable } from 'kysely'
import type { Db } from '#db/client.ts'
import type { WordpressClaims } from '#db/types.gen.ts'
import { secondsAfter } from '#lib/clock.ts'
import { CODE_PAUSE_SECONDS, CODE_ROUNDS, CODE_TRIES, codeEnd } from '../codes.ts'

export type WordPressClaimRow = Selectable<WordpressClaims>

/** Somebody else may have to install the plugin. */
export const CLAIM_SECONDS = 7 * 86_400
/** The owner may have to sign in to WordPress first. */
export const QUESTION_SECONDS = 3600

export const insertClaim = (
  db: Db,
  row: Pick<
    WordPressClaimRow,
    'id' | 'handle_hash' | 'domain' | 'next_path' | 'locale' | 'url' | 'consent_url' | 'failure'
  > &
    Partial<Pick<WordPressClaimRow, 'store_id' | 'is_move'>>,
  now: Date,
) =>
  db
    .insertInto('wordpress_claims')
    .values({ ...row, looked_at: now, expires_at: secondsAfter(now, CLAIM_SECONDS) })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findClaim = (db: Db, handleHash: Buffer, now: Date) =>
  db
    .selectFrom('wordpress_claims')
    .selectAll()
    .where('handle_hash', '=', handleHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const saveInspection = (
  db: Db,
  id: string,
  look: Pick<WordPressClaimRow, 'url' | 'consent_url' | 'failure'>,
  now: Date,
) =>
  db
    .updateTable('wordpress_claims')
    .set({ ...look, looked_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const writeFailure = (db: Db, id: string, failure: string) =>
  db
    .updateTable('wordpress_claims')
    .set({ failure })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Replaces the question before it. */
export const writeQuestion = (
  db: Db,
  id: string,
  {
    stateHash,
    replaces,
    asksOld,
  }: { stateHash: Buffer; replaces: string | null; asksOld: boolean },
  now: Date,
) =>
  db
    .updateTable('wordpress_claims')
    .set({
      state_hash: stateHash,
      state_until: secondsAfter(now, QUESTION_SECONDS),
      replaces,
      asks_old: asksOld,
      failure: null,
    })
    .where('id', '=', id)
    .where(asksOld ? 'old_consent_url' : 'consent_url', 'is not', null)
    .returningAll()
    .executeTakeFirst()

/** Stores what the new address returned, which store it belongs to, and whether it has its keys. */
export const writeFound = (
  db: Db,
  id: string,
  found: { storeId: string; foundSealed: string; sameKeys: boolean; oldConsentUrl: string | null },
) =>
  db
    .updateTable('wordpress_claims')
    .set({
      store_id: found.storeId,
      found_sealed: found.foundSealed,
      same_keys: found.sameKeys,
      old_consent_url: found.oldConsentUrl,
      failure: null,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const writeOldLook = (db: Db, id: string, oldConsentUrl: string | null, now: Date) =>
  db
    .updateTable('wordpress_claims')
    .set({ old_consent_url: oldConsentUrl, looked_at: now, failure: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const chooseMove = (db: Db, id: string) =>
  db
    .updateTable('wordpress_claims')
    .set({ is_move: true, failure: null })
    .where('id', '=', id)
    .where('found_sealed', 'is not', null)
    .returningAll()
    .executeTakeFirst()

/** The copy gave up its identity: it is connected like any site. */
export const forgetFound = (db: Db, id: string) =>
  db
    .updateTable('wordpress_claims')
    .set({
      store_id: null,
      is_move: false,
      found_sealed: null,
      same_keys: false,
      old_consent_url: null,
      asks_old: false,
      code_hash: null,
      failure: null,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/**
 * Another mail; tries are not reset. `codeHash` is used when there is none yet. Undefined when it
 * is too soon or there were enough.
 */
export const nextRound = (
  db: Db,
  id: string,
  { codeHash, slow }: { codeHash: Buffer; slow: boolean },
  now: Date,
) =>
  db
    .updateTable('wordpress_claims')
    .set({
      code_round: sql<number>`code_round + 1`,
      code_hash: sql<Buffer>`coalesce(code_hash, ${codeHash})`,
      slow,
      code_asked_at: now,
      code_until: sql<Date>`greatest(code_until, ${codeEnd(slow, now)})`,
    })
    .where('id', '=', id)
    .where('code_round', '<', CODE_ROUNDS)
    .where((on) =>
      on.or([
        on('code_asked_at', 'is', null),
        on('code_asked_at', '<=', secondsAfter(now, -CODE_PAUSE_SECONDS)),
      ]),
    )
    .returningAll()
    .executeTakeFirst()

/** Counts one of the five tries of this claim; the row counts. */
export const consumeTry = (db: Db, id: string, now: Date) =>
  db
    .updateTable('wordpress_claims')
    .set({ code_tries: sql<number>`code_tries + 1` })
    .where('id', '=', id)
    .where('code_tries', '<', CODE_TRIES)
    .where('code_until', '>', now)
    .where('code_hash', 'is not', null)
    .returning(['code_tries', 'code_hash'])
    .executeTakeFirst()

/** True for the first answer in time. */
export async function spendQuestion(
  db: Db,
  id: string,
  stateHash: Buffer,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('wordpress_claims')
    .set({ state_hash: null, state_until: null })
    .where('id', '=', id)
    .where('state_hash', '=', stateHash)
    .where('state_until', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const spendClaim = (db: Db, id: string) =>
  db.deleteFrom('wordpress_claims').where('id', '=', id).returning('id').executeTakeFirst()
