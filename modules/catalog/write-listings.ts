import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { ListedRelease, Listing } from './listing.ts'

/**
 * The only writer of listings: about fifteen statements for any number of items, in the caller's
 * transaction. Unchanged rows are not written, missing ones are deleted. Triggers update shelves,
 * cards and words at the commit (`shelve_changes`).
 */
export async function writeListings(trx: Db, listings: Listing[]): Promise<void> {
  if (listings.length === 0) return
  await writeItems(trx, listings)
  await writeTexts(trx, listings)
  await writeCategories(trx, listings)
  await writePlans(trx, listings)
  await writePlanPrices(trx, listings)
  await writePictures(trx, listings)
  await writeReleases(
    trx,
    listings.filter((listing) => listing.releases !== undefined),
  )
  await writeRatings(
    trx,
    listings.filter((listing) => listing.counts !== undefined),
  )
}

/** Rows are sent as one JSON parameter. */
const rows = (list: object[]) => sql`${JSON.stringify(list)}::jsonb`

const idsOf = (listings: Listing[]) => sql`${listings.map((listing) => listing.id)}::text[]`

/** An item whose own row or release does not change keeps its `updated_at`. */
async function writeItems(trx: Db, listings: Listing[]): Promise<void> {
  const list = rows(
    listings.map(({ price, counts, source, ...one }) => ({
      id: one.id,
      market: one.market,
      slug: one.slug,
      prefix: one.prefix,
      partner_id: one.partnerId,
      name: one.name,
      price_minor: price.amountMinor,
      currency: price.currency,
      price_kind: price.kind,
      price_period: price.period,
      in_app_purchase: one.inAppPurchase,
      icon: one.icon,
      swatches: one.swatches,
      ground: one.ground,
      links: one.links,
      credits: one.credits,
      facts: one.facts,
      page_weight: one.pageWeight,
      has_counts: counts !== undefined,
      brought_stars: counts && starsOf(counts),
      brought_histogram: counts?.histogram,
      brought_count: counts?.reviewCount,
      install_count: counts?.installCount,
      latest_release_id: newestOf(one),
      status: one.status,
      unpublished_reason: one.unpublishedReason,
      source: source?.name,
      source_id: source?.id,
      source_hash: source?.hash,
      published_at: one.publishedAt,
      updated_at: one.updatedAt,
    })),
  )
  await sql`
    insert into items as known (id, market, slug, prefix, partner_id, name, price_minor, currency, price_kind, price_period, in_app_purchase,
      icon, swatches, ground, links, credits, facts, page_weight, brought_stars, brought_histogram, brought_count, install_count, latest_release_id,
      status, unpublished_reason, source, source_id, source_hash, published_at, updated_at)
    select said.id, said.market, said.slug, said.prefix, said.partner_id, said.name, said.price_minor, said.currency, said.price_kind,
      said.price_period, said.in_app_purchase, said.icon, said.swatches, said.ground, said.links, said.credits, said.facts, said.page_weight,
      coalesce(said.brought_stars, was.brought_stars, 0), case when has_counts then said.brought_histogram else was.brought_histogram end,
      coalesce(said.brought_count, was.brought_count, 0), coalesce(said.install_count, was.install_count, 0),
      coalesce(was.latest_release_id, said.latest_release_id), said.status, said.unpublished_reason,
      coalesce(said.source, was.source), coalesce(said.source_id, was.source_id), coalesce(said.source_hash, was.source_hash),
      said.published_at, said.updated_at
    from jsonb_to_recordset(${list}) as said (id text, market text, slug text, prefix text, partner_id text, name text, price_minor bigint,
      currency text, price_kind text, price_period text, in_app_purchase boolean, icon text, swatches text[], ground text, links jsonb,
      credits jsonb, facts jsonb, page_weight integer, has_counts boolean, brought_stars numeric(14, 2), brought_histogram integer[],
      brought_count integer, install_count integer, latest_release_id text, status text, unpublished_reason text, source text,
      source_id text, source_hash text, published_at timestamptz, updated_at timestamptz)
    left join items was on was.id = said.id
    on conflict (id) do update set market = excluded.market, partner_id = excluded.partner_id, name = excluded.name,
      price_minor = excluded.price_minor, currency = excluded.currency, price_kind = excluded.price_kind, price_period = excluded.price_period,
      in_app_purchase = excluded.in_app_purchase, icon = excluded.icon, swatches = excluded.swatches, ground = excluded.ground,
      links = excluded.links, credits = excluded.credits, facts = excluded.facts, page_weight = excluded.page_weight,
      brought_stars = excluded.brought_stars, brought_histogram = excluded.brought_histogram, brought_count = excluded.brought_count, install_count = excluded.install_count,
      status = excluded.status, unpublished_reason = excluded.unpublished_reason, source = excluded.source, source_id = excluded.source_id,
      source_hash = excluded.source_hash, published_at = excluded.published_at, updated_at = excluded.updated_at
    where (known.market, known.partner_id, known.name, known.price_minor, known.currency, known.price_kind, known.price_period,
        known.in_app_purchase, known.icon, known.swatches, known.ground, known.links, known.credits, known.facts, known.page_weight,
        known.brought_stars, known.brought_histogram, known.brought_count, known.install_count, known.status, known.unpublished_reason,
        known.source, known.source_id, known.source_hash, known.published_at)
      is distinct from (excluded.market, excluded.partner_id, excluded.name, excluded.price_minor, excluded.currency, excluded.price_kind,
        excluded.price_period, excluded.in_app_purchase, excluded.icon, excluded.swatches, excluded.ground, excluded.links,
        excluded.credits, excluded.facts, excluded.page_weight, excluded.brought_stars, excluded.brought_histogram, excluded.brought_count,
        excluded.install_count, excluded.status, excluded.unpublished_reason, excluded.source, excluded.source_id,
        excluded.source_hash, excluded.published_at)`.execute(trx)
}

