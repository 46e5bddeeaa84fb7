import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import type { Locale, Text } from '#lib/locale.ts'
import { RESERVED_SLUGS, type Market } from '#lib/market.ts'
import type { Currency } from '#lib/money.ts'
import type { Meter, PlanTerms, SoldTo } from './plan-terms.ts'

export type PlanKind = 'free' | 'one_time' | 'recurring' | 'usage'
export type PlanPeriod = 'month' | 'year'

export interface ListingPrice {
  kind: PlanKind
  /** Minor units. */
  amountMinor: number
  currency: Currency
  /** Of a recurring price, else null. */
  period: PlanPeriod | null
}

/** Prices in other currencies, in minor units by currency. */
export type OtherPrices = Partial<Record<Currency, number>>

export interface ListingPlan extends ListingPrice, PlanTerms {
  name: Text
  features: Partial<Record<Locale, string[]>>
  /** Missing or empty: stores of other currencies pay a converted price (D27). */
  prices?: OtherPrices
  /** Missing: everybody. */
  soldTo?: Exclude<SoldTo, 'everybody'>
}

export interface ListingText {
  locale: Locale
  name: string
  tagline: string
  /** Paragraphs. */
  description: string[]
  features: string[]
}

export interface ListingPicture {
  role: 'cover' | 'screenshot'
  locale: Locale | null
  device: 'desktop' | 'phone'
  position: number
  /** `path` is the URL path on the market: `/pictures/…`. */
  sources: { path: string; type: string; width: number }[]
  width: number
  height: number
  placeholder: string | null
  alt: Text
}

/** A release without a package: it is listed and cannot be installed (D9). */
export interface ListedRelease {
  id: string
  version: string
  versionOrder: string
  status: 'published' | 'yanked'
  notes: Text
  publishedAt: Date | null
  downloads: number
}

/** Ratings and installs: imported with an item, or earned here. */
export interface ListingCounts {
  rating: number | null
  reviewCount: number
  /** Numbers of 1 to 5 stars; null when only the average is known. */
  histogram: number[] | null
  installCount: number
  ratings: { rater: string; stars: number }[]
}

/** All of an item except its packages; `writeListings` makes the tables say exactly this. */
export interface Listing {
  id: string
  /** For new items only: slug and prefix never change. */
  slug: string
  prefix: string
  market: Market
  partnerId: string
  /** In the catalogue's own language; translations are in `texts`. */
  name: string
  price: ListingPrice
  inAppPurchase: boolean
  icon: string | null
  swatches: string[]
  ground: string | null
  links: Record<string, string>
  credits: unknown[]
  facts: Record<string, unknown>
  pageWeight: number | null
  status: 'published' | 'unpublished'
  unpublishedReason: string | null
  /** Null when unknown. */
  publishedAt: Date | null
  /** Written only if something else in the item's row changes. */
  updatedAt: Date
  texts: ListingText[]
  categoryIds: string[]
  /** Undefined leaves the item's tags, because imported catalogues have none. */
  tagIds?: string[]
  plans: ListingPlan[]
  pictures: ListingPicture[]
  /** Undefined leaves them. */
  counts?: ListingCounts
  /** Undefined leaves them; `publishRelease` publishes releases with packages. */
  releases?: ListedRelease[]
  /** The import's source, and a hash of the imported data. */
  source?: { name: string; id: string; hash: string }
}

/** The part of an item that no draft changes. */
export interface ListedRow {
  id: string
  market: Market
  slug: string
  prefix: string
  partnerId: string
  name: string
  status: 'draft' | 'published' | 'unpublished'
}

export async function findListedRow(db: Db, itemId: string): Promise<ListedRow | null> {
  const row = await db
    .selectFrom('items')
    .select(['id', 'market', 'slug', 'prefix', 'partner_id', 'name', 'status'])
    .where('id', '=', itemId)
    .executeTakeFirst()
  return row
    ? {
        id: row.id,
        market: row.market as Market,
        slug: row.slug,
        prefix: row.prefix,
        partnerId: row.partner_id,
        name: row.name,
        status: row.status as ListedRow['status'],
      }
    : null
}

/**
 * The listing as stored; a draft counts as published. Without counts and releases. Null for an
 * unknown item.
 */
