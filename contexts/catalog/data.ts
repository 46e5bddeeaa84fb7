import { sql, type ExpressionBuilder, type SqlBool } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '#db/client.ts'
import type { DB } from '#db/types.gen.ts'
import type { Locale, Text } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'

export interface PictureRow {
  role: string
  device: 'desktop' | 'phone'
  locale: string | null
  sources: { path: string; type: string; width: number }[]
  width: number
  height: number
  placeholder: string | null
  alt: Text
}

/** Wanted language first, then English, then whatever exists (D18). */
const bestLocale = (locale: Locale) => sql<number>`case locale when ${locale} then 0 when 'en' then 1 else 2 end`

/**
 * One card's row. Everything comes in this statement: texts, developer, categories, version, cover; a page of cards costs two
 * statements in all (this and the count).
 */
export function selectCards(db: Db, locale: Locale) {
  return db.selectFrom('items')
    .innerJoin('partners', 'partners.id', 'items.partner_id')
    .leftJoin('releases', 'releases.id', 'items.latest_release_id')
    .innerJoinLateral(
      on => on.selectFrom('item_texts').select(['item_texts.name as text_name', 'tagline', 'description', 'features'])
        .whereRef('item_texts.item_id', '=', 'items.id').orderBy(bestLocale(locale)).limit(1).as('text'),
      join => join.onTrue(),
    )
    .select(on => [
      'items.id', 'items.market', 'items.slug', 'items.prefix', 'text_name as name', 'text.tagline',
      'items.price_minor', 'items.currency', 'items.in_app_purchase', 'items.rating', 'items.review_count', 'items.install_count',
      'items.icon', 'items.swatches', 'items.ground', 'partners.slug as partner_slug', 'partners.name as partner_name', 'releases.version',
      sql<number>`coalesce(jsonb_array_length(releases.manifest->'permissions'), 0)`.as('permission_count'),
      jsonArrayFrom(on.selectFrom('item_categories').innerJoin('categories', 'categories.id', 'item_categories.category_id')
        .select(['categories.slug', sql<Text>`categories.name`.as('name')]).whereRef('item_categories.item_id', '=', 'items.id')
        .orderBy('categories.position')).as('categories'),
      coverOf(on, 'desktop', locale).as('cover_desktop'),
      coverOf(on, 'phone', locale).as('cover_phone'),
    ])
    .where('items.status', '=', 'published')
}

function coverOf(on: ExpressionBuilder<DB, 'items'>, device: 'desktop' | 'phone', locale: Locale) {
  return jsonObjectFrom(on.selectFrom('item_pictures')
    .select(['role', sql<PictureRow['sources']>`sources`.as('sources'), 'width', 'height', 'placeholder', sql<Text>`alt`.as('alt')])
    .whereRef('item_pictures.item_id', '=', 'items.id').where('role', '=', 'cover').where('device', '=', device)
    .orderBy(bestLocale(locale)).orderBy('position').limit(1))
}

export type CardRow = Awaited<ReturnType<ReturnType<typeof selectCards>['executeTakeFirstOrThrow']>>

export interface ListFilter {
  market: Market
  /** Folded words; each must begin a word of the item's texts. */
  words: string[]
  category?: string | undefined
  price?: 'paid' | 'free' | undefined
  rating?: number | undefined
}

function matches(filter: ListFilter) {
  return (on: ExpressionBuilder<DB, 'items'>) => {
    const all: ReturnType<typeof on.and>[] = [on.and([on('items.market', '=', filter.market), on('items.status', '=', 'published')])]
    if (filter.price === 'free') all.push(on.and([on('items.price_minor', '=', 0)]))
    if (filter.price === 'paid') all.push(on.and([on('items.price_minor', '>', 0)]))
    if (filter.rating !== undefined && filter.rating > 0) all.push(on.and([on('items.rating', '>=', String(filter.rating))]))
    if (filter.category !== undefined) {
      all.push(on.and([on.exists(on.selectFrom('item_categories').innerJoin('categories', 'categories.id', 'item_categories.category_id')
        .select('item_id').whereRef('item_categories.item_id', '=', 'items.id').where('categories.slug', '=', filter.category)
        .where('categories.market', '=', filter.market))]))
    }
    for (const word of filter.words) {
      all.push(on.and([on.exists(on.selectFrom('item_texts').select('item_id').whereRef('item_texts.item_id', '=', 'items.id')
        .where(sql<SqlBool>`(' ' || item_texts.search_text) like ${`% ${word.replace(/[%_\\]/g, '')}%`}`))]))
    }
    return on.and(all)
  }
}

