import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { resendIn } from './connect-code.ts'
import type { Account, ConnectAttempt } from './contract.ts'
import {
  CODE_PAUSE_SECONDS,
  CODE_ROUNDS,
  CODE_SECONDS,
  CODE_TRIES,
  SLOW_CODE_SECONDS,
} from './rules.ts'

const SHOWN = ['id', 'host', 'expires_at', 'code_asked_at', 'tries', 'slow'] as const
const codeEnd = (slow: boolean, now: Date): Date =>
  secondsAfter(now, slow ? SLOW_CODE_SECONDS : CODE_SECONDS)

export const insertAttempt = (
  db: Db,
  row: {
    id: string
    handleHash: Buffer
    platformId: number
    host: string
    nextPath: string
    locale: string
    slow: boolean
    now: Date
  },
) =>
  db
    .insertInto('connect_attempts')
    .values({
      id: row.id,
      handle_hash: row.handleHash,
      platform_id: row.platformId,
      host: row.host,
      next_path: row.nextPath,
      locale: row.locale,
      slow: row.slow,
      code_asked_at: row.now,
      expires_at: codeEnd(row.slow, row.now),
    })
    .returning(SHOWN)
    .executeTakeFirstOrThrow()

export const findAttempt = (db: Db, handleHash: Buffer, platformId: number, now: Date) =>
  db
    .selectFrom('connect_attempts')
    .select([...SHOWN, 'round'])
    .where('handle_hash', '=', handleHash)
    .where('platform_id', '=', platformId)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const findAttemptToSend = (db: Db, id: string, now: Date) =>
  db
    .selectFrom('connect_attempts')
    .select(['id', 'platform_id', 'host', 'locale', 'round', 'slow', 'code_hash'])
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** The code of this attempt; false when it was asked for again meanwhile. */
export async function setCode(
  db: Db,
  id: string,
  round: number,
  code: { hash: Buffer; storeId: string; account: Account },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connect_attempts')
    .set({ code_hash: code.hash, store_id: code.storeId, account: JSON.stringify(code.account) })
    .where('id', '=', id)
    .where('round', '=', round)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Another mail; the code stays, and so do the tries. Nothing when it is too soon, or there were
 * enough.
 */
export const nextRound = (db: Db, id: string, slow: boolean, now: Date) =>
  db
    .updateTable('connect_attempts')
    .set({
      round: sql<number>`round + 1`,
      slow,
      code_asked_at: now,
      expires_at: sql<Date>`greatest(expires_at, ${codeEnd(slow, now)})`,
    })
    .where('id', '=', id)
    .where('round', '<', CODE_ROUNDS)
    .where('code_asked_at', '<=', secondsAfter(now, -CODE_PAUSE_SECONDS))
    .returning(SHOWN)
    .executeTakeFirst()

/**
 * Takes one of the five tries; nothing when none is left. The row counts, however many come at once
 * (TOK-14).
 */
export const takeTry = (db: Db, id: string, now: Date) =>
  db
    .updateTable('connect_attempts')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', id)
    .where('tries', '<', CODE_TRIES)
    .where('expires_at', '>', now)
    .returning(['tries', 'code_hash'])
    .executeTakeFirst()

/** The code was right: it is spent. Nothing when somebody else was quicker. */
export const spendAttempt = (db: Db, id: string) =>
  db
    .deleteFrom('connect_attempts')
    .where('id', '=', id)
    .where('store_id', 'is not', null)
    .returning(['store_id', 'account', 'locale', 'next_path'])
    .executeTakeFirst()

/** Who came in from the panel last: a contact that the platform has vouched for. */
export const findLastPanelAccount = (db: Db, storeId: string) =>
  db
    .selectFrom('sessions')
    .select('account')
    .where('store_id', '=', storeId)
    .where('entered_by', '=', 'panel')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

type ShownRow = {
  host: string
  expires_at: Date
  code_asked_at: Date
  tries: number
  slow: boolean
}

export function presentAttempt(
  { host, expires_at, code_asked_at, tries, slow }: ShownRow,
  now: Date,
): ConnectAttempt {
  return {
    host,
    expires_at: expires_at.toISOString(),
    resend_at: secondsAfter(code_asked_at, CODE_PAUSE_SECONDS).toISOString(),
    tries_left: CODE_TRIES - tries,
    resend_in: resendIn(code_asked_at, now),
    slow,
  }
}
