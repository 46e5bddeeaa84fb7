import { sql, type Selectable } from 'kysely'
import type { Db } from '#db/client.ts'
import type { SiteClaims } from '#db/types.gen.ts'
import { secondsAfter } from '#lib/clock.ts'
import {
  CODE_PAUSE_SECONDS,
  CODE_ROUNDS,
  CODE_SECONDS,
  CODE_TRIES,
  SLOW_CODE_SECONDS,
} from '../rules.ts'

export type ClaimRow = Selectable<SiteClaims>

/** A record may take its time to be seen everywhere. */
export const CLAIM_SECONDS = 7 * 86_400

const codeEnd = (slow: boolean, now: Date): Date =>
  secondsAfter(now, slow ? SLOW_CODE_SECONDS : CODE_SECONDS)

export const insertClaim = (
  db: Db,
  row: Pick<
    ClaimRow,
    | 'id'
    | 'handle_hash'
    | 'domain'
    | 'next_path'
    | 'locale'
    | 'contact_sealed'
    | 'code_hash'
    | 'token'
    | 'slow'
  >,
  now: Date,
) =>
  db
    .insertInto('site_claims')
    .values({
      ...row,
      code_asked_at: now,
      code_until: codeEnd(row.slow, now),
      expires_at: secondsAfter(now, CLAIM_SECONDS),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findClaim = (db: Db, handleHash: Buffer, now: Date) =>
  db
    .selectFrom('site_claims')
    .selectAll()
    .where('handle_hash', '=', handleHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const nextClaimRound = (db: Db, id: string, slow: boolean, now: Date) =>
  db
    .updateTable('site_claims')
    .set({
      code_round: sql<number>`code_round + 1`,
      slow,
      code_asked_at: now,
      code_until: sql<Date>`greatest(code_until, ${codeEnd(slow, now)})`,
    })
    .where('id', '=', id)
    .where('mail_confirmed_at', 'is', null)
    .where('code_round', '<', CODE_ROUNDS)
    .where('code_asked_at', '<=', secondsAfter(now, -CODE_PAUSE_SECONDS))
    .returningAll()
    .executeTakeFirst()

/** Takes one of the five tries of all codes of this claim; the row counts. */
export const takeClaimTry = (db: Db, id: string, now: Date) =>
  db
    .updateTable('site_claims')
    .set({ code_tries: sql<number>`code_tries + 1` })
    .where('id', '=', id)
    .where('code_tries', '<', CODE_TRIES)
    .where('code_until', '>', now)
    .where('mail_confirmed_at', 'is', null)
    .returning(['code_tries', 'code_hash'])
    .executeTakeFirst()

export const confirmMail = (db: Db, id: string, now: Date) =>
  db
    .updateTable('site_claims')
    .set({ mail_confirmed_at: now, code_hash: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const noteLook = (
  db: Db,
  id: string,
  look: { way: string; failure: string | null },
  now: Date,
) =>
  db
    .updateTable('site_claims')
    .set({ looked_at: now, looked_for: look.way, failure: look.failure })
    .where('id', '=', id)
    .execute()

/** It is spent by the first that finds the proof. */
export const spendClaim = (db: Db, id: string) =>
  db.deleteFrom('site_claims').where('id', '=', id).returningAll().executeTakeFirst()
