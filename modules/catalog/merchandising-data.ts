import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { LANGUAGES } from '#lib/languages.ts'
import { forEachLocale, pickText, type Text, type Locale } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import type { BannerImage } from './list-merchandising.ts'
import type { OrderedList } from './merchandising-rules.ts'
import { MARKET_SHELVES } from './shelves.ts'

/** Statements of operators. A change notifies every process at its commit (`note_market`). */

interface CategoryFacts {
  slug: string
  name: Text
  drawing: string | null
  tag: boolean
}

/** After every category, ordered by slug. */
const TAG_POSITION = 10_000
interface CollectionFacts {
  slug: string
  name: Text
  lead: Text
  active: boolean
  startsAt: Date | null
  endsAt: Date | null
}
export interface BannerFacts {
  platformId: number | null
  locale: Locale | null
  place: 'home' | 'list'
  title: string
  text: string
  target: string
  external: boolean
  action: string
  ground: string | null
  startsAt: Date | null
  endsAt: Date | null
  active: boolean
}

const json = (value: object) => JSON.stringify(value)

const TABLES = {
  categories: { table: 'categories', name: 'slug', only: sql`not is_tag` },
  collections: { table: 'collections', name: 'slug', only: sql`true` },
  goals: { table: 'goals', name: 'slug', only: sql`true` },
  home_banners: { table: 'banners', name: 'title', only: sql`place = 'home'` },
  list_banners: { table: 'banners', name: 'title', only: sql`place = 'list'` },
} as const satisfies Record<OrderedList, object>

/** The highest place that the database takes of a goal. */
const HIGHEST_PLACE = 999

/** The place behind all others of a list, or beside the last where there is none. */
export const lastPlace = (list: OrderedList, market: Market) => {
  const { table, only } = TABLES[list]
  return sql<number>`(select least(coalesce(max(position), 0) + 1, ${HIGHEST_PLACE}::integer) from ${sql.table(table)}
    where market = ${market} and ${only})`
}

/** Ids and names of a list in its order; locked against another change of it. */
export const lockOrder = async (db: Db, list: OrderedList, market: Market) => {
  const { table, name, only } = TABLES[list]
  const { rows } = await sql<{ id: string; name: string }>`
    select id, ${sql.ref(name)} as name from ${sql.table(table)}
    where market = ${market} and ${only} order by position, id for update`.execute(db)
  return rows
}

/** Gives these rows the places from 1 on. */
export const setOrder = (db: Db, list: OrderedList, ids: readonly string[]) => {
  const given = sql`unnest(${ids}::text[]) with ordinality as given (id, place)`
  const updates = {
    categories: sql`update categories set position = place from ${given} where categories.id = given.id`,
    collections: sql`update collections set position = place from ${given} where collections.id = given.id`,
    goals: sql`update goals set position = place from ${given} where goals.id = given.id`,
    banners: sql`update banners set position = place from ${given} where banners.id = given.id`,
  }
  return updates[TABLES[list].table].execute(db)
}

export const listCategoryRows = (db: Db) =>
  db
    .selectFrom('categories')
    .select([
      'id',
      'market',
      'slug',
      'name',
      'drawing',
      'picture',
      'former_picture',
      'position',
      'is_tag',
      sql<number>`(select count(*)::integer from item_categories where category_id = categories.id)`.as(
        'items',
      ),
    ])
    .where('merged_into', 'is', null)
    .orderBy('market')
    .orderBy('position')
    .orderBy('slug')
    .execute()
export const findCategory = (db: Db, id: string) =>
  db
    .selectFrom('categories')
    .select(['id', 'market', 'slug', 'name', 'drawing', 'position', 'is_tag'])
    .where('id', '=', id)
    .where('merged_into', 'is', null)
    .executeTakeFirst()

