import { defineOperation } from '#kernel/define-operation.ts'
import { listPartnerSubscriptions as contract } from './partner-contract.ts'
import { listLines, presentLine } from './subscription-lines.ts'

/** A store is named by its domain only, and what its owner owes is the market's affair. */
export const listPartnerSubscriptions = defineOperation({
  ...contract,
  run: async (ctx, { params, query }) => {
    const { rows, next } = await listLines(ctx.db, { ...query, partner: params.partner })
    return {
      subscriptions: rows.map((row) => {
        const { due: _, end_reason: _why, store, ...shown } = presentLine(row, ctx.locale)
        return { ...shown, store: { domain: store.domain } }
      }),
      next,
    }
  },
})
