import { inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { refuse } from '../../errors.ts'
import { confirmSiteMail as contract, resendSiteCode as resendContract } from '../claim-contract.ts'
import { isCode, resendIn } from '../connect-code.ts'
import { guessLimits, takeCodeTurns } from '../connect-limits.ts'
import { CODE_PAUSE_SECONDS, CODE_ROUNDS, CODE_TRIES } from '../rules.ts'
import { codeSubjects, readSharedCode, spendSharedCode } from '../shared-code.ts'
import { confirmMail, nextClaimRound, takeClaimTry } from './claim-data.ts'
import { contactOf, presentClaim, queueCode, requireClaim } from './claim.ts'

/** Before anything of the site: a mistyped address would hand the site's codes to somebody else. */
export const confirmSiteMail = defineOperation({
  ...contract,
  run: async (ctx, { headers, body }) => {
    await consumeRateLimits(ctx, guessLimits(ctx))
    const claim = await requireClaim(ctx, headers['claim-handle'])
    if (claim.mail_confirmed_at !== null) return { data: presentClaim(ctx, claim) }
    const tried = await takeClaimTry(ctx.db, claim.id, ctx.clock.now())
    if (!tried) throw refuse('connect.no_tries_left')
    const subject = codeSubjects.claim(contactOf(ctx, claim).email)
    const shared = await readSharedCode(ctx, ctx.db, subject, body.code)
    if (shared === null && !isCode(ctx.downloadTokenKey, claim.id, body.code, tried.code_hash)) {
      const count = CODE_TRIES - tried.code_tries
      throw count === 0
        ? refuse('connect.no_tries_left')
        : refuse('connect.code_wrong', { params: { count } })
    }
    const confirmed = await inTransaction(ctx, async (trx) => {
      if (shared !== null && !(await spendSharedCode(ctx, trx, subject, shared)))
        throw refuse('connect.over')
      return confirmMail(trx, claim.id, ctx.clock.now())
    })
    return { data: presentClaim(ctx, confirmed) }
  },
})

export const resendSiteCode = defineOperation({
  ...resendContract,
  run: async (ctx, { headers }) => {
    const now = ctx.clock.now()
    const claim = await requireClaim(ctx, headers['claim-handle'])
    if (claim.code_round >= CODE_ROUNDS) throw refuse('connect.too_many_codes')
    const seconds = resendIn(claim.code_asked_at, now)
    if (seconds > 0) throw refuse('connect.too_soon', { retryAfter: seconds })
    const { email } = contactOf(ctx, claim)
    const slow = !(await takeCodeTurns(ctx, codeSubjects.claim(email)))
    const row = await inTransaction(ctx, async (trx) => {
      const next = await nextClaimRound(trx, claim.id, slow, now)
      if (next) await queueCode(ctx, trx, next, email)
      return next
    })
    if (!row) throw refuse('connect.too_soon', { retryAfter: CODE_PAUSE_SECONDS })
    return { data: presentClaim(ctx, row) }
  },
})