export async function readListing(db: Db, itemId: string): Promise<Listing | null> {
  const row = await db.selectFrom('items').selectAll().where('id', '=', itemId).executeTakeFirst()
  if (!row) return null
  const [texts, categories, plans, pictures] = await Promise.all([
    db
      .selectFrom('item_texts')
      .select(['locale', 'name', 'tagline', 'description', 'features'])
      .where('item_id', '=', itemId)
      .orderBy('locale')
      .execute(),
    db
      .selectFrom('item_categories')
      .innerJoin('categories', 'categories.id', 'item_categories.category_id')
      .select(['categories.id', 'is_tag'])
      .where('item_id', '=', itemId)
      .orderBy('position')
      .execute(),
    listCurrentPlans(db, itemId),
    db
      .selectFrom('item_pictures')
      .selectAll()
      .where('item_id', '=', itemId)
      .orderBy('role')
      .orderBy('position')
      .orderBy('id')
      .execute(),
  ])
  return {
    id: row.id,
    slug: row.slug,
    prefix: row.prefix,
    market: row.market as Market,
    partnerId: row.partner_id,
    name: row.name,
    price: {
      kind: row.price_kind as PlanKind,
      amountMinor: row.price_minor,
      currency: row.currency as Currency,
      period: row.price_period as PlanPeriod | null,
    },
    inAppPurchase: row.in_app_purchase,
    icon: row.icon,
    swatches: row.swatches,
    ground: row.ground,
    links: row.links as Record<string, string>,
    credits: row.credits as unknown[],
    facts: row.facts as Record<string, unknown>,
    pageWeight: row.page_weight,
    status: row.status === 'unpublished' ? 'unpublished' : 'published',
    unpublishedReason: row.unpublished_reason,
    publishedAt: row.published_at,
    updatedAt: row.updated_at,
    texts: texts.map(({ locale, ...text }) => ({ locale: locale as Locale, ...text })),
    categoryIds: categories.filter((one) => !one.is_tag).map((one) => one.id),
    tagIds: categories.filter((one) => one.is_tag).map((one) => one.id),
    plans,
    pictures: pictures.map((one): ListingPicture => ({
      role: one.role as ListingPicture['role'],
      locale: one.locale as Locale | null,
      device: one.device as ListingPicture['device'],
      position: one.position,
      sources: one.sources as ListingPicture['sources'],
      width: one.width,
      height: one.height,
      placeholder: one.placeholder,
      alt: one.alt as ListingPicture['alt'],
    })),
  }
}

async function listCurrentPlans(db: Db, itemId: string): Promise<ListingPlan[]> {
  const rows = await db
    .selectFrom('plans')
    .selectAll()
    .select(sql<OtherPrices | null>`other_prices(item_id, position)`.as('prices'))
    .where('item_id', '=', itemId)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({
    kind: row.kind as PlanKind,
    period: row.period as PlanPeriod | null,
    name: row.name as ListingPlan['name'],
    features: row.features as ListingPlan['features'],
    amountMinor: row.price_minor,
    currency: row.currency as Currency,
    ...(row.prices && { prices: row.prices }),
    trialDays: row.trial_days,
    trialNeedsCard: row.trial_needs_card,
    meters: row.meters as unknown as Meter[],
    capMinor: row.cap_minor,
    ...(row.sold_to !== 'everybody' && { soldTo: row.sold_to as 'offers' | 'nobody' }),
  }))
}

/** Slugs and prefixes are permanent. */
export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const PREFIX = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/
export const MOST_SLUG = 60

export const isReservedSlug = (slug: string): boolean => RESERVED_SLUGS.includes(slug)

/** Which of these words are used as a slug or prefix in either market. */
export async function findTaken(
  db: Db,
  words: readonly string[],
): Promise<{ slugs: Set<string>; prefixes: Set<string> }> {
  if (words.length === 0) return { slugs: new Set(), prefixes: new Set() }
  const rows = await db
    .selectFrom('items')
    .select(['slug', 'prefix'])
    .where((on) => on.or([on('slug', 'in', words), on('prefix', 'in', words)]))
    .execute()
  return {
    slugs: new Set(rows.map((row) => row.slug)),
    prefixes: new Set(rows.map((row) => row.prefix)),
  }
}

/** A draft item; its listing is written when it is approved. Null when slug or prefix are taken. */
export async function insertDraftItem(
  trx: Db,
  item: {
    market: Market
    slug: string
    prefix: string
    partnerId: string
    name: string
    now: Date
  },
): Promise<string | null> {
  const row = await trx
    .insertInto('items')
    .values({
      id: newId('itm'),
      market: item.market,
      slug: item.slug,
      prefix: item.prefix,
      partner_id: item.partnerId,
      name: item.name,
      price_minor: 0,
      currency: 'USD',
      price_kind: 'free',
      status: 'draft',
      updated_at: item.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Categories, then tags. `former`: tags that were merged into this one. */
export const listCategoryNames = async (
  db: Db,
  market: Market,
): Promise<{ id: string; name: Text; tag: boolean; former: string[] }[]> =>
  (
    await db
      .selectFrom('categories')
      .select([
        'id',
        'name',
        'is_tag',
        sql<
          string[]
        >`array(select id from categories merged where merged.merged_into = categories.id)`.as(
          'former',
        ),
      ])
      .where('market', '=', market)
      .where('merged_into', 'is', null)
      .orderBy('position')
      .orderBy('slug')
      .execute()
  ).map(({ id, name, is_tag: tag, former }) => ({ id, name: name as Text, tag, former }))
