import { defineOperation } from '#kernel/define-operation.ts'
import { findPartner } from '#modules/publishing/public.ts'
import {
  getAnyEarnings as anyContract,
  getAnyEarningsFile as anyFileContract,
  getEarnings as getContract,
  getEarningsFile as fileContract,
  listAllEarnings as listAllContract,
  listEarnings as listContract,
} from './contract.ts'
import { findPartnerNamed } from './data.ts'
import { refuse } from './errors.ts'
import { keyOf, presentFile, presentOpen, presentStatement, presentStatements } from './present.ts'

export const listEarnings = defineOperation({
  ...listContract,
  run: async (ctx, { params, query }) => {
    if (!(await findPartner(ctx.db, params.partner))) throw refuse('not_found')
    const [open, { statements, next }] = await Promise.all([
      presentOpen(ctx.db, params.partner),
      presentStatements(ctx.db, {
        partnerId: params.partner,
        due: false,
        after: keyOf(query.after),
      }),
    ])
    return { open, statements, next }
  },
})

export const getEarnings = defineOperation({
  ...getContract,
  run: (ctx, { params, query }) =>
    presentStatement(ctx.db, params.statement, params.partner, query.after),
})
export const getEarningsFile = defineOperation({
  ...fileContract,
  run: (ctx, { params }) => presentFile(ctx.db, params.statement, params.partner),
})

export const listAllEarnings = defineOperation({
  ...listAllContract,
  run: async (ctx, { query }) => {
    const partner = query.partner ? await findPartnerNamed(ctx.db, query.partner) : null
    if (partner === undefined) return { statements: [], next: null, open: [] }
    const [page, open] = await Promise.all([
      presentStatements(ctx.db, {
        partnerId: partner?.id ?? null,
        due: query.state === 'due',
        after: keyOf(query.after),
      }),
      partner === null ? [] : presentOpen(ctx.db, partner.id),
    ])
    return { ...page, open }
  },
})

export const getAnyEarnings = defineOperation({
  ...anyContract,
  run: (ctx, { params, query }) => presentStatement(ctx.db, params.statement, null, query.after),
})
export const getAnyEarningsFile = defineOperation({
  ...anyFileContract,
  run: (ctx, { params }) => presentFile(ctx.db, params.statement, null),
})
