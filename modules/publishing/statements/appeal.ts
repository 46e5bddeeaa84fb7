import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../errors.ts'
import { appealStatement as contract } from './contract.ts'
import { answerAppealRow, findStatement, insertAppeal, markReversed } from './data.ts'
import { mailAnswer } from './mails.ts'
import { type About, APPEALS, appealState, type Decision } from './rules.ts'

/** What of a statement an audit line compares. */
export const readAppeal = (db: ConsoleCtx['db'], id: string) =>
  db
    .selectFrom('statement_appeals')
    .select(['appealed_by', 'outcome', 'answered_by'])
    .where('statement_id', '=', id)
    .executeTakeFirst()

export const appealStatement = defineOperation({
  ...contract,

  audit: { kind: 'statement', id: ({ params }) => params.statement, read: readAppeal },
  limits: (_ctx, { params }) => [
    { key: `statement appeals ${params.partner}`, most: APPEALS.max, seconds: APPEALS.seconds },
  ],

  run: async (ctx, { params, body }) => {
    const now = ctx.clock.now()
    const row = await findStatement(ctx.db, params.statement, params.partner)
    if (!row) throw refuse('not_found')
    if (row.appealed_at !== null) throw refuse('statements.appealed_already')
    if (
      appealState({ appealUntil: row.appeal_until, appealedAt: null, outcome: null }, now) ===
      'over'
    )
      throw refuse('statements.appeal_over')
    const isFirst = await insertAppeal(ctx.db, {
      statement_id: row.id,
      text: body.text,
      appealed_by: personOf(ctx).id,
      appealed_at: now,
    })
    if (!isFirst) throw refuse('statements.appealed_already')
    return { success: true as const }
  },
})

export interface AnsweredAppeal {
  id: string
  about: About
  objectId: string
  decision: Decision
  objectName: string
  storeId: string | null
}

/**
 * Somebody else than who decided answers, and the partner's owners are told, in the caller's
 * transaction. What was decided is undone by whoever owns it: the answer says what that was.
 */
export async function answerAppeal(
  ctx: ConsoleCtx,
  id: string,
  { outcome, reasons }: { outcome: 'upheld' | 'reversed'; reasons: string },
): Promise<AnsweredAppeal> {
  const [row, now, person] = [await findStatement(ctx.db, id), ctx.clock.now(), personOf(ctx)]
  if (!row) throw refuse('not_found')
  if (row.decided_by === person.id) throw refuse('statements.own_decision')
  const isAnswered = await answerAppealRow(ctx.db, id, {
    outcome,
    reasons,
    answered_by: person.id,
    answered_at: now,
  })
  if (!isAnswered) throw refuse('statements.no_appeal')
  if (outcome === 'reversed') await markReversed(ctx.db, { id }, now)
  if (row.partner_id !== null)
    await mailAnswer(ctx, {
      id,
      objectName: row.object_name,
      partnerId: row.partner_id,
      outcome,
      reasons,
    })
  return {
    id,
    about: row.about as About,
    objectId: row.object_id,
    decision: row.decision as Decision,
    objectName: row.object_name,
    storeId: row.store_id,
  }
}
