import { newId } from '#lib/ids.ts'
import { DEFAULT_LOCALE, type Text } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import { readTarget } from '#lib/targets.ts'
import * as catalog from '../catalog/public.ts'
import type { ConsoleCtx } from '../console.ts'
import { implementConsole } from '../people/public.ts'
import { refuse } from './errors.ts'
import { missingIn, writtenOf } from './shelf-rules.ts'
import * as contracts from './shelves-contract.ts'

const done = { success: true as const }
const refuseField = (name: string) => refuse('input.invalid', { fields: { [name]: { code: 'field.invalid' } } })

type CategoryRow = Awaited<ReturnType<typeof catalog.listCategoryRows>>[number]
type CollectionRow = Awaited<ReturnType<typeof catalog.listCollectionRows>>[number]
type BannerRow = Awaited<ReturnType<typeof catalog.listBannerRows>>[number]

const presentCategory = ({ is_tag: tag, ...row }: CategoryRow) => ({ ...row, tag, market: row.market as Market, name: row.name as Text, missing: missingIn(row.name as Text) })
const presentCollection = ({ is_active: active, ...row }: CollectionRow) => {
  const [name, lead] = [row.name as Text, row.lead as Text]
  // A lead may be left out; written in one language, it is missed in the others.
  return { ...row, market: row.market as Market, name, lead, active, missing: missingIn(name, ...(Object.keys(lead).length > 0 ? [lead] : [])) }
}
/** One language's words stand on a banner of that language. */
function pictureOf(image: unknown, locale: string | null) {
  const kept = image as catalog.BannerImage | null
  return kept && { ...kept, alt: typeof kept.alt === 'string' ? { [locale ?? DEFAULT_LOCALE]: kept.alt } : kept.alt }
}
const presentBanner = (row: BannerRow, now: Date) => ({
  id: row.id, market: row.market as Market, place: row.place as 'home' | 'list', locale: row.locale as 'tr' | null, platform_id: row.platform_id, title: row.title, text: row.text, action: row.action, target: row.target,
  external: row.external, picture: pictureOf(row.image, row.locale), ground: row.ground, starts_at: row.starts_at?.toISOString() ?? null, ends_at: row.ends_at?.toISOString() ?? null, position: row.position, active: row.is_active,
  now: row.is_active && (row.starts_at === null || row.starts_at <= now) && (row.ends_at === null || row.ends_at > now),
})

export const getShelves = implementConsole(contracts.getShelves, null, async ctx => {
  const [categories, collections, banners, platforms] = await Promise.all([
    catalog.listCategoryRows(ctx.db), catalog.listCollectionRows(ctx.db), catalog.listBannerRows(ctx.db), ctx.db.selectFrom('platforms').select(['id', 'name']).orderBy('id').execute(),
  ])
  const now = ctx.clock.now()
  return { categories: categories.map(presentCategory), collections: collections.map(presentCollection), banners: banners.map(row => presentBanner(row, now)), platforms }
})

const readCategory = (db: ConsoleCtx['db'], id: string) => catalog.findCategory(db, id).then(row => row && { slug: row.slug, words: row.name, drawing: row.drawing, ...(row.is_tag ? { tag: true } : { position: row.position }) })
const made = <A extends { id: string }>(_input: unknown, _ctx: ConsoleCtx, answer?: A) => answer?.id

export const createCategory = implementConsole(contracts.createCategory, { audit: { kind: 'category', id: made, read: readCategory } }, async (ctx, { body: { market, name, ...facts } }) => {
  const id = newId('cat')
  if (!await catalog.insertCategory(ctx.db, id, market, { ...facts, name: writtenOf(name) })) throw refuse('backoffice.slug_taken', { fields: { slug: { code: 'backoffice.slug_taken' } } })
  return { id }
})

const ofCategory = { kind: 'category', id: ({ params }: { params: { category: string } }) => params.category, read: readCategory }

export const changeCategory = implementConsole(contracts.changeCategory, { audit: ofCategory }, async (ctx, { params, body: { name, ...facts } }) => {
  if (!await catalog.findCategory(ctx.db, params.category)) throw refuse('not_found')
  await catalog.changeCategory(ctx.db, params.category, { ...facts, name: writtenOf(name) })
  return done
})

export const mergeTag = implementConsole(contracts.mergeTag, { audit: ofCategory }, async (ctx, { params, body }) => {
  const [tag, into] = await Promise.all([params.category, body.into].map(id => catalog.findCategory(ctx.db, id)))
  if (!tag?.is_tag) throw refuse('not_found')
  if (!into?.is_tag || into.id === tag.id || into.market !== tag.market) throw refuseField('into')
  await catalog.mergeTags(ctx.db, { id: tag.id, into: into.id })
  return done
})

export const deleteCategory = implementConsole(contracts.deleteCategory, { audit: ofCategory }, async (ctx, { params }) => {
  if (!await catalog.findCategory(ctx.db, params.category)) throw refuse('not_found')
  if (!await catalog.deleteCategory(ctx.db, params.category)) throw refuse('backoffice.category_full')
  return done
})

