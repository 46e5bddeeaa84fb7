import { wholeList } from '#lib/wire.ts'
import { storeOf } from '#kernel/actor.ts'
import { inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { takeTurns } from '#kernel/rate-limits.ts'
import { refuse } from '../errors.ts'
import { findStoreStatement, insertAppeal, listStatementsOfStore } from './data.ts'
import { presentStatement } from './present.ts'
import { APPEALS, appealState } from './rules.ts'
import {
  appealOwnStatement as appealContract,
  listOwnStatements as listContract,
} from './store-contract.ts'

export const listOwnStatements = defineOperation({
  ...listContract,
  run: async (ctx) => {
    const now = ctx.clock.now()
    return wholeList(
      (await listStatementsOfStore(ctx.db, storeOf(ctx).storeId)).map((row) =>
        presentStatement(row, now),
      ),
    )
  },
})

/**
 * Whoever is signed in with the store; the market knows no person of it, so the appeal is the
 * store's.
 */
export const appealOwnStatement = defineOperation({
  ...appealContract,
  run: async (ctx, { params, body }) => {
    const { storeId } = storeOf(ctx)
    await takeTurns(ctx, [
      { key: `statement appeals ${storeId}`, most: APPEALS.max, seconds: APPEALS.seconds },
    ])
    return inTransaction(ctx, async (trx) => {
      const now = ctx.clock.now()
      const row = await findStoreStatement(trx, params.id, storeId)
      if (!row) throw refuse('not_found')
      if (
        appealState({ appealUntil: row.appeal_until, appealedAt: null, outcome: null }, now) ===
        'over'
      )
        throw refuse('statements.appeal_over')
      const isFirst = await insertAppeal(trx, {
        statement_id: row.id,
        text: body.text,
        appealed_by: null,
        appealed_at: now,
      })
      if (!isFirst) throw refuse('statements.appealed_already')
      return { data: { appealed: true as const } }
    })
  },
})
