import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../errors.ts'
import { getEntry as contract } from './contract.ts'
import { showEntry } from './enter-market.ts'

export const getEntry = defineOperation({
  ...contract,
  run: async (ctx, { params }) => {
    const entry = await showEntry(ctx, params.handle)
    if (!entry) throw refuse('session.token_invalid')
    return {
      data: {
        domain: entry.domain,
        account: { name: entry.account.name },
        current: ctx.actor.kind === 'store' ? ctx.actor.domain : null,
      },
    }
  },
})
