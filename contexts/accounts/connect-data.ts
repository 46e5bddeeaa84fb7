import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { resendIn } from './connect-code.ts'
import type { Account, ConnectAttempt } from './contract.ts'
import { CODE_PAUSE_SECONDS, CODE_ROUNDS, CODE_SECONDS, CODE_TRIES } from './rules.ts'

const SHOWN = ['id', 'host', 'expires_at', 'code_asked_at', 'tries'] as const

export const insertAttempt = (db: Db, row: { id: string; handleHash: Buffer; platformId: number; host: string; nextPath: string; locale: string; now: Date }) =>
  db.insertInto('connect_attempts').values({
    id: row.id, handle_hash: row.handleHash, platform_id: row.platformId, host: row.host, next_path: row.nextPath, locale: row.locale,
    code_asked_at: row.now, expires_at: secondsAfter(row.now, CODE_SECONDS),
  }).returning(SHOWN).executeTakeFirstOrThrow()

export const findAttempt = (db: Db, handleHash: Buffer, platformId: number, now: Date) =>
  db.selectFrom('connect_attempts').select([...SHOWN, 'round']).where('handle_hash', '=', handleHash).where('platform_id', '=', platformId)
    .where('expires_at', '>', now).executeTakeFirst()

export const findAttemptToSend = (db: Db, id: string, now: Date) =>
  db.selectFrom('connect_attempts').select(['id', 'platform_id', 'host', 'locale', 'round']).where('id', '=', id).where('expires_at', '>', now)
    .where('code_hash', 'is', null).executeTakeFirst()

/** The code of this round; false when another was asked for meanwhile, or it is there already. */
export async function setCode(db: Db, id: string, round: number, code: { hash: Buffer; storeId: string; account: Account }): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('connect_attempts')
    .set({ code_hash: code.hash, store_id: code.storeId, account: JSON.stringify(code.account) })
    .where('id', '=', id).where('round', '=', round).where('code_hash', 'is', null).executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Another round: the code before is void. Nothing when it is too soon, or there were enough. The tries are not given back. */
export const nextRound = (db: Db, id: string, now: Date) =>
  db.updateTable('connect_attempts').set({
    round: sql<number>`round + 1`, code_hash: null, store_id: null, account: null, code_asked_at: now, expires_at: secondsAfter(now, CODE_SECONDS),
  }).where('id', '=', id).where('round', '<', CODE_ROUNDS).where('code_asked_at', '<=', secondsAfter(now, -CODE_PAUSE_SECONDS))
    .returning(SHOWN).executeTakeFirst()

/** Takes one of the five tries; nothing when none is left. The row counts, however many come at once (TOK-14). */
export const takeTry = (db: Db, id: string, now: Date) =>
  db.updateTable('connect_attempts').set({ tries: sql<number>`tries + 1` })
    .where('id', '=', id).where('tries', '<', CODE_TRIES).where('expires_at', '>', now)
    .returning(['tries', 'code_hash']).executeTakeFirst()

/** The code was right: it is spent. Nothing when somebody else was quicker. */
export const spendAttempt = (db: Db, id: string, codeHash: Buffer) =>
  db.deleteFrom('connect_attempts').where('id', '=', id).where('code_hash', '=', codeHash)
    .returning(['store_id', 'account', 'locale', 'next_path']).executeTakeFirst()

/** Who came in from the panel last: a contact that the platform has vouched for. */
export const findLastPanelAccount = (db: Db, storeId: string) =>
  db.selectFrom('sessions').select('account').where('store_id', '=', storeId).where('entered_by', '=', 'panel').orderBy('created_at', 'desc').limit(1).executeTakeFirst()

type ShownRow = { host: string; expires_at: Date; code_asked_at: Date; tries: number }

export function presentAttempt({ host, expires_at, code_asked_at, tries }: ShownRow, now: Date): ConnectAttempt {
  return {
    host, expires_at: expires_at.toISOString(), resend_at: secondsAfter(code_asked_at, CODE_PAUSE_SECONDS).toISOString(), tries_left: CODE_TRIES - tries,
    resend_in: resendIn(code_asked_at, now),
  }
}