/** False when the slug is taken. */
export const insertCategory = async (
  db: Db,
  id: string,
  market: Market,
  { tag, ...facts }: CategoryFacts,
): Promise<boolean> =>
  (await db
    .insertInto('categories')
    .values({
      id,
      market,
      ...facts,
      name: json(facts.name),
      is_tag: tag,
      position: tag ? TAG_POSITION : lastPlace('categories', market),
      ...(tag && { drawing: null }),
    })
    .onConflict((conflict) => conflict.columns(['market', 'slug']).doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

/** The slug never changes: other pages link to it. */
export const changeCategory = (
  db: Db,
  id: string,
  { name, drawing }: Omit<CategoryFacts, 'slug' | 'tag'>,
) =>
  db
    .updateTable('categories')
    .set({
      name: json(name),
      drawing: sql<string | null>`case when is_tag then null else ${drawing} end`,
    })
    .where('id', '=', id)
    .execute()

/**
 * Merges a tag into another of the same market: items, drafts and its slug mean the other one from
 * now on. The row stays for earlier submissions that name it (`follow_merged_tag`).
 */
export async function mergeTags(db: Db, { id, into }: { id: string; into: string }): Promise<void> {
  await db
    .insertInto('item_categories')
    .columns(['item_id', 'category_id'])
    .expression(
      db
        .selectFrom('item_categories')
        .select(['item_id', sql<string>`${into}`.as('category_id')])
        .where('category_id', '=', id),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db.deleteFrom('item_categories').where('category_id', '=', id).execute()
  await db
    .updateTable('categories')
    .set({ merged_into: into })
    .where((on) => on.or([on('id', '=', id), on('merged_into', '=', id)]))
    .execute()
}

/** False while it has items. */
export const deleteCategory = async (db: Db, id: string): Promise<boolean> =>
  (
    await db
      .deleteFrom('categories')
      .where('id', '=', id)
      .where(
        sql<boolean>`not exists (select 1 from item_categories where category_id = categories.id)`,
      )
      .executeTakeFirst()
  ).numDeletedRows > 0n

export const listCollectionRows = (db: Db) =>
  db
    .selectFrom('collections')
    .select([
      'id',
      'market',
      'slug',
      'name',
      'lead',
      'position',
      'is_active',
      'starts_at',
      'ends_at',
      'picture',
      'former_picture',
      sql<number>`(select count(*)::integer from collection_items where collection_id = collections.id)`.as(
        'items',
      ),
    ])
    .orderBy('market')
    .orderBy('position')
    .orderBy('slug')
    .execute()
export const findCollection = (db: Db, id: string) =>
  db
    .selectFrom('collections')
    .select([
      'id',
      'market',
      'slug',
      'name',
      'lead',
      'position',
      'is_active',
      'starts_at',
      'ends_at',
      'picture',
      'former_picture',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
export const listCollectionItems = (db: Db, id: string) =>
  db
    .selectFrom('collection_items')
    .innerJoin('items', 'items.id', 'collection_items.item_id')
    .select(['items.id', 'items.slug', 'items.name', 'items.status'])
    .where('collection_id', '=', id)
    .orderBy('collection_items.position')
    .execute()

export const insertCollection = async (
  db: Db,
  id: string,
  market: Market,
  { active, startsAt, endsAt, ...facts }: CollectionFacts,
): Promise<boolean> =>
  (await db
    .insertInto('collections')
    .values({
      id,
      market,
      ...facts,
      is_active: active,
      starts_at: startsAt,
      ends_at: endsAt,
      name: json(facts.name),
      lead: json(facts.lead),
      position: lastPlace('collections', market),
    })
    .onConflict((conflict) => conflict.columns(['market', 'slug']).doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined
export const changeCollection = (
  db: Db,
  id: string,
  { name, lead, active, startsAt, endsAt }: Omit<CollectionFacts, 'slug'>,
) =>
  db
    .updateTable('collections')
    .set({
      name: json(name),
      lead: json(lead),
      is_active: active,
      starts_at: startsAt,
      ends_at: endsAt,
    })
    .where('id', '=', id)
    .execute()
export const deleteCollection = (db: Db, id: string) =>
  db.deleteFrom('collections').where('id', '=', id).execute()

export const findItemsBySlug = (db: Db, market: string, slugs: readonly string[]) =>
  db
    .selectFrom('items')
    .select(['id', 'slug'])
    .where('market', '=', market)
    .where(sql<boolean>`slug = any(${slugs})`)
    .execute()

/** How many of these items are of this market. */
export const countItemsOf = async (db: Db, market: string, ids: readonly string[]) => {
  const { n } = await db
    .selectFrom('items')
    .select((on) => on.fn.countAll<number>().as('n'))
    .where('market', '=', market)
    .where(sql<boolean>`id = any(${ids})`)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Replaces the items of a collection. */
export async function setCollectionItems(
  db: Db,
  id: string,
  itemIds: readonly string[],
): Promise<void> {
  // Two changes at once would insert the same rows.
  await db.selectFrom('collections').select('id').where('id', '=', id).forUpdate().execute()
  await db.deleteFrom('collection_items').where('collection_id', '=', id).execute()
  if (itemIds.length > 0)
    await db
      .insertInto('collection_items')
      .values(
        itemIds.map((itemId, index) => ({
          collection_id: id,
          item_id: itemId,
          position: index + 1,
        })),
      )
      .execute()
}

export const listBannerRows = (db: Db) =>
  db
    .selectFrom('banners')
    .selectAll()
    .orderBy('market')
    .orderBy('place')
    .orderBy('position')
    .orderBy('id')
    .limit(500)
    .execute()
export const findBanner = (db: Db, id: string) =>
  db.selectFrom('banners').selectAll().where('id', '=', id).executeTakeFirst()

const bannerColumns = ({ platformId, startsAt, endsAt, active, ...facts }: BannerFacts) => ({
  ...facts,
  platform_id: platformId,
  starts_at: startsAt,
  ends_at: endsAt,
  is_active: active,
})
export const insertBanner = (db: Db, id: string, market: Market, facts: BannerFacts) =>
  db
    .insertInto('banners')
    .values({
      id,
      market,
      ...bannerColumns(facts),
      position: lastPlace(`${facts.place}_banners`, market),
    })
    .execute()
export const changeBanner = (db: Db, id: string, facts: BannerFacts) =>
  db.updateTable('banners').set(bannerColumns(facts)).where('id', '=', id).execute()
export const deleteBanner = (db: Db, id: string) =>
  db.deleteFrom('banners').where('id', '=', id).execute()
/** Null removes the picture. */
export const setBannerImage = (db: Db, id: string, image: BannerImage | null) =>
  db
    .updateTable('banners')
    .set({ image: image === null ? null : json(image) })
    .where('id', '=', id)
    .execute()

interface TextCoverage {
  /** Published items. */
  items: number
  /** By language: items with texts, and names of categories and collections without a name in it. */
  of: Record<Locale, { items: number; unnamed: string[] }>
}

/** How much of the catalog is written in each language. */
export async function findTextCoverage(db: Db): Promise<TextCoverage> {
  const [cells, named] = await Promise.all([
    db
      .selectFrom('shelf_counts')
      .select((on) => ['traits', on.fn.sum<number>('n').as('n')])
      .where('shelf', 'in', [...MARKET_SHELVES])
      .groupBy('traits')
      .execute(),
    db
      .selectFrom('categories')
      .select('name')
      .where('is_tag', '=', false)
      .unionAll(db.selectFrom('collections').select('name').where('is_active', '=', true))
      .execute(),
  ])
  const count = (bits: number) =>
    cells.reduce((sum, one) => sum + ((one.traits & bits) === bits ? Number(one.n) : 0), 0)
  return {
    items: count(0),
    of: forEachLocale((locale) => ({
      items: count(1 << LANGUAGES[locale].traitBit),
      unnamed: named.flatMap(({ name }) =>
        (name as Text)[locale] ? [] : [pickText(name as Text, locale)],
      ),
    })),
  }
}
