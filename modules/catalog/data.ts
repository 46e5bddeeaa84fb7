import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { prepared } from '#db/prepared.ts'
import { LOCALES, type Locale, type Text } from '#lib/locale.ts'
import type { Market, TaxKind, Visibility } from '#lib/market.ts'
import type { Ctx, Services } from '#kernel/context.ts'
import { refuse } from './errors.ts'
import type { Meter } from './plan-terms.ts'
import { cardRevision, readCards, type CardRow } from './cards.ts'
import { hasTraits } from './traits.ts'
import { maySee, storeOf } from './visibility.ts'

/** Statements about one item. Lists are read in `shelves.ts` and `search.ts`. */

export interface PictureRow {
  device: 'desktop' | 'phone'
  locale: string | null
  sources: { path: string; type: string; width: number }[]
  width: number
  height: number
  placeholder: string | null
  alt: Text
}

export interface PlanRow {
  id: string
  kind: 'free' | 'one_time' | 'recurring' | 'usage'
  period: 'month' | 'year' | null
  name: Text
  price_minor: number
  currency: string
  /** The partner's own in other currencies. */
  prices: Record<string, number> | null
  features: Partial<Record<Locale, string[]>>
  trial_days: number
  trial_needs_card: boolean
  meters: Meter[]
  cap_minor: number | null
}

interface DetailRow {
  id: string
  name: string
  status: 'draft' | 'published' | 'unpublished'
  visibility: Visibility
  is_retired: boolean
  unpublished_reason: string | null
  /** Of its card. */
  revision: string | null
  /** Null for an item without texts. */
  description: string[] | null
  features: string[] | null
  links: unknown
  credits: unknown
  facts: unknown
  page_weight: number | null
  rating_histogram: number[] | null
  brought_count: number
  own_ratings: number[]
  statement: Text
  website: string | null
  verified_at: Date | null
  developer_reads: boolean
  developer_has_more: boolean
  release_count: number
  manifest: unknown
  package_size: number | null
  released_at: Date | null
  languages: Locale[]
  plans: PlanRow[]
  screenshots: PictureRow[]
}

const detailWhere = (where: string) =>
  prepared<DetailRow>(`
  select items.id, items.name, items.status, items.visibility, items.retires_on is not null as is_retired, items.unpublished_reason, ${cardRevision('items', '$2')} as revision, text.description, text.features,
    items.links, items.credits, items.facts, items.page_weight, items.rating_histogram, items.brought_count, items.own_ratings, partners.statement, partners.website, partners.verified_at,
    exists (select from partner_members where partner_members.partner_id = partners.id and role <> 'finance') as developer_reads,
    exists (select from items other where other.partner_id = items.partner_id and other.status = 'published' and other.visibility = 'listed' and other.id <> items.id
      and other.market = items.market) as developer_has_more,
    (select count(*)::integer from releases listed where listed.item_id = items.id and listed.status = 'published') as release_count,
    releases.manifest, releases.published_at as released_at, array(select locale from item_texts where item_id = items.id order by array_position('{${LOCALES.join(',')}}'::text[], locale)) as languages,
    packages.size as package_size,
    (select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'period', period, 'name', name, 'price_minor', price_minor, 'currency', currency,
       'prices', other_prices(item_id, position), 'features', features, 'trial_days', trial_days, 'trial_needs_card', trial_needs_card,
       'meters', meters, 'cap_minor', cap_minor) order by position), '[]') from plans where item_id = items.id and sold_to = 'everybody') as plans,
    (select coalesce(json_agg(json_build_object('device', device, 'locale', locale, 'sources', sources, 'width', width, 'height', height,
       'placeholder', placeholder, 'alt', alt) order by position), '[]') from item_pictures where item_id = items.id and role = 'screenshot') as screenshots
  from items
  join partners on partners.id = items.partner_id
  left join releases on releases.id = items.latest_release_id
  left join packages on packages.sha256 = releases.package_sha256
  left join lateral (
    select description, features from item_texts where item_id = items.id
    order by case locale when $2 then 0 when 'en' then 1 else 2 end limit 1
  ) as text on true
  where items.market = $3 and ${where}`)

const BY_SLUG = detailWhere('items.slug = $1')
const BY_ID = detailWhere('items.id = $1')

/** An item in any state with everything that its page shows. */
export async function findDetail(
  db: Db,
  locale: Locale,
  market: Market,
  key: { slug: string } | { id: string },
): Promise<(DetailRow & { card: CardRow | null }) | undefined> {
  const [row] =
    'slug' in key
      ? await BY_SLUG(db, [key.slug, locale, market])
      : await BY_ID(db, [key.id, locale, market])
  const [card = null] = row ? await readCards(db, [row.revision]) : []
  return row && { ...row, card }
}

