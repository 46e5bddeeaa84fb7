import { newId } from '#lib/ids.ts'
import { personOf } from '#kernel/actor.ts'
import type { Db } from '#db/client.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from './errors.ts'
import * as contract from './views-contract.ts'
import { MOST_VIEWS } from './views-rules.ts'

const done = { success: true as const }

const select = (db: Db, personId: string) =>
  db.selectFrom('saved_views').select(['id', 'name', 'path']).where('person_id', '=', personId)

const find = (db: Db, id: string) =>
  db.selectFrom('saved_views').select(['name', 'path']).where('id', '=', id).executeTakeFirst()

export const listViews = defineOperation({
  ...contract.listViews,
  run: async (ctx) => ({
    views: await select(ctx.db, personOf(ctx).id).orderBy('name').limit(MOST_VIEWS).execute(),
  }),
})

export const saveView = defineOperation({
  ...contract.saveView,
  audit: { kind: 'view', id: (_input, _ctx, answer) => answer?.id, read: find },
  run: async (ctx, { body }) => {
    const personId = personOf(ctx).id
    const there = await select(ctx.db, personId).execute()
    if (there.length >= MOST_VIEWS && there.every((one) => one.name !== body.name))
      throw refuse('views.too_many')
    return ctx.db
      .insertInto('saved_views')
      .values({ id: newId('vie'), person_id: personId, ...body, created_at: ctx.clock.now() })
      .onConflict((on) => on.columns(['person_id', 'name']).doUpdateSet({ path: body.path }))
      .returning('id')
      .executeTakeFirstOrThrow()
  },
})

export const deleteView = defineOperation({
  ...contract.deleteView,
  audit: { kind: 'view', id: ({ params }) => params.view, read: find },
  run: async (ctx, { params }) => {
    const deleted = await ctx.db
      .deleteFrom('saved_views')
      .where('id', '=', params.view)
      .where('person_id', '=', personOf(ctx).id)
      .executeTakeFirst()
    if (deleted.numDeletedRows === 0n) throw refuse('not_found')
    return done
  },
})
