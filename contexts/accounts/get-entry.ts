import { implement } from '../ctx.ts'
import { getEntry as contract } from './contract.ts'
import { showEntry } from './enter-market.ts'
import { refuse } from './errors.ts'

export const getEntry = implement(contract, async (ctx, { params }) => {
  const entry = await showEntry(ctx, params.handle)
  if (!entry) throw refuse('session.token_invalid')
  return { data: { domain: entry.domain, account: { name: entry.account.name }, current: ctx.actor.kind === 'store' ? ctx.actor.domain : null } }
})
