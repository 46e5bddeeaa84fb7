import { hashSecret, newId, newSecret } from '#lib/ids.ts'
import { readInsidePath } from '#lib/targets.ts'
import { implement, inTransaction } from '../ctx.ts'
import { takeTurns } from '../limits.ts'
import { insertAttempt, presentAttempt } from './connect-data.ts'
import { codeLimits } from './connect-limits.ts'
import { startConnect as contract } from './contract.ts'
import { readShopAddress } from '#lib/shop-address.ts'

/** Nobody looks here whether the store exists: the job does, so that the answer and its time are the same (TOK-16). */
export const startConnect = implement(contract, async (ctx, { body }) => {
  const host = readShopAddress(body.address) as string
  await takeTurns(ctx, codeLimits(ctx, host))
  const handle = newSecret()
  const row = await inTransaction(ctx, async trx => {
    const written = await insertAttempt(trx, {
      id: newId('con'), handleHash: hashSecret(handle), platformId: ctx.platformId, host, locale: ctx.locale, now: ctx.clock.now(),
      nextPath: readInsidePath(body.next ?? '') ?? '/',
    })
    await ctx.jobs.enqueue(trx, 'send-connect-code', { id: written.id })
    return written
  })
  return { handle, data: presentAttempt(row, ctx.clock.now()) }
})
