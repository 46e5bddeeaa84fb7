import { newId } from '#lib/ids.ts'
import { FALLBACK_LOCALE, type Text, type Locale } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import { readTarget } from '#lib/targets.ts'
import { type ConsoleCtx, defaultLanguage } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { findPlatformName, listPlatformNames } from '#modules/stores/platforms/public.ts'
import { refuse } from './errors.ts'
import type { BannerImage } from './list-merchandising.ts'
import * as contracts from './merchandising-contract.ts'
import * as rows from './merchandising-data.ts'
import {
  missingIn,
  type OrderedList,
  presentDays,
  presentDrawn,
  readDays,
  showingOf,
  writtenOf,
} from './merchandising-rules.ts'
import { storePicture } from './pictures/stored-pictures.ts'

const done = { success: true as const }
const refuseField = (name: string) =>
  refuse('input.invalid', { fields: { [name]: { code: 'field.invalid' } } })

const made = <A extends { id: string }>(_input: unknown, _ctx: ConsoleCtx, answer?: A) => answer?.id

type GivenDays = Parameters<typeof readDays>[0]
function daysOf(given: GivenDays) {
  const days = readDays(given)
  if (!days) throw refuseField('ends_at')
  return days
}

type CategoryRow = Awaited<ReturnType<typeof rows.listCategoryRows>>[number]

/** A name without empty texts. Refuses when it lacks the market's default language. */
function nameOf(ctx: Pick<ConsoleCtx, 'languages'>, texts: Text): Text {
  const name = writtenOf(texts)
  const language = defaultLanguage(ctx)
  if (!name[language])
    throw refuse('input.invalid', { fields: { [`name.${language}`]: { code: 'field.required' } } })
  return name
}

const presentCategory = (
  { is_tag: tag, picture, former_picture, ...row }: CategoryRow,
  { languages }: Pick<ConsoleCtx, 'languages'>,
) => ({
  ...row,
  ...presentDrawn({ picture, former_picture }),
  tag,
  market: row.market as Market,
  name: row.name as Text,
  missing: missingIn(languages, row.name as Text),
})

const readCategory = (db: ConsoleCtx['db'], id: string) =>
  rows.findCategory(db, id).then(
    (row) =>
      row && {
        slug: row.slug,
        words: row.name,
        drawing: row.drawing,
        ...(row.is_tag && { tag: true }),
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
    if (!(await rows.insertCategory(ctx.db, id, market, { ...facts, name: nameOf(ctx, name) })))
      throw refuse('backoffice.slug_taken', { fields: { slug: { code: 'backoffice.slug_taken' } } })
    return { id }
  },
})