/** The sum of imported stars. The database adds those of stores here (`sum_ratings`). */
function starsOf({ rating, reviewCount, ratings }: NonNullable<Listing['counts']>): string {
  const sum =
    ratings.length > 0
      ? ratings.reduce((all, one) => all + one.stars, 0)
      : (rating ?? 0) * reviewCount
  return sum.toFixed(2)
}

/**
 * Chosen before the releases exist (the foreign key is deferred), so that a new row is written
 * once.
 */
function newestOf({ releases = [] }: Pick<Listing, 'releases'>): string | null {
  const isAfter = (a: ListedRelease, b: ListedRelease) =>
    a.versionOrder > b.versionOrder || (a.versionOrder === b.versionOrder && a.version < b.version)
  let newest: ListedRelease | undefined
  for (const one of releases)
    if (one.status === 'published' && (!newest || isAfter(one, newest))) newest = one
  return newest?.id ?? null
}

async function writeTexts(trx: Db, listings: Listing[]): Promise<void> {
  const list = rows(
    listings.flatMap(({ id, texts }) => texts.map((text) => ({ item_id: id, ...text }))),
  )
  await sql`delete from item_texts where item_id = any (${idsOf(listings)}) and (item_id, locale) not in
    (select item_id, locale from jsonb_to_recordset(${list}) as said (item_id text, locale text))`.execute(
    trx,
  )
  await sql`
    insert into item_texts as known (item_id, locale, name, tagline, description, features)
    select * from jsonb_to_recordset(${list}) as said (item_id text, locale text, name text, tagline text, description text[], features text[])
    on conflict (item_id, locale) do update set name = excluded.name, tagline = excluded.tagline, description = excluded.description,
      features = excluded.features
    where known is distinct from excluded`.execute(trx)
}

