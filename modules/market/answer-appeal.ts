import { defineOperation } from '#kernel/define-operation.ts'
import { noteForOwner } from '#modules/installs/public.ts'
import { answerAppeal as answer, readAppeal, undoDecision } from '#modules/publishing/public.ts'
import { restoreHiddenReview } from '#modules/reviews/public.ts'
import * as contract from './operator-contract.ts'

/** In the last module, because it reverses decisions about items, releases and reviews. */
export const answerAppeal = defineOperation({
  ...contract.answerAppeal,
  audit: { kind: 'statement', id: ({ params }) => params.statement, read: readAppeal },

  run: async (ctx, { params, body }) => {
    const answered = await answer(ctx, params.statement, body)
    if (body.outcome === 'reversed') {
      await undoDecision(ctx, answered)
      if (answered.about === 'review' && answered.decision === 'text_erased')
        await restoreHiddenReview(ctx.db, answered.objectId)
    }
    if (answered.storeId !== null)
      await noteForOwner(ctx, ctx.db, answered.storeId, {
        kind: 'appeal_answered',
        facts: { statementId: answered.id, objectName: answered.objectName, ...body },
      })
    return { success: true as const }
  },
})
