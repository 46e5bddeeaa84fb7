import { defineOperation } from '#kernel/define-operation.ts'
import { hashSecret, newId, newSecret } from '#lib/ids.ts'
import { readInsidePath } from '#lib/targets.ts'
import { type Services, inTransaction } from '#kernel/context.ts'
import {
  CODE_PAUSE_SECONDS,
  CODE_ROUNDS,
  CODE_TRIES,
  codeEnd,
  codeOf,
  codeSubjects,
  guessLimits,
  hashCode,
  checkCode,
  requireCodePause,
  resendIn,
  getSharedCode,
  spendSharedCode,
  consumeCodeLimit,
} from './codes.ts'
import * as contract from './contract.ts'
import type { Account, ConnectAttempt } from './contract.ts'
import { newKnownBrowser, readKnownBrowser } from '#lib/known-browser.ts'
import { readShopAddress } from '#lib/shop-address.ts'
import { refuse } from '../errors.ts'
import type { Locale } from '#lib/locale.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { presentSignedIn, openSession } from './sessions.ts'
import { mailWords, queueMail } from '#modules/mail/public.ts'
import { ConnectorFailure, fetchContact, findStoreByHost } from '../platforms/public.ts'
import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'

/**
 * Does not look up the store: the job does, so that the answer and its duration are always the same
 * (TOK-16).
 */
export const startConnect = defineOperation({
  ...contract.startConnect,
  run: async (ctx, { headers, body }) => {
    const host = readShopAddress(body.address) as string
    const subject = codeSubjects.connect(ctx.platformId, host)
    const slow = !(await consumeCodeLimit(
      ctx,
      subject,
      readKnownBrowser(ctx, headers['known-browser'], subject),
    ))
    const handle = newSecret()
    const now = ctx.clock.now()
    const row = await inTransaction(ctx, async (trx) => {
      const written = await trx
        .insertInto('connect_attempts')
        .values({
          id: newId('con'),
          handle_hash: hashSecret(handle),
          platform_id: ctx.platformId,
          host,
          next_path: readInsidePath(body.next ?? '') ?? '/',
          locale: ctx.locale,
          slow,
          code_asked_at: now,
          expires_at: codeEnd(slow, now),
        })
        .returning(SHOWN)
        .executeTakeFirstOrThrow()
      await ctx.jobs.enqueue(trx, 'send-connect-code', { id: written.id })
      return written
    })
    return { handle, data: presentAttempt(row, now) }
  },
})

export const getConnect = defineOperation({
  ...contract.getConnect,
  run: async (ctx, { headers }) => {
    const now = ctx.clock.now()
    const row = await findAttempt(
      ctx.db,
      hashSecret(headers['connect-handle'] ?? ''),
      ctx.platformId,
      now,
    )
    return { data: row ? presentAttempt(row, now) : null }
  },
})

export const resendConnectCode = defineOperation({
  ...contract.resendConnectCode,
  run: async (ctx, { headers }) => {
    const now = ctx.clock.now()
    const known = await findAttempt(
      ctx.db,
      hashSecret(headers['connect-handle'] ?? ''),
      ctx.platformId,
      now,
    )
    if (!known) throw refuse('connect.over')
    requireCodePause(known.round, known.code_asked_at, now)
    const subject = codeSubjects.connect(ctx.platformId, known.host)
    const slow = !(await consumeCodeLimit(
      ctx,
      subject,
      readKnownBrowser(ctx, headers['known-browser'], subject),
    ))
    const row = await inTransaction(ctx, async (trx) => {
      const next = await nextRound(trx, known.id, slow, now)
      if (next) await ctx.jobs.enqueue(trx, 'send-connect-code', { id: known.id })
      return next
    })
    // Two clicks at once: the other one has sent it.
    if (!row) throw refuse('connect.too_soon', { retryAfter: CODE_PAUSE_SECONDS })
    return { data: presentAttempt(row, now) }
  },
})

/**
 * Signs in with a code, typed in the browser that requested it: five tries counted by the row,
 * spent by the first success. The hourly code of the shop works too. A signed-in owner must have
 * been told that this ends that session (D5).
 */
export const confirmConnect = defineOperation({
  ...contract.confirmConnect,
  run: async (ctx, { headers, body }) => {
    await consumeRateLimits(ctx, guessLimits(ctx))
    const now = ctx.clock.now()
    const attempt = await findAttempt(
      ctx.db,
      hashSecret(headers['connect-handle'] ?? ''),
      ctx.platformId,
      now,
    )
    if (!attempt) throw refuse('connect.over')
    if (ctx.actor.kind === 'store' && body.replaces !== ctx.actor.storeId)
      throw refuse('connect.other_store', { params: { domain: ctx.actor.domain } })
    const tried = await consumeTry(ctx.db, attempt.id, now)
    if (!tried) throw refuse('connect.no_tries_left')
    const subject = codeSubjects.connect(ctx.platformId, attempt.host)
    const shared = await checkCode(ctx, attempt.id, subject, body.code, {
      used: tried.tries,
      hash: tried.code_hash,
    })
    const { session, next } = await inTransaction(ctx, async (trx) => {
      const spent = await spendAttempt(trx, attempt.id)
      if (
        !spent ||
        spent.store_id === null ||
        (shared !== null && !(await spendSharedCode(ctx, trx, subject, shared)))
      )
        throw refuse('connect.over')
      const arrival = {
        storeId: spent.store_id,
        account: spent.account as Account,
        locale: spent.locale as Locale,
      }
      return {
        session: await openSession({ ...ctx, db: trx }, arrival, null, 'code'),
        next: spent.next_path,
      }
    })
    return presentSignedIn(ctx, session, next, newKnownBrowser(ctx, subject))
  },
})