async function writeCategories(trx: Db, listings: Listing[]): Promise<void> {
  const list = rows(
    listings.flatMap(({ id, categoryIds, tagIds }) =>
      [...categoryIds, ...(tagIds ?? [])].map((category) => ({
        item_id: id,
        category_id: category,
      })),
    ),
  )
  const untagged = listings.flatMap(({ id, tagIds }) => (tagIds === undefined ? [id] : []))
  await sql`delete from item_categories where item_id = any (${idsOf(listings)}) and (item_id, category_id) not in
    (select item_id, category_id from jsonb_to_recordset(${list}) as said (item_id text, category_id text))
    and not (item_id = any (${untagged}) and category_id in (select id from categories where is_tag))`.execute(
    trx,
  )
  await sql`insert into item_categories (item_id, category_id)
    select * from jsonb_to_recordset(${list}) as said (item_id text, category_id text) on conflict do nothing`.execute(
    trx,
  )
}

/**
 * A plan is identified by its position. One that was ordered or offered, or is in a bundle, stays
 * after the present ones, and is sold to nobody.
 */
async function writePlans(trx: Db, listings: Listing[]): Promise<void> {
  const list = rows(
    listings.flatMap(({ id, plans }) =>
      plans.map((plan, position) => ({
        id: `${id.replace('itm_', 'pln_')}_${position}`,
        item_id: id,
        kind: plan.kind,
        period: plan.period,
        name: plan.name,
        features: plan.features,
        price_minor: plan.amountMinor,
        currency: plan.currency,
        position,
        trial_days: plan.trialDays,
        trial_needs_card: plan.trialNeedsCard,
        meters: plan.meters,
        cap_minor: plan.capMinor,
        sold_to: plan.soldTo ?? 'everybody',
      })),
    ),
  )
  const gone = sql`item_id = any (${idsOf(listings)}) and (item_id, position) not in
      (select item_id, position from jsonb_to_recordset(${list}) as said (item_id text, position smallint))`
  await sql`delete from plans where ${gone}
    and not exists (select from order_lines where order_lines.plan_id = plans.id)
    and not exists (select from plan_versions where plan_versions.plan_id = plans.id)
    and not exists (select from plan_offers where plan_offers.plan_id = plans.id)
    and not exists (select from bundle_items where bundle_items.plan_id = plans.id)`.execute(trx)
  await sql`update plans set sold_to = 'nobody' where ${gone} and sold_to <> 'nobody'`.execute(trx)
  await sql`
    insert into plans as known (id, item_id, kind, period, name, features, price_minor, currency, position, trial_days, trial_needs_card,
      meters, cap_minor, sold_to)
    select * from jsonb_to_recordset(${list}) as said (id text, item_id text, kind text, period text, name jsonb, features jsonb,
      price_minor bigint, currency text, position smallint, trial_days smallint, trial_needs_card boolean, meters jsonb, cap_minor bigint, sold_to text)
    on conflict (item_id, position) do update set kind = excluded.kind, period = excluded.period, name = excluded.name,
      features = excluded.features, price_minor = excluded.price_minor, currency = excluded.currency, trial_days = excluded.trial_days,
      trial_needs_card = excluded.trial_needs_card, meters = excluded.meters, cap_minor = excluded.cap_minor, sold_to = excluded.sold_to
    where (known.kind, known.period, known.name, known.features, known.price_minor, known.currency, known.trial_days,
        known.trial_needs_card, known.meters, known.cap_minor, known.sold_to) is distinct from
      (excluded.kind, excluded.period, excluded.name, excluded.features, excluded.price_minor, excluded.currency, excluded.trial_days,
        excluded.trial_needs_card, excluded.meters, excluded.cap_minor, excluded.sold_to)`.execute(
    trx,
  )
}

/** Prices of plans in other currencies. Unchanged ones are not written. */
async function writePlanPrices(trx: Db, listings: Listing[]): Promise<void> {
  const list = rows(
    listings.flatMap(({ id, plans }) =>
      plans.flatMap(({ prices = {}, currency: own }, position) =>
        Object.entries(prices)
          .filter(([currency]) => currency !== own)
          .map(([currency, price_minor]) => ({ item_id: id, position, currency, price_minor })),
      ),
    ),
  )
  const said = sql`jsonb_to_recordset(${list}) as said (item_id text, position smallint, currency char(3), price_minor bigint)`
  await sql`delete from plan_prices where item_id = any (${idsOf(listings)}) and (item_id, position, currency) not in
    (select item_id, position, currency from ${said})`.execute(trx)
  await sql`
    insert into plan_prices as known (item_id, position, currency, price_minor) select * from ${said}
    on conflict (item_id, position, currency) do update set price_minor = excluded.price_minor
    where known.price_minor <> excluded.price_minor`.execute(trx)
}

