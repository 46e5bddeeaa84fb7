import { defineOperation } from '#kernel/define-operation.ts'
import { personOf } from '#kernel/actor.ts'
import { PAGE_ROWS, pageOf, parsePageKey } from '#lib/page-key.ts'
import { refuse } from '#lib/refusal.ts'
import { findNames, findStatement, listAllStatements as listRows } from './data.ts'
import {
  getAnyStatement as getContract,
  listAllStatements as listContract,
} from './operator-contract.ts'
import { presentLine, presentStatement } from './present.ts'

interface Named {
  partner_id: string | null
  store_id: string | null
}

const whose = (
  row: Named,
  names: { partner: string | null; store: string | null } | undefined,
) => ({
  partner: row.partner_id === null ? null : { id: row.partner_id, name: names?.partner ?? '' },
  store: row.store_id === null ? null : { id: row.store_id, domain: names?.store ?? '' },
})

export const listAllStatements = defineOperation({
  ...listContract,
  run: async (ctx, { query }) => {
    const found = await listRows(ctx.db, {
      waiting: query.state === 'waiting',
      partnerId: query.partner || null,
      objectIds: query.object ? [query.object] : null,
      after: parsePageKey(query.after),
      most: PAGE_ROWS + 1,
    })
    const { rows, next } = pageOf(found, PAGE_ROWS, (row) => ({ at: row.decided_at, id: row.id }))
    const now = ctx.clock.now()
    return {
      statements: rows.map((row) => ({ ...presentLine(row, now), ...whose(row, row) })),
      next,
    }
  },
})

export const getAnyStatement = defineOperation({
  ...getContract,
  run: async (ctx, { params }) => {
    const [row, names] = await Promise.all([
      findStatement(ctx.db, params.statement),
      findNames(ctx.db, params.statement),
    ])
    if (!row) throw refuse('not_found')
    const shown = presentStatement(row, ctx.clock.now())
    return {
      ...shown,
      ...whose(row, names),
      decided_by: names?.decided_by ?? null,
      may_answer: shown.appeal === 'appealed' && row.decided_by !== personOf(ctx).id,
    }
  },
})
