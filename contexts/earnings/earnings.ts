import { findPartner } from '../partners/public.ts'
import { implementConsole } from '../people/public.ts'
import {
  getAnyEarnings as anyContract, getAnyEarningsFile as anyFileContract, getEarnings as getContract, getEarningsFile as fileContract, listAllEarnings as listAllContract, listEarnings as listContract,
} from './contract.ts'
import { findPartnerNamed } from './data.ts'
import { refuse } from './errors.ts'
import { keyOf, presentFile, presentOpen, presentStatement, presentStatements } from './present.ts'

export const listEarnings = implementConsole(listContract, null, async (ctx, { params, query }) => {
  if (!await findPartner(ctx.db, params.partner)) throw refuse('not_found')
  const [open, { statements, next }] = await Promise.all([presentOpen(ctx.db, params.partner), presentStatements(ctx.db, { partnerId: params.partner, due: false, after: keyOf(query.after) })])
  return { open, statements, next }
})

export const getEarnings = implementConsole(getContract, null, (ctx, { params, query }) => presentStatement(ctx.db, params.statement, params.partner, query.after))
export const getEarningsFile = implementConsole(fileContract, null, (ctx, { params }) => presentFile(ctx.db, params.statement, params.partner))

export const listAllEarnings = implementConsole(listAllContract, null, async (ctx, { query }) => {
  const partner = query.partner ? await findPartnerNamed(ctx.db, query.partner) : null
  if (partner === undefined) return { statements: [], next: null, open: [] }
  const [page, open] = await Promise.all([
    presentStatements(ctx.db, { partnerId: partner?.id ?? null, due: query.state === 'due', after: keyOf(query.after) }), partner === null ? [] : presentOpen(ctx.db, partner.id),
  ])
  return { ...page, open }
})

export const getAnyEarnings = implementConsole(anyContract, null, (ctx, { params, query }) => presentStatement(ctx.db, params.statement, null, query.after))
export const getAnyEarningsFile = implementConsole(anyFileContract, null, (ctx, { params }) => presentFile(ctx.db, params.statement, null))