const CARD = prepared<{ revision: string | null }>(`
  select ${cardRevision('items', '$2')} as revision from items where slug = $1 and market = $3 and status = 'published' and visibility <> 'private'`)

/** The card of a published item that everybody may see. */
async function findCard(
  db: Db,
  locale: Locale,
  market: Market,
  slug: string,
): Promise<CardRow | null> {
  const rows = await CARD(db, [slug, locale, market])
  const [card = null] = await readCards(
    db,
    rows.map((row) => row.revision),
  )
  return card
}

const RELEASES = prepared<{
  id: string
  version: string
  published_at: Date | null
  downloads: number
  notes: Text
  manifest: unknown
}>(`
  select id, version, published_at, downloads, notes, manifest from releases
  where item_id = $1 and status = 'published' order by version_order desc, version collate "C" limit $2 offset $3`)

export const RELEASES_PER_PAGE = 50

/**
 * Includes one row after the page: its permissions show what the last release of the page added.
 */
export const listReleases = (db: Db, itemId: string, page: number) =>
  RELEASES(db, [itemId, RELEASES_PER_PAGE + 1, (page - 1) * RELEASES_PER_PAGE])

const RELATED = prepared<{ revision: string; same_developer: boolean; shared: number[] }>(`
  -- Of its categories only: a goal brings together what is not alike.
  with own as (select number, array(select c.number from item_categories k join categories c on c.id = k.category_id where k.item_id = $1) as shelves,
    (select partner_id from items where items.number = item_words.number) as partner
    from item_words where number = (select number from items where id = $1)),
  near as (
    select placed.number from own cross join unnest(own.shelves) as one cross join lateral (
      select number from shelf where shelf = one order by smart desc, number limit $4) as placed
    union
    select made.number from own cross join lateral (select number from items where partner_id = own.partner and market = $3 and status = 'published' and visibility = 'listed' limit $4) as made
    union
    select rest.number from (select number from shelf where shelf = market_shelf($3) order by smart desc, number limit $5) as rest
  ),
  -- Fetched first: what two items share would be worked out again for each part of the order.
  judged as materialized (
    select near.number, w.smart, (select partner_id from items where items.number = near.number) = own.partner as same_developer, array(select unnest(w.shelves[2:]) intersect select unnest(own.shelves)) as shared,
      cardinality(w.shelves) + cardinality(own.shelves) - 1 as either_has
    from near cross join own cross join lateral (select shelves, smart from item_words where item_words.number = near.number and ${hasTraits('$6')} limit 1) as w
    where near.number <> own.number),
  best as (
    select number, same_developer, shared, row_number() over (order by (cardinality(shared) = 0 and not same_developer),
      cardinality(shared)::real / greatest(1, either_has - cardinality(shared)) + same_developer::integer * 0.25 desc, smart desc, number) as place
    from judged order by place limit $5)
  select ${cardRevision('best', '$2')} as revision, same_developer, shared from best order by place`)

/** So many of each shelf and of the developer are compared. */
const RELATED_LOOKED_AT = 16

/** Related items: by shared categories, then the same developer, then the smart order. */
export async function listRelated(
  db: Db,
  locale: Locale,
  market: Market,
  itemId: string,
  limit: number,
  must: number,
) {
  const values = [itemId, locale, market, RELATED_LOOKED_AT, limit + 1, must]
  const rows = (await RELATED(db, values)).slice(0, limit)
  const cards = await readCards(
    db,
    rows.map((row) => row.revision),
  )
  return rows.flatMap((row, n) => (cards[n] ? { ...row, card: cards[n] } : []))
}

/** Item numbers per file of the site map. */
const SITEMAP_SPAN = 2_000

const SITEMAP_FILES = prepared<{ file: number }>(`
  select distinct (number / $2::integer)::integer as file from items where market = $1 and status = 'published' and visibility = 'listed' order by file`)

/** The files of a market's site map that contain a published item. */
export async function listSitemapFiles(db: Db, market: Market): Promise<number[]> {
  const rows = await SITEMAP_FILES(db, [market, SITEMAP_SPAN])
  return rows.map((row) => row.file)
}
const SITEMAP_ITEMS = prepared<{ slug: string; updated_at: Date }>(`
  select slug, updated_at from items
  where number >= $2::integer * $3::integer and number < ($2::integer + 1) * $3::integer and market = $1 and status = 'published' and visibility = 'listed' order by number`)

