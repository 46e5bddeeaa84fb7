import { defineOperation } from '#kernel/define-operation.ts'
import { hashSecret } from '#lib/ids.ts'
import { findAttempt, presentAttempt } from './connect-data.ts'
import { getConnect as contract } from './contract.ts'

export const getConnect = defineOperation({
  ...contract,
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
