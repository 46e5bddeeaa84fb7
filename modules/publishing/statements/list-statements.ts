import { defineOperation } from '#kernel/define-operation.ts'
import { pageOf, readPageKey } from '#lib/page-key.ts'
import { refuse } from '#lib/refusal.ts'
import { getStatement as getContract, listStatements as listContract } from './contract.ts'
import { findStatement, listStatementsOf } from './data.ts'
import { presentLine, presentStatement } from './present.ts'

const MOST = 50

export const listStatements = defineOperation({
  ...listContract,
  run: async (ctx, { params, query }) => {
    const after = query.after === undefined ? null : readPageKey(query.after)
    if (query.after !== undefined && after === null)
      throw refuse('input.invalid', { fields: { after: { code: 'field.invalid' } } })
    const { rows, next } = pageOf(
      await listStatementsOf(ctx.db, params.partner, after, MOST + 1),
      MOST,
      (row) => ({ at: row.decided_at, id: row.id }),
    )
    const now = ctx.clock.now()
    return { statements: rows.map((row) => presentLine(row, now)), next }
  },
})

export const getStatement = defineOperation({
  ...getContract,
  run: async (ctx, { params }) => {
    const row = await findStatement(ctx.db, params.statement, params.partner)
    if (!row) throw refuse('not_found')
    return presentStatement(row, ctx.clock.now())
  },
})
