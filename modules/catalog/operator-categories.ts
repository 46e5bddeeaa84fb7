import { defineOperation } from '#kernel/define-operation.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { newId } from '#lib/ids.ts'
import type { Text } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import { refuse } from './errors.ts'
import * as contracts from './merchandising-contract.ts'
import * as rows from './merchandising-data.ts'
import { missingIn, writtenOf } from './merchandising-rules.ts'

const done = { success: true as const }
const refuseField = (name: string) =>
  refuse('input.invalid', { fields: { [name]: { code: 'field.invalid' } } })

const made = <A extends { id: string }>(_input: unknown, _ctx: ConsoleCtx, answer?: A) => answer?.id

type CategoryRow = Awaited<ReturnType<typeof rows.listCategoryRows>>[number]

export const presentCategory = ({ is_tag: tag, ...row }: CategoryRow) => ({
  ...row,
  tag,
  market: row.market as Market,
  name: row.name as Text,
  missing: missingIn(row.name as Text),
})

const readCategory = (db: ConsoleCtx['db'], id: string) =>
  rows.findCategory(db, id).then(
    (row) =>
      row && {
        slug: row.slug,
        words: row.name,
        drawing: row.drawing,
        ...(row.is_tag ? { tag: true } : { position: row.position }),
      },
  )

const ofCategory = {
  kind: 'category',
  id: ({ params }: { params: { category: string } }) => params.category,
  read: readCategory,
}

export const createCategory = defineOperation({
  ...contracts.createCategory,
  audit: { kind: 'category', id: made, read: readCategory },
  run: async (ctx, { body: { market, name, ...facts } }) => {
    const id = newId('cat')
    if (!(await rows.insertCategory(ctx.db, id, market, { ...facts, name: writtenOf(name) })))
      throw refuse('backoffice.slug_taken', { fields: { slug: { code: 'backoffice.slug_taken' } } })
    return { id }
  },
})

export const changeCategory = defineOperation({
  ...contracts.changeCategory,
  audit: ofCategory,
  run: async (ctx, { params, body: { name, ...facts } }) => {
    if (!(await rows.findCategory(ctx.db, params.category))) throw refuse('not_found')
    await rows.changeCategory(ctx.db, params.category, { ...facts, name: writtenOf(name) })
    return done
  },
})

export const mergeTag = defineOperation({
  ...contracts.mergeTag,
  audit: ofCategory,
  run: async (ctx, { params, body }) => {
    const [tag, into] = await Promise.all(
      [params.category, body.into].map((id) => rows.findCategory(ctx.db, id)),
    )
    if (!tag?.is_tag) throw refuse('not_found')
    if (!into?.is_tag || into.id === tag.id || into.market !== tag.market) throw refuseField('into')
    await rows.mergeTags(ctx.db, { id: tag.id, into: into.id })
    return done
  },
})

export const deleteCategory = defineOperation({
  ...contracts.deleteCategory,
  audit: ofCategory,
  run: async (ctx, { params }) => {
    if (!(await rows.findCategory(ctx.db, params.category))) throw refuse('not_found')
    if (!(await rows.deleteCategory(ctx.db, params.category)))
      throw refuse('backoffice.category_full')
    return done
  },
})
