import type { Db } from '#db/client.ts'
import type { Locale } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import type { Currency } from '#lib/money.ts'
import type { Listing, ListingPicture, ListingPlan, PlanKind, PlanPeriod } from './listing.ts'

/** What an item's own row says that no draft changes. */
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
 * The listing as the tables have it: what `writeListings` would leave as it is. A draft counts as
 * one that is to be published; what others have said and counted, and releases, are not part of it.
 * Null for an item that is not there.
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

/** The item's plans in their order. */
async function listCurrentPlans(db: Db, itemId: string): Promise<ListingPlan[]> {
  const rows = await db
    .selectFrom('plans')
    .selectAll()
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
  }))
}