async function writePictures(trx: Db, listings: Listing[]): Promise<void> {
  const list = rows(
    listings.flatMap(({ id, pictures }) =>
      pictures.map((picture) => ({ item_id: id, ...picture })),
    ),
  )
  const said = sql`jsonb_to_recordset(${list}) as said (item_id text, role text, locale text, device text, position smallint, sources jsonb,
    width integer, height integer, placeholder text, alt jsonb)`
  const same = sql`p.item_id = said.item_id and (p.role, p.locale, p.device, p.position, p.sources, p.width, p.height, p.placeholder, p.alt)
    is not distinct from (said.role, said.locale, said.device, said.position, said.sources, said.width, said.height, said.placeholder, said.alt)`
  await sql`delete from item_pictures p where item_id = any (${idsOf(listings)}) and not exists (select from ${said} where ${same})`.execute(
    trx,
  )
  await sql`
    insert into item_pictures (item_id, role, locale, device, position, sources, width, height, placeholder, alt)
    select said.* from ${said} where not exists (select from item_pictures p where ${same})`.execute(
    trx,
  )
}

/** Releases with a package are not touched here (`publishRelease`). */
async function writeReleases(trx: Db, listings: Listing[]): Promise<void> {
  if (listings.length === 0) return
  const ids = idsOf(listings)
  const list = rows(
    listings.flatMap(({ id, releases = [] }) =>
      releases.map((one) => ({
        id: one.id,
        item_id: id,
        version: one.version,
        version_order: one.versionOrder,
        status: one.status,
        notes: one.notes,
        published_at: one.publishedAt,
        downloads: one.downloads,
      })),
    ),
  )
  await sql`delete from releases where item_id = any (${ids}) and package_sha256 is null and (item_id, version) not in
    (select item_id, version from jsonb_to_recordset(${list}) as said (item_id text, version text))`.execute(
    trx,
  )
  await sql`
    insert into releases as known (id, item_id, version, version_order, status, notes, published_at, downloads)
    select * from jsonb_to_recordset(${list}) as said (id text, item_id text, version text, version_order text, status text, notes jsonb,
      published_at timestamptz, downloads integer)
    on conflict (item_id, version) do update set version_order = excluded.version_order, status = excluded.status, notes = excluded.notes,
      published_at = excluded.published_at, downloads = excluded.downloads
    where known.package_sha256 is null and (known.version_order, known.status, known.notes, known.published_at, known.downloads) is distinct from
      (excluded.version_order, excluded.status, excluded.notes, excluded.published_at, excluded.downloads)`.execute(
    trx,
  )
  await sql`
    update items set latest_release_id = newest_release(items.id)
    where id = any (${ids}) and latest_release_id is distinct from newest_release(items.id)`.execute(
    trx,
  )
}

async function writeRatings(trx: Db, listings: Listing[]): Promise<void> {
  const all = listings.flatMap(({ id, counts }) =>
    (counts?.ratings ?? []).map((one) => ({ id, ...one })),
  )
  const said = sql`unnest(${all.map((one) => one.id)}::text[], ${all.map((one) => one.rater)}::text[], ${all.map((one) => one.stars)}::numeric[])
    as said (item_id, rater, stars)`
  await sql`delete from imported_ratings where item_id = any (${idsOf(listings)}) and (item_id, rater) not in
    (select item_id, rater from ${said})`.execute(trx)
  await sql`
    insert into imported_ratings as known (item_id, rater, stars) select * from ${said}
    on conflict (item_id, rater) do update set stars = excluded.stars where known.stars <> excluded.stars`.execute(
    trx,
  )
}
