import { pageOf } from '#lib/page-key.ts'
import { refuse } from '#lib/refusal.ts'
import { personOf } from '../console.ts'
import { noteForOwner } from '../installs/public.ts'
import { implementConsole } from '../people/public.ts'
import * as statements from '../statements/public.ts'
import { keyOf, PAGE } from './page-keys.ts'
import { undoDecision } from './take-downs.ts'
import { answerAppeal as answerContract, getAnyStatement as getContract, listAllStatements as listContract } from './statements-contract.ts'

interface Named { partner_id: string | null; store_id: string | null }
const whose = (row: Named, names: { partner: string | null; store: string | null } | undefined) => ({
  partner: row.partner_id === null ? null : { id: row.partner_id, name: names?.partner ?? '' }, store: row.store_id === null ? null : { id: row.store_id, domain: names?.store ?? '' },
})

export const listAllStatements = implementConsole(listContract, null, async (ctx, { query }) => {
  const found = await statements.listAllStatements(ctx.db, {
    waiting: query.state === 'waiting', partnerId: query.partner || null, objectIds: query.object ? [query.object] : null, after: keyOf(query.after), most: PAGE + 1,
  })
  const { rows, next } = pageOf(found, PAGE, row => ({ at: row.decided_at, id: row.id }))
  const now = ctx.clock.now()
  return { statements: rows.map(row => ({ ...statements.presentLine(row, now), ...whose(row, row) })), next }
})

export const getAnyStatement = implementConsole(getContract, null, async (ctx, { params }) => {
  const [row, names] = await Promise.all([statements.findStatement(ctx.db, params.statement), statements.findNames(ctx.db, params.statement)])
  if (!row) throw refuse('not_found')
  const shown = statements.presentStatement(row, ctx.clock.now())
  return { ...shown, ...whose(row, names), decided_by: names?.decided_by ?? null, may_answer: shown.appeal === 'appealed' && row.decided_by !== personOf(ctx).id }
})

export const answerAppeal = implementConsole(answerContract, { audit: { kind: 'statement', id: ({ params }) => params.statement, read: statements.readAppeal } }, async (ctx, { params, body }) => {
  const answered = await statements.answerAppeal(ctx, params.statement, body)
  if (body.outcome === 'reversed') await undoDecision(ctx, answered)
  if (answered.storeId !== null) await noteForOwner(ctx, ctx.db, answered.storeId, { kind: 'appeal_answered', facts: { statementId: answered.id, objectName: answered.objectName, ...body } })
  return { success: true as const }
})