export const changeCategory = defineOperation({
  ...contracts.changeCategory,
  audit: ofCategory,
  run: async (ctx, { params, body: { name, ...facts } }) => {
    const row = await rows.findCategory(ctx.db, params.category)
    if (!row) throw refuse('not_found')
    await rows.changeCategory(ctx.db, params.category, {
      ...facts,
      name: nameOf(ctx, { ...(row.name as Text), ...name }),
    })
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

type CollectionRow = Awaited<ReturnType<typeof rows.listCollectionRows>>[number]

const presentCollection = (
  { is_active: active, picture, former_picture, ...row }: CollectionRow,
  { languages, clock }: Pick<ConsoleCtx, 'languages' | 'clock'>,
) => {
  const [name, lead] = [row.name as Text, row.lead as Text]
  // The lead is optional; if written in one language, it is missing in the others.
  return {
    ...row,
    market: row.market as Market,
    name,
    lead,
    active,
    ...presentDays({ ...row, active }, clock.now()),
    ...presentDrawn({ picture, former_picture }),
    missing: missingIn(languages, name, ...(Object.keys(lead).length > 0 ? [lead] : [])),
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
      ...presentCollection({ ...row, items: members.length }, ctx),
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
      active: row.is_active,
      from: row.starts_at?.toISOString() ?? null,
      until: row.ends_at?.toISOString() ?? null,
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
  run: async (ctx, { body: { market, name, lead, slug, active, ...days } }) => {
    const id = newId('col')
    const isNew = await rows.insertCollection(ctx.db, id, market, {
      slug,
      active,
      ...daysOf(days),
      name: nameOf(ctx, name),
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
  run: async (ctx, { params, body: { name, lead, active, ...days } }) => {
    const row = await rows.findCollection(ctx.db, params.collection)
    if (!row) throw refuse('not_found')
    await rows.changeCollection(ctx.db, row.id, {
      active,
      ...daysOf(days),
      name: nameOf(ctx, { ...(row.name as Text), ...name }),
      lead: writtenOf({ ...(row.lead as Text), ...lead }),
    })
    return done
  },
})

export const setCollectionItems = defineOperation({
  ...contracts.setCollectionItems,
  audit: ofCollection,
  run: async (ctx, { params, body }) => {
    const row = await rows.findCollection(ctx.db, params.collection)
    if (!row) throw refuse('not_found')
    const items = [...new Set(body.items)]
    if ((await rows.countItemsOf(ctx.db, row.market, items)) < items.length)
      throw refuseField('items')
    await rows.setCollectionItems(ctx.db, row.id, items)
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

type BannerRow = Awaited<ReturnType<typeof rows.listBannerRows>>[number]

const presentBanner = (row: BannerRow, now: Date) => ({
  id: row.id,
  market: row.market as Market,
  place: row.place as 'home' | 'list',
  locale: row.locale as Locale | null,
  platform_id: row.platform_id,
  title: row.title,
  text: row.text,
  action: row.action,
  target: row.target,
  external: row.external,
  picture: pictureOf(row.image, row.locale),
  ground: row.ground,
  ...presentDays({ ...row, active: row.is_active }, now),
  position: row.position,
  active: row.is_active,
  now: showingOf({ ...row, active: row.is_active }, now) === 'live',
})

/** Banners of one language have one text. */
function pictureOf(image: unknown, locale: string | null) {
  const kept = image as BannerImage | null
  return (
    kept && {
      ...kept,
      alt: typeof kept.alt === 'string' ? { [locale ?? FALLBACK_LOCALE]: kept.alt } : kept.alt,
    }
  )
}

type GivenBanner = GivenDays & {
  platform_id: number | null
  target: string
  external: boolean
} & Omit<rows.BannerFacts, 'platformId' | 'startsAt' | 'endsAt'>

/** S4.2, S4.3: the target is a path of the market, or an external URL if allowed. */
function bannerOf({
  platform_id: platformId,
  starts_at,
  ends_at,
  target,
  external,
  ...facts
}: GivenBanner): rows.BannerFacts {
  const read = readTarget(target)
  if (!read || read.outside !== external || (external && !read.href.startsWith('https:')))
    throw refuseField('target')
  return {
    ...facts,
    external,
    target: read.href,
    platformId,
    ...daysOf({ starts_at, ends_at }),
  }
}

async function requirePlatform(ctx: ConsoleCtx, id: number | null): Promise<void> {
  if (id !== null && !(await findPlatformName(ctx.db, id))) throw refuseField('platform_id')
}

const readBanner = (db: ConsoleCtx['db'], id: string) =>
  rows.findBanner(db, id).then(
    (row) =>
      row && {
        title: row.title,
        target: row.target,
        place: row.place,
        language: row.locale,
        from: row.starts_at?.toISOString() ?? null,
        until: row.ends_at?.toISOString() ?? null,
        active: row.is_active,
        picture: pictureOf(row.image, row.locale)?.sources[0]?.path ?? null,
        alt: pictureOf(row.image, row.locale)?.alt ?? null,
      },
  )

const auditedBanner = {
  kind: 'banner',
  id: ({ params }: { params: { banner: string } }) => params.banner,
  read: readBanner,
}

export const createBanner = defineOperation({
  ...contracts.createBanner,
  audit: { kind: 'banner', id: made, read: readBanner },
  run: async (ctx, { body: { market, ...facts } }) => {
    await requirePlatform(ctx, facts.platform_id)
    const id = newId('ban')
    await rows.insertBanner(ctx.db, id, market, bannerOf(facts))
    return { id }
  },
})

export const changeBanner = defineOperation({
  ...contracts.changeBanner,
  audit: auditedBanner,
  run: async (ctx, { params, body }) => {
    if (!(await rows.findBanner(ctx.db, params.banner))) throw refuse('not_found')
    await requirePlatform(ctx, body.platform_id)
    await rows.changeBanner(ctx.db, params.banner, bannerOf(body))
    return done
  },
})

export const deleteBanner = defineOperation({
  ...contracts.deleteBanner,
  audit: auditedBanner,
  run: async (ctx, { params }) => {
    if (!(await rows.findBanner(ctx.db, params.banner))) throw refuse('not_found')
    await rows.deleteBanner(ctx.db, params.banner)
    return done
  },
})

/** Refuses an unknown banner. */
async function imageOf({ db }: ConsoleCtx, id: string): Promise<BannerImage | null> {
  const row = await rows.findBanner(db, id)
  if (!row) throw refuse('not_found')
  return row.image as BannerImage | null
}

/** A new picture needs a new description. */
export const setBannerPicture = defineOperation({
  ...contracts.setBannerPicture,
  audit: auditedBanner,
  limits: () => [{ key: 'pictures of the market', most: 300, seconds: 3_600 }],
  async prepare(ctx, { params, query, upload }) {
    await imageOf(ctx, params.banner)
    return storePicture(ctx, upload, 'banner', query)
  },
  run: async (ctx, { params }, picture) => {
    await imageOf(ctx, params.banner)
    await rows.setBannerImage(ctx.db, params.banner, { ...picture, alt: {} })
    return done
  },
})

export const describeBannerPicture = defineOperation({
  ...contracts.describeBannerPicture,
  audit: auditedBanner,
  run: async (ctx, { params, body }) => {
    const image = await imageOf(ctx, params.banner)
    if (!image) throw refuse('not_found')
    await rows.setBannerImage(ctx.db, params.banner, { ...image, alt: writtenOf(body.alt) })
    return done
  },
})

export const removeBannerPicture = defineOperation({
  ...contracts.removeBannerPicture,
  audit: auditedBanner,
  run: async (ctx, { params }) => {
    await imageOf(ctx, params.banner)
    await rows.setBannerImage(ctx.db, params.banner, null)
    return done
  },
})

export const getShelves = defineOperation({
  ...contracts.getShelves,
  run: async (ctx) => {
    const [categories, collections, banners, platforms] = await Promise.all([
      rows.listCategoryRows(ctx.db),
      rows.listCollectionRows(ctx.db),
      rows.listBannerRows(ctx.db),
      listPlatformNames(ctx.db),
    ])
    const now = ctx.clock.now()
    return {
      categories: categories.map((one) => presentCategory(one, ctx)),
      collections: collections.map((one) => presentCollection(one, ctx)),
      banners: banners.map((row) => presentBanner(row, now)),
      platforms,
    }
  },
})

/** The names of a list in its order, for the audit log; `key` is `app home_banners`. */
async function readOrder(db: ConsoleCtx['db'], key: string) {
  const [market, list] = key.split(' ') as [Market, OrderedList]
  return { order: (await rows.lockOrder(db, list, market)).map(({ name }) => name) }
}

export const orderShelves = defineOperation({
  ...contracts.orderShelves,
  audit: {
    kind: 'shelf_order',
    id: ({ body }: { body: { market: Market; list: OrderedList } }) =>
      `${body.market} ${body.list}`,
    read: readOrder,
  },
  run: async (ctx, { body: { market, list, ids } }) => {
    const known = new Set((await rows.lockOrder(ctx.db, list, market)).map(({ id }) => id))
    const isWhole = ids.length === known.size && new Set(ids).size === known.size
    if (!isWhole || ids.some((id) => !known.has(id))) throw refuse('catalog.order_changed')
    await rows.setOrder(ctx.db, list, ids)
    return done
  },
})
