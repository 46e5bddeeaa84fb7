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

type CollectionRow = Awaited<ReturnType<typeof rows.listCollectionRows>>[number]

export const presentCollection = ({ is_active: active, ...row }: CollectionRow) => {
  const [name, lead] = [row.name as Text, row.lead as Text]
  // A lead may be left out; written in one language, it is missed in the others.
  return {
    ...row,
    market: row.market as Market,
    name,
    lead,
    active,
    missing: missingIn(name, ...(Object.keys(lead).length > 0 ? [lead] : [])),
  }
}

export const getCollection = defineOperation({
  ...contracts.getCollection,
  run: async (ctx, { params }) => {
    const [row, members] = await Promise.all([
      rows.findCollection(ctx.db, params.collection),
      rows.listCollectionItems(ctx.db, params.collection),
    ])
    if (!row) throw refuse('not_found')
    return {
      ...presentCollection({ ...row, items: members.length }),
      members: members.map((one) => ({ ...one, status: one.status as 'draft' })),
    }
  },
})

const readCollection = async (db: ConsoleCtx['db'], id: string) => {
  const row = await rows.findCollection(db, id)
  return (
    row && {
      slug: row.slug,
      words: row.name,
      lead: row.lead,
      position: row.position,
      active: row.is_active,
      members: (await rows.listCollectionItems(db, id)).map((one) => one.slug),
    }
  )
}

const ofCollection = {
  kind: 'collection',
  id: ({ params }: { params: { collection: string } }) => params.collection,
  read: readCollection,
}

export const createCollection = defineOperation({
  ...contracts.createCollection,
  audit: { kind: 'collection', id: made, read: readCollection },
  run: async (ctx, { body: { market, name, lead, ...facts } }) => {
    const id = newId('col')
    const isNew = await rows.insertCollection(ctx.db, id, market, {
      ...facts,
      name: writtenOf(name),
      lead: writtenOf(lead),
    })
    if (!isNew)
      throw refuse('backoffice.slug_taken', { fields: { slug: { code: 'backoffice.slug_taken' } } })
    return { id }
  },
})

export const changeCollection = defineOperation({
  ...contracts.changeCollection,
  audit: ofCollection,
  run: async (ctx, { params, body: { name, lead, members, ...facts } }) => {
    const row = await rows.findCollection(ctx.db, params.collection)
    if (!row) throw refuse('not_found')
    const slugs = [...new Set(members.filter((slug) => slug !== ''))]
    const known = new Map(
      (await rows.findItemsBySlug(ctx.db, row.market, slugs)).map((one) => [one.slug, one.id]),
    )
    if (slugs.some((slug) => !known.has(slug))) throw refuseField('members')
    await rows.changeCollection(ctx.db, row.id, {
      ...facts,
      name: writtenOf(name),
      lead: writtenOf(lead),
    })
    await rows.setCollectionItems(
      ctx.db,
      row.id,
      slugs.map((slug) => known.get(slug) ?? ''),
    )
    return done
  },
})

export const deleteCollection = defineOperation({
  ...contracts.deleteCollection,
  audit: ofCollection,
  run: async (ctx, { params }) => {
    if (!(await rows.findCollection(ctx.db, params.collection))) throw refuse('not_found')
    await rows.deleteCollection(ctx.db, params.collection)
    return done
  },
})