export const countItems = async (db: Db, filter: ListFilter): Promise<number> =>
  Number((await db.selectFrom('items').select(on => on.fn.countAll<number>().as('total')).where(matches(filter)).executeTakeFirstOrThrow()).total)

// D13, first form: rating with a prior, installs on a log scale, recency. Open weights; nothing paid.
const SMART = sql`(coalesce(items.rating, 0) * items.review_count + 3.5 * 10) / (items.review_count + 10) * 0.4
  + ln(1 + items.install_count) * 0.4 - extract(epoch from (now() - items.published_at)) / 86400 / 365 * 0.2`

const ORDER = {
  smart: sql`${SMART} desc, items.id`,
  rating: sql`items.rating desc nulls last, items.review_count desc, items.id`,
  price_asc: sql`items.price_minor, items.id`,
  price_desc: sql`items.price_minor desc, items.id`,
  installs_asc: sql`items.install_count, items.id`,
  installs_desc: sql`items.install_count desc, items.id`,
  newest: sql`items.published_at desc, items.id`,
}

export const listCards = (db: Db, locale: Locale, filter: ListFilter, page: { sort: keyof typeof ORDER; limit: number; offset: number }) =>
  selectCards(db, locale).where(matches(filter)).orderBy(ORDER[page.sort]).limit(page.limit).offset(page.offset).execute()

/** One item by slug or id, with what only the detail shows; published or not is the caller's question. */
export const findDetail = (db: Db, locale: Locale, market: Market, key: { slug: string } | { id: string }) =>
  selectCards(db, locale)
    .select(on => [
      'text.description', 'text.features', 'items.links', 'items.credits', 'items.facts', 'items.page_weight', 'partners.statement', 'releases.manifest', 'releases.package_sha256', 'items.latest_release_id',
      on.selectFrom('packages').select('size').whereRef('packages.sha256', '=', 'releases.package_sha256').as('package_size'),
      jsonArrayFrom(on.selectFrom('plans').select(['plans.id', 'plans.kind', sql<Text>`plans.name`.as('name'), 'plans.price_minor', 'plans.currency'])
        .whereRef('plans.item_id', '=', 'items.id').orderBy('position')).as('plans'),
      jsonArrayFrom(on.selectFrom('item_pictures')
        .select(['role', sql<'desktop' | 'phone'>`device`.as('device'), 'locale', sql<PictureRow['sources']>`sources`.as('sources'), 'width', 'height', 'placeholder', sql<Text>`alt`.as('alt')])
        .whereRef('item_pictures.item_id', '=', 'items.id').where('role', '=', 'screenshot').orderBy('position')).as('screenshots'),
    ])
    .where('items.market', '=', market)
    .where('slug' in key ? sql<SqlBool>`items.slug = ${key.slug}` : sql<SqlBool>`items.id = ${key.id}`)
    .executeTakeFirst()

export const listReleases = (db: Db, itemId: string) =>
  db.selectFrom('releases').select(['id', 'version', 'published_at', 'notes', 'manifest'])
    .where('item_id', '=', itemId).where('status', '=', 'published').orderBy('version_order', 'desc').limit(50).execute()

/** Other items of the same categories, else of the same market, newest first. */
export const listRelated = (db: Db, locale: Locale, item: { id: string; market: string }) =>
  selectCards(db, locale).where('items.market', '=', item.market).where('items.id', '!=', item.id)
    .orderBy(sql`exists (select 1 from item_categories a join item_categories b using (category_id)
      where a.item_id = items.id and b.item_id = ${item.id}) desc`)
    .orderBy('items.published_at', 'desc').limit(3).execute()

export const listCategoryRows = (db: Db, market: Market) =>
  db.selectFrom('categories')
    .select(on => ['slug', sql<Text>`name`.as('name'), 'drawing', on.selectFrom('item_categories')
      .innerJoin('items', 'items.id', 'item_categories.item_id').select(inner => inner.fn.countAll<number>().as('count'))
      .whereRef('item_categories.category_id', '=', 'categories.id').where('items.status', '=', 'published').as('count')])
    .where('market', '=', market).orderBy('position').execute()