/**
 * The job `send-connect-code`: finds the store and its contact, and queues the mail with the code
 * in one transaction. Without such a store nothing happens, which cannot be seen from outside. A
 * slowed attempt uses the hourly mail, whose key lets it go out once.
 */
export async function sendConnectCode(services: Services, id: string): Promise<void> {
  const attempt = await findAttemptToSend(services.db, id, services.clock.now())
  const store = attempt && (await findStoreByHost(services, attempt.platform_id, attempt.host))
  if (!attempt || !store) return
  const account = await findOwner(services, store.id)
  if (!account) return
  const t = mailWords(attempt.locale as Locale)
  await inTransaction(services, async (trx) => {
    const shared = attempt.slow
      ? await getSharedCode(services, trx, codeSubjects.connect(attempt.platform_id, attempt.host))
      : null
    const own = codeOf(services.downloadTokenKey, id)
    // A short code that was never mailed must not be guessable: an attempt that was slow from the
    // start has none.
    const hash = attempt.code_hash ?? hashCode(services.downloadTokenKey, id, shared?.code ?? own)
    if (!(await setCode(trx, id, attempt.round, { hash, storeId: store.id, account }))) return
    await queueMail(services, trx, {
      key: shared?.mailKey ?? `connect:${id}:${attempt.round}`,
      to: account.email,
      locale: attempt.locale as Locale,
      platform: attempt.platform_id,
      code: shared?.code ?? own,
      subject: t('mails.connect.subject'),
      paragraphs: [
        t('mails.connect.lead', { host: attempt.host }),
        ...(shared ? [t('mails.code_shared')] : []),
      ],
      footnote: `${t(shared ? 'mails.code_shared.what' : 'mails.connect.what')}\n${t('mails.connect.footnote')}`,
    })
  })
}

/**
 * The owner as the platform knows them: its contact now, otherwise the last account that came from
 * its panel. Never somebody whom a visitor names (D6).
 */
export async function findOwner(services: Services, storeId: string): Promise<Account | null> {
  try {
    const { isOpen, contact } = await fetchContact(services, storeId)
    if (!isOpen) return null
    if (contact) return { id: 'contact', ...contact }
  } catch (error) {
    // The job retries temporary failures; a store that left its platform has no owner here.
    if (!(error instanceof ConnectorFailure) || error.kind === 'temporary') throw error
    return null
  }
  return (
    ((await findLastPanelAccount(services.db, storeId))?.account as Account | undefined) ?? null
  )
}

const SHOWN = ['id', 'host', 'expires_at', 'code_asked_at', 'tries', 'slow'] as const
const findAttempt = (db: Db, handleHash: Buffer, platformId: number, now: Date) =>
  db
    .selectFrom('connect_attempts')
    .select([...SHOWN, 'round'])
    .where('handle_hash', '=', handleHash)
    .where('platform_id', '=', platformId)
    .where('expires_at', '>', now)
    .executeTakeFirst()

const findAttemptToSend = (db: Db, id: string, now: Date) =>
  db
    .selectFrom('connect_attempts')
    .select(['id', 'platform_id', 'host', 'locale', 'round', 'slow', 'code_hash'])
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Stores the code of an attempt; false when another was requested meanwhile. */
async function setCode(
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
 * Another mail with the same code; tries are not reset. Undefined when it is too soon or there were
 * enough.
 */
const nextRound = (db: Db, id: string, slow: boolean, now: Date) =>
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
 * Counts one of the five tries; undefined when none is left. The row counts, however many come at
 * once (TOK-14).
 */
const consumeTry = (db: Db, id: string, now: Date) =>
  db
    .updateTable('connect_attempts')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', id)
    .where('tries', '<', CODE_TRIES)
    .where('expires_at', '>', now)
    .returning(['tries', 'code_hash'])
    .executeTakeFirst()

/** Spends a correct code; undefined when another call was faster, or the store has closed since. */
const spendAttempt = (db: Db, id: string) =>
  db
    .deleteFrom('connect_attempts')
    .where('id', '=', id)
    .where(
      sql<boolean>`exists (select from stores where stores.id = store_id and status = 'active')`,
    )
    .returning(['store_id', 'account', 'locale', 'next_path'])
    .executeTakeFirst()

/** The last account from the panel: a contact that the platform vouched for. */
const findLastPanelAccount = (db: Db, storeId: string) =>
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

function presentAttempt(
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