export const listSitemapItems = (db: Db, market: Market, file: number) =>
  SITEMAP_ITEMS(db, [market, file, SITEMAP_SPAN])

export async function itemName(
  { db, market, locale, actor }: Pick<Ctx, 'db' | 'market' | 'locale' | 'actor'>,
  id: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('items')
    .leftJoin('item_texts', (join) =>
      join.onRef('item_texts.item_id', '=', 'items.id').on('item_texts.locale', '=', locale),
    )
    .select(['items.name', 'item_texts.name as translated'])
    .where('items.id', '=', id)
    .where('market', '=', market)
    .where('status', '=', 'published')
    .where(maySee(storeOf(actor)))
    .executeTakeFirst()
  return row ? row.translated || row.name : null
}

/** Paths of an item's pictures below `/pictures/`, and the color behind them. */
export interface ItemLook {
  ground: string
  desktop: string | null
  phone: string | null
  icon: string | null
}

/** Null for an item that is not published in this market. */
export async function findItemLook(
  { db }: Pick<Services, 'db'>,
  market: Market,
  slug: string,
  locale: Locale,
): Promise<ItemLook | null> {
  const card = await findCard(db, locale, market, slug)
  const widest = (picture: NonNullable<typeof card>['cover_desktop']) =>
    picture?.sources.toSorted((a, b) => b.width - a.width)[0]?.path ?? null
  const colour = [card?.ground, card?.swatches[0]].find((one) => /^#[0-9a-f]{6}$/i.test(one ?? ''))
  return (
    card && {
      ground: colour ?? '#0b737e',
      desktop: widest(card.cover_desktop),
      phone: widest(card.cover_phone),
      icon: card.icon,
    }
  )
}

export interface RatedItem {
  id: string
  partnerId: string
  developer: string
  ownRatings: number[]
}

/** A published item of this market, as reviews need it. */
export async function requireRated(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  market: Market,
  itemId: string,
): Promise<RatedItem> {
  const row = await db
    .selectFrom('items')
    .innerJoin('partners', 'partners.id', 'items.partner_id')
    .select(['items.id', 'partner_id', 'partners.name', 'own_ratings'])
    .where('items.id', '=', itemId)
    .where('market', '=', market)
    .where('status', '=', 'published')
    .where(maySee(storeOf(actor)))
    .executeTakeFirst()
  if (!row) throw refuse('catalog.item_not_found')
  return { id: row.id, partnerId: row.partner_id, developer: row.name, ownRatings: row.own_ratings }
}

/** Who makes an item, whatever its state; undefined without such an item. */
export const findPartnerOfItem = (
  db: Services['db'],
  itemId: string,
): Promise<{ id: string; name: string } | undefined> =>
  db
    .selectFrom('items')
    .innerJoin('partners', 'partners.id', 'items.partner_id')
    .select(['partners.id', 'partners.name'])
    .where('items.id', '=', itemId)
    .executeTakeFirst()

/**
 * Replaces the stars `taken` of a store by `given`; null for none. The trigger `sum_ratings`
 * updates rating, count and histogram.
 */
export async function countStars(
  trx: Services['db'],
  itemId: string,
  { given, taken }: { given: number | null; taken: number | null },
): Promise<void> {
  if (given === taken) return
  const change = [1, 2, 3, 4, 5].map((stars) => Number(stars === given) - Number(stars === taken))
  await trx
    .updateTable('items')
    .set({
      own_ratings: sql<
        number[]
      >`(select array_agg(had + more order by stars) from unnest(own_ratings, ${change}::integer[]) with ordinality as both_kinds (had, more, stars))`,
    })
    .where('id', '=', itemId)
    .execute()
}

export const countInstall = (db: Services['db'], itemId: string, change: 1 | -1) =>
  db
    .updateTable('items')
    .set({ install_count: sql<number>`greatest(0, install_count + ${change})` })
    .where('id', '=', itemId)
    .execute()

export const findTaxKind = async (db: Db, itemId: string): Promise<TaxKind | undefined> =>
  (await db.selectFrom('items').select('tax_kind').where('id', '=', itemId).executeTakeFirst())
    ?.tax_kind as TaxKind | undefined

/** False when there is no such item. */
export const changeTaxKind = async (db: Db, itemId: string, kind: TaxKind): Promise<boolean> =>
  (
    await db
      .updateTable('items')
      .set({ tax_kind: kind })
      .where('id', '=', itemId)
      .executeTakeFirst()
  ).numUpdatedRows > 0n
