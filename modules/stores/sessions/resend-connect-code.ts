import { hashSecret } from '#lib/ids.ts'
import { readKnownBrowser } from '#lib/known-browser.ts'
import { inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../errors.ts'
import { resendIn } from './connect-code.ts'
import { findAttempt, nextRound, presentAttempt } from './connect-data.ts'
import { takeCodeTurns } from './connect-limits.ts'
import { resendConnectCode as contract } from './contract.ts'
import { CODE_PAUSE_SECONDS, CODE_ROUNDS } from './rules.ts'
import { codeSubjects } from './shared-code.ts'

export const resendConnectCode = defineOperation({
  ...contract,
  run: async (ctx, { headers }) => {
    const now = ctx.clock.now()
    const known = await findAttempt(
      ctx.db,
      hashSecret(headers['connect-handle'] ?? ''),
      ctx.platformId,
      now,
    )
    if (!known) throw refuse('connect.over')
    if (known.round >= CODE_ROUNDS) throw refuse('connect.too_many_codes')
    const seconds = resendIn(known.code_asked_at, now)
    if (seconds > 0) throw refuse('connect.too_soon', { retryAfter: seconds })
    const subject = codeSubjects.connect(ctx.platformId, known.host)
    const slow = !(await takeCodeTurns(
      ctx,
      subject,
      readKnownBrowser(ctx, headers['known-browser'], subject),
    ))
    const row = await inTransaction(ctx, async (trx) => {
      const next = await nextRound(trx, known.id, slow, now)
      if (next) await ctx.jobs.enqueue(trx, 'send-connect-code', { id: known.id })
      return next
    })
    // Pressed twice at once: the other press has sent it.
    if (!row) throw refuse('connect.too_soon', { retryAfter: CODE_PAUSE_SECONDS })
    return { data: presentAttempt(row, now) }
  },
})
