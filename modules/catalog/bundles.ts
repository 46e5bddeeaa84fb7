import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#db/client.ts'
import type { Locale } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import { LEAST_ITEMS } from './bundle-rules.ts'
import { maskOf } from './traits.ts'

export interface BundleForSale {
  id: string
  slug: string
  names: Partial<Record<Locale, string>>
  percentOff: number
  items: { itemId: string; slug: string; planId: string }[]
}

/** Whether an item of a bundle can be bought, as a column beside `items` and `plans`. */
export const isSold = sql<boolean>`items.status = 'published' and plans.sold_to = 'everybody' and plans.kind in ('free', 'one_time')`

/**
 * A published bundle with its items that are sold on this platform, in their order. Null when there
 * is none, or when fewer than two of its items are left.
 */
export async function findBundleForSale(
  db: Db,
  slug: string,
  { platformId, market }: { platformId: number; market: Market },
): Promise<BundleForSale | null> {
  const platform = maskOf({ platform: platformId })
  const row = await db
    .selectFrom('bundles')
    .select(['id', 'slug', 'names', 'percent_off'])
    .select((on) =>
      jsonArrayFrom(
        on
          .selectFrom('bundle_items')
          .innerJoin('items', 'items.id', 'bundle_items.item_id')
          .innerJoin('item_words', 'item_words.number', 'items.number')
          .innerJoin('plans', 'plans.id', 'bundle_items.plan_id')
          .select(['items.id as itemId', 'items.slug', 'plans.id as planId'])
          .whereRef('bundle_items.bundle_id', '=', 'bundles.id')
          .where(isSold)
          .where(sql<boolean>`item_words.traits & ${platform}::integer = ${platform}::integer`)
          .orderBy('bundle_items.position'),
      ).as('items'),
    )
    .where('slug', '=', slug)
    .where('market', '=', market)
    .where('state', '=', 'published')
    .executeTakeFirst()
  if (!row || row.items.length < LEAST_ITEMS) return null
  const { percent_off: percentOff, names, ...bundle } = row
  return { ...bundle, names: names as BundleForSale['names'], percentOff }
}