const readCollection = async (db: ConsoleCtx['db'], id: string) => {
  const row = await catalog.findCollection(db, id)
  return row && { slug: row.slug, words: row.name, lead: row.lead, position: row.position, active: row.is_active, members: (await catalog.listCollectionItems(db, id)).map(one => one.slug) }
}
const ofCollection = { kind: 'collection', id: ({ params }: { params: { collection: string } }) => params.collection, read: readCollection }

export const createCollection = implementConsole(contracts.createCollection, { audit: { kind: 'collection', id: made, read: readCollection } }, async (ctx, { body: { market, name, lead, ...facts } }) => {
  const id = newId('col')
  const isNew = await catalog.insertCollection(ctx.db, id, market, { ...facts, name: writtenOf(name), lead: writtenOf(lead) })
  if (!isNew) throw refuse('backoffice.slug_taken', { fields: { slug: { code: 'backoffice.slug_taken' } } })
  return { id }
})

export const getCollection = implementConsole(contracts.getCollection, null, async (ctx, { params }) => {
  const [row, members] = await Promise.all([catalog.findCollection(ctx.db, params.collection), catalog.listCollectionItems(ctx.db, params.collection)])
  if (!row) throw refuse('not_found')
  return { ...presentCollection({ ...row, items: members.length }), members: members.map(one => ({ ...one, status: one.status as 'draft' })) }
})

export const changeCollection = implementConsole(contracts.changeCollection, { audit: ofCollection }, async (ctx, { params, body: { name, lead, members, ...facts } }) => {
  const row = await catalog.findCollection(ctx.db, params.collection)
  if (!row) throw refuse('not_found')
  const slugs = [...new Set(members.filter(slug => slug !== ''))]
  const known = new Map((await catalog.findItemsBySlug(ctx.db, row.market, slugs)).map(one => [one.slug, one.id]))
  if (slugs.some(slug => !known.has(slug))) throw refuseField('members')
  await catalog.changeCollection(ctx.db, row.id, { ...facts, name: writtenOf(name), lead: writtenOf(lead) })
  await catalog.setCollectionItems(ctx.db, row.id, slugs.map(slug => known.get(slug) ?? ''))
  return done
})

export const deleteCollection = implementConsole(contracts.deleteCollection, { audit: ofCollection }, async (ctx, { params }) => {
  if (!await catalog.findCollection(ctx.db, params.collection)) throw refuse('not_found')
  await catalog.deleteCollection(ctx.db, params.collection)
  return done
})

type GivenBanner = { platform_id: number | null; starts_at: string | null; ends_at: string | null; target: string; external: boolean } & Omit<catalog.BannerFacts, 'platformId' | 'startsAt' | 'endsAt'>

/** S4.2, S4.3: a banner leads to a path of the market, or out of it with a permission of its own. */
function bannerOf({ platform_id: platformId, starts_at: from, ends_at: to, target, external, ...facts }: GivenBanner): catalog.BannerFacts {
  const read = readTarget(target)
  if (!read || read.outside !== external || (external && !read.href.startsWith('https:'))) throw refuseField('target')
  if (from !== null && to !== null && new Date(to) <= new Date(from)) throw refuseField('ends_at')
  return { ...facts, external, target: read.href, platformId, startsAt: from === null ? null : new Date(from), endsAt: to === null ? null : new Date(to) }
}

async function requirePlatform(ctx: ConsoleCtx, id: number | null): Promise<void> {
  if (id !== null && !await ctx.db.selectFrom('platforms').select('id').where('id', '=', id).executeTakeFirst()) throw refuseField('platform_id')
}

const readBanner = (db: ConsoleCtx['db'], id: string) => catalog.findBanner(db, id).then(row => row && {
  title: row.title, target: row.target, place: row.place, language: row.locale, from: row.starts_at?.toISOString() ?? null, until: row.ends_at?.toISOString() ?? null, active: row.is_active, position: row.position, picture: pictureOf(row.image, row.locale)?.sources[0]?.path ?? null, alt: pictureOf(row.image, row.locale)?.alt ?? null,
})
export const auditedBanner = { kind: 'banner', id: ({ params }: { params: { banner: string } }) => params.banner, read: readBanner }

export const createBanner = implementConsole(contracts.createBanner, { audit: { kind: 'banner', id: made, read: readBanner } }, async (ctx, { body: { market, ...facts } }) => {
  await requirePlatform(ctx, facts.platform_id)
  const id = newId('ban')
  await catalog.insertBanner(ctx.db, id, market, bannerOf(facts))
  return { id }
})

export const changeBanner = implementConsole(contracts.changeBanner, { audit: auditedBanner }, async (ctx, { params, body }) => {
  if (!await catalog.findBanner(ctx.db, params.banner)) throw refuse('not_found')
  await requirePlatform(ctx, body.platform_id)
  await catalog.changeBanner(ctx.db, params.banner, bannerOf(body))
  return done
})

export const deleteBanner = implementConsole(contracts.deleteBanner, { audit: auditedBanner }, async (ctx, { params }) => {
  if (!await catalog.findBanner(ctx.db, params.banner)) throw refuse('not_found')
  await catalog.deleteBanner(ctx.db, params.banner)
  return done
})
