import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#db/client.ts'
import { isBeyond } from '#db/list-order.ts'
import type { Text } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import type { PageKey } from '#lib/page-key.ts'
import type { BundleState } from './bundle-rules.ts'
import { type BundlePlan, isSold } from './bundles.ts'

/** Statements of operators about bundles. */

export interface BundleFacts {
  names: Text
  texts: Text
  percentOff: number
  startsAt: Date | null
  endsAt: Date | null
}
export interface BundleItemRow {
  id: string
  slug: string
  name: string
  sold: boolean
  plan: BundlePlan
}

const columnsOf = ({ names, texts, percentOff, startsAt, endsAt }: BundleFacts) => ({
  names: JSON.stringify(names),
  texts: JSON.stringify(texts),
  percent_off: percentOff,
  starts_at: startsAt,
  ends_at: endsAt,
})

const selectBundles = (db: Db) =>
  db
    .selectFrom('bundles')
    .select(['id', 'market', 'slug', 'names', 'texts', 'percent_off', 'state', 'updated_at'])
    .select(['starts_at', 'ends_at'])
    .$narrowType<{ market: Market; names: Text; texts: Text; state: BundleState }>()

export const findBundle = (db: Db, id: string) =>
  selectBundles(db).where('id', '=', id).executeTakeFirst()

/** For a change that depends on its state or items. */
export const lockBundle = (db: Db, id: string) =>
  selectBundles(db).where('id', '=', id).forUpdate().executeTakeFirst()

export const listBundleRows = (db: Db, after: PageKey | null, most: number) =>
  selectBundles(db)
    .select(
      sql<number>`(select count(*)::integer from bundle_items where bundle_id = bundles.id)`.as(
        'items',
      ),
    )
    .where(isBeyond(['bundles.updated_at', 'bundles.id'], after, 'newest'))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

const PLAN = sql<BundlePlan>`json_build_object('id', plans.id, 'name', plans.name,
  'priceMinor', plans.price_minor, 'currency', plans.currency,
  'prices', other_prices(plans.item_id, plans.position))`

export const listBundleItems = (db: Db, id: string): Promise<BundleItemRow[]> =>
  db
    .selectFrom('bundle_items')
    .innerJoin('items', 'items.id', 'bundle_items.item_id')
    .innerJoin('plans', 'plans.id', 'bundle_items.plan_id')
    .select(['items.id', 'items.slug', 'items.name', isSold.as('sold'), PLAN.as('plan')])
    .where('bundle_id', '=', id)
    .orderBy('bundle_items.position')
    .execute()

/** False when the slug is taken. */
export const insertBundle = async (
  db: Db,
  { id, market, slug, at }: { id: string; market: Market; slug: string; at: Date },
  facts: BundleFacts,
): Promise<boolean> =>
  (await db
    .insertInto('bundles')
    .values({ id, market, slug, ...columnsOf(facts), created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

export const updateBundle = (db: Db, id: string, facts: BundleFacts, at: Date) =>
  db
    .updateTable('bundles')
    .set({ ...columnsOf(facts), updated_at: at })
    .where('id', '=', id)
    .execute()

export const setBundleState = (db: Db, id: string, state: BundleState, at: Date) =>
  db.updateTable('bundles').set({ state, updated_at: at }).where('id', '=', id).execute()

export const removeBundle = (db: Db, id: string) =>
  db.deleteFrom('bundles').where('id', '=', id).execute()

/** Which of these plans can be in a bundle of a market. */
export const findPlansForBundle = (db: Db, market: Market, planIds: readonly string[]) =>
  db
    .selectFrom('plans')
    .innerJoin('items', 'items.id', 'plans.item_id')
    .select(['plans.id', 'plans.item_id'])
    .where(sql<boolean>`plans.id = any(${planIds})`)
    .where('items.market', '=', market)
    .where('plans.kind', 'in', ['free', 'one_time'])
    .execute()

/** The first items of a collection that can be in a bundle, each with its first plan for it. */
export const listCollectionPlans = (db: Db, market: Market, collection: string, most: number) =>
  db
    .selectFrom('collection_items')
    .innerJoin('items', 'items.id', 'collection_items.item_id')
    .innerJoinLateral(
      (on) =>
        on
          .selectFrom('plans')
          .select('plans.id as plan')
          .whereRef('plans.item_id', '=', 'items.id')
          .where(isSold)
          .orderBy('plans.position')
          .limit(1)
          .as('chosen'),
      (join) => join.onTrue(),
    )
    .select(['items.id as item', 'chosen.plan'])
    .where('collection_items.collection_id', '=', collection)
    .where('items.market', '=', market)
    .orderBy('collection_items.position')
    .limit(most)
    .execute()

/** Replaces the items of a bundle. */
export async function replaceBundleItems(
  db: Db,
  id: string,
  items: readonly { item: string; plan: string }[],
  at: Date,
): Promise<void> {
  await db.deleteFrom('bundle_items').where('bundle_id', '=', id).execute()
  if (items.length > 0)
    await db
      .insertInto('bundle_items')
      .values(
        items.map(({ item, plan }, index) => ({
          bundle_id: id,
          position: index + 1,
          item_id: item,
          plan_id: plan,
        })),
      )
      .execute()
  await db.updateTable('bundles').set({ updated_at: at }).where('id', '=', id).execute()
}

/** Letters from which on a part of a name is searched. */
const PART_LETTERS = 3
const MOST_MATCHES = 5_000
const MOST_CANDIDATES = 10

/** Items with these words in their name that can be added to a bundle, with their plans. */
export const findCandidates = (db: Db, bundle: { id: string; market: Market }, q: string) =>
  db
    .selectFrom('items')
    .select(['items.id', 'items.slug', 'items.name'])
    .select((on) =>
      jsonArrayFrom(
        on
          .selectFrom('plans')
          .select(['plans.id', 'plans.name', 'plans.price_minor as priceMinor', 'plans.currency'])
          .select(
            sql<BundlePlan['prices']>`other_prices(plans.item_id, plans.position)`.as('prices'),
          )
          .$narrowType<{ name: Text }>()
          .whereRef('plans.item_id', '=', 'items.id')
          .where(isSold)
          .orderBy('plans.position'),
      ).as('plans'),
    )
    .where(
      'items.id',
      'in',
      sql<string>`(with found as materialized (
      select id from items where slug = ${q.toLowerCase()}
        or (${[...q].length >= PART_LETTERS} and fold(${q}) <> ''
          and fold(name) like '%' || fold(${q}) || '%')
      limit ${MOST_MATCHES}) select id from found)`,
    )
    .where('items.market', '=', bundle.market)
    .where('items.status', '=', 'published')
    .where(
      sql<boolean>`not exists (select from bundle_items where bundle_id = ${bundle.id} and item_id = items.id)`,
    )
    .where(sql<boolean>`exists (select from plans where plans.item_id = items.id and ${isSold})`)
    .orderBy('items.install_count', 'desc')
    .orderBy('items.id')
    .limit(MOST_CANDIDATES)
    .execute()
