import { hashSecret } from '#lib/ids.ts'
import { newKnownBrowser } from '#lib/known-browser.ts'
import type { Locale } from '#lib/locale.ts'
import { inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { refuse } from '../errors.ts'
import { isCode } from './connect-code.ts'
import { findAttempt, spendAttempt, takeTry } from './connect-data.ts'
import { guessLimits } from './connect-limits.ts'
import { type Account, confirmConnect as contract } from './contract.ts'
import { openSession } from './enter-market.ts'
import { findSession } from './public.ts'
import { CODE_TRIES } from './rules.ts'
import { codeSubjects, readSharedCode, spendSharedCode } from './shared-code.ts'

/**
 * The code, typed in the browser that asked for it: five tries counted by the row, spent by the
 * first that is right. The hourly code of this shop is as good. Who is signed in already must have
 * been told that this ends that session (D5).
 */
export const confirmConnect = defineOperation({
  ...contract,
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
    const tried = await takeTry(ctx.db, attempt.id, now)
    if (!tried) throw refuse('connect.no_tries_left')
    const subject = codeSubjects.connect(ctx.platformId, attempt.host)
    const shared = tried.code_hash && (await readSharedCode(ctx, ctx.db, subject, body.code))
    if (shared === null && !isCode(ctx.downloadTokenKey, attempt.id, body.code, tried.code_hash)) {
      const count = CODE_TRIES - tried.tries
      throw count === 0
        ? refuse('connect.no_tries_left')
        : refuse('connect.code_wrong', { params: { count } })
    }
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
    const store = await findSession(ctx, session.token, null, ctx.platformId)
    if (!store) throw refuse('connect.over')
    return {
      success: true,
      account: store.account,
      domain: store.domain,
      is_os2: store.isOs2 ? (1 as const) : (0 as const),
      expire_time: store.expiresAt.toISOString(),
      store_id: store.storeId,
      token: session.token,
      next,
      browser: newKnownBrowser(ctx, subject),
    }
  },
})
