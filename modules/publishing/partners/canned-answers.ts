import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../errors.ts'
import * as contract from './canned-contract.ts'
import { MOST_CANNED } from './rules.ts'

const done = { success: true as const }

export const listCannedAnswers = defineOperation({
  ...contract.listCannedAnswers,
  run: async (ctx, { params }) => {
    const rows = await listRows(ctx.db, params.partner)
    return {
      answers: rows.map(({ changed_at: changedAt, ...row }) => ({
        ...row,
        changed_at: changedAt.toISOString(),
      })),
    }
  },
})

const listRows = (db: Db, partnerId: string) =>
  db
    .selectFrom('partner_canned_answers')
    .select(['id', 'title', 'body', 'changed_at'])
    .where('partner_id', '=', partnerId)
    .orderBy('title')
    .orderBy('id')
    .execute()

/** Two answers of one title could not be told apart in the list. */
function requireFreeTitle(
  rows: readonly { id: string; title: string }[],
  title: string,
  own?: string,
): void {
  if (rows.some((row) => row.title === title && row.id !== own))
    throw refuse('input.invalid', { fields: { title: { code: 'field.title_taken' } } })
}

export const createCannedAnswer = defineOperation({
  ...contract.createCannedAnswer,
  audit: { kind: 'canned_answer', id: (_input, _ctx, answer) => answer?.id },
  run: async (ctx, { params, body }) => {
    const rows = await listRows(ctx.db, params.partner)
    requireFreeTitle(rows, body.title)
    if (rows.length >= MOST_CANNED)
      throw refuse('partners.canned_many', { params: { n: MOST_CANNED } })
    const id = newId('can')
    const made = await ctx.db
      .insertInto('partner_canned_answers')
      .values({ id, partner_id: params.partner, ...body, changed_at: ctx.clock.now() })
      .onConflict((conflict) => conflict.columns(['partner_id', 'title']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) requireFreeTitle([{ id: '', title: body.title }], body.title)
    return { id }
  },
})

export const changeCannedAnswer = defineOperation({
  ...contract.changeCannedAnswer,
  audit: { kind: 'canned_answer', id: ({ params }) => params.answer },
  run: async (ctx, { params, body }) => {
    requireFreeTitle(await listRows(ctx.db, params.partner), body.title, params.answer)
    const { numUpdatedRows } = await ctx.db
      .updateTable('partner_canned_answers')
      .set({ ...body, changed_at: ctx.clock.now() })
      .where('id', '=', params.answer)
      .where('partner_id', '=', params.partner)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw refuse('not_found')
    return done
  },
})

export const deleteCannedAnswer = defineOperation({
  ...contract.deleteCannedAnswer,
  audit: { kind: 'canned_answer', id: ({ params }) => params.answer },
  run: async (ctx, { params }) => {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('partner_canned_answers')
      .where('id', '=', params.answer)
      .where('partner_id', '=', params.partner)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw refuse('not_found')
    return done
  },
})
