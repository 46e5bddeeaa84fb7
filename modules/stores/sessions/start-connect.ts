import { defineOperation } from '#kernel/define-operation.ts'
import { hashSecret, newId, newSecret } from '#lib/ids.ts'
import { readInsidePath } from '#lib/targets.ts'
import { inTransaction } from '#kernel/context.ts'
import { insertAttempt, presentAttempt } from './connect-data.ts'
import { takeCodeTurns } from './connect-limits.ts'
import { startConnect as contract } from './contract.ts'
import { readKnownBrowser } from '#lib/known-browser.ts'
import { codeSubjects } from './shared-code.ts'
import { readShopAddress } from '#lib/shop-address.ts'

/**
 * Nobody looks here whether the store exists: the job does, so that the answer and its time are the
 * same (TOK-16).
 */
export const startConnect = defineOperation({
  ...contract,
  run: async (ctx, { headers, body }) => {
    const host = readShopAddress(body.address) as string
    const subject = codeSubjects.connect(ctx.platformId, host)
    const slow = !(await takeCodeTurns(
      ctx,
      subject,
      readKnownBrowser(ctx, headers['known-browser'], subject),
    ))
    const handle = newSecret()
    const row = await inTransaction(ctx, async (trx) => {
      const written = await insertAttempt(trx, {
        id: newId('con'),
        handleHash: hashSecret(handle),
        platformId: ctx.platformId,
        host,
        locale: ctx.locale,
        slow,
        now: ctx.clock.now(),
        nextPath: readInsidePath(body.next ?? '') ?? '/',
      })
      await ctx.jobs.enqueue(trx, 'send-connect-code', { id: written.id })
      return written
    })
    return { handle, data: presentAttempt(row, ctx.clock.now()) }
  },
})
