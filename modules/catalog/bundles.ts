import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#db/client.ts'
import { prepared } from '#db/prepared.ts'
import type { Locale, Text } from '#lib/locale.ts'
import type { Ctx } from '#kernel/context.ts'
import { LEAST_ITEMS } from './bundle-rules.ts'
import { cardRevision } from './cards.ts'
import { type Days, isOnDays } from './merchandising-rules.ts'
import { noteNextMoment, shownAt } from './shown-at.ts'
import { maskOf, requiredTraits } from './traits.ts'

export interface BundleForSale {
  id: string
  slug: string
  names: Partial<Record<Locale, string>>
  percentOff: number
  items: { itemId: string; slug: string; planId: string }[]
}

/** What an item costs in a bundle before the discount. */
export interface BundlePlan {
  id: string
  name: Text
  priceMinor: number
  currency: string
  /** The partner's own in other currencies. */
  prices: Record<string, number> | null
}

/** Whether an item of a bundle can be bought, as a column beside `items` and `plans`. */
export const isSold = sql<boolean>`items.status = 'published' and plans.sold_to = 'everybody' and plans.kind in ('free', 'one_time')`

/**
 * A published bundle with its items that are sold on this platform, in their order. Null when there
 * is none, when it is offered on other days, or when fewer than two of its items are left.
 */
export async function findBundleForSale(
  db: Db,
  slug: string,
  { platformId, market, clock }: Pick<Ctx, 'platformId' | 'market' | 'clock'>,
): Promise<BundleForSale | null> {
  const platform = maskOf({ platform: platformId })
  const row = await db
    .selectFrom('bundles')
    .select(['id', 'slug', 'names', 'percent_off', 'starts_at', 'ends_at'])
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
  if (!row || row.items.length < LEAST_ITEMS || !isOnDays(row, clock.now())) return null
  const { id, names, percent_off: percentOff, items } = row
  return { id, slug: row.slug, names: names as BundleForSale['names'], percentOff, items }
}

interface OfferedItem {
  id: string
  /** Bits, see `item_traits`. */
  traits: number
  /** Of its card. */
  revision: string
  plan: BundlePlan
}
export interface OfferedBundle {
  slug: string
  names: Text
  texts: Text
  percent_off: number
  /** Those that are sold, in their order. */
  items: OfferedItem[]
}

const MOST_BUNDLES = 200

const PUBLISHED = prepared<OfferedBundle & Days>(`
  select slug, names, texts, percent_off, starts_at, ends_at, offered as items from bundles
  cross join lateral (
    select json_agg(json_build_object('id', items.id, 'traits', item_words.traits, 'revision', ${cardRevision('items', '$2')},
      'plan', json_build_object('id', plans.id, 'name', plans.name, 'priceMinor', plans.price_minor,
        'currency', plans.currency, 'prices', other_prices(plans.item_id, plans.position))) order by bundle_items.position) as offered
    from bundle_items join items on items.id = bundle_items.item_id join item_words on item_words.number = items.number
    join plans on plans.id = bundle_items.plan_id
    where bundle_id = bundles.id and items.status = 'published' and plans.sold_to = 'everybody' and plans.kind in ('free', 'one_time')
  ) as held
  where market = $1 and state = 'published' and (ends_at is null or ends_at > $3) and offered is not null
  order by updated_at desc, bundles.id limit ${MOST_BUNDLES}`)

/**
 * The published bundles of the caller's market with the items that are sold on its platform, the
 * ones changed last first. Cached until the market changes.
 */
export async function readOfferedBundles(ctx: Ctx): Promise<OfferedBundle[]> {
  const all = await ctx.cache.getOrLoad(
    `bundles:${ctx.market}:${ctx.locale}`,
    [`market:${ctx.market}`],
    // Ones that have not begun are cached too; whether one is offered depends on the clock.
    () => PUBLISHED(ctx.db, [ctx.market, ctx.locale, ctx.clock.now()]),
  )
  await noteNextMoment(ctx)
  const [traits, at] = [requiredTraits(ctx), shownAt(ctx)]
  return all
    .filter((bundle) => isOnDays(bundle, at))
    .map((bundle) => ({
      ...bundle,
      items: bundle.items.filter((item) => (item.traits & traits) === traits),
    }))
    .filter(({ items }) => items.length >= LEAST_ITEMS)
}
