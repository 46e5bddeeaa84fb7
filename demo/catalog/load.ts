import { sql } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import type { Listing, ListingPlan } from '../../modules/catalog/listing.ts'
import { NO_TERMS } from '../../modules/catalog/plan-terms.ts'
import { publishRelease } from '../../modules/catalog/publish-release.ts'
import { writeListings } from '../../modules/catalog/write-listings.ts'
import { lowestOf } from '../../modules/publishing/partners/draft.ts'
import { inTransaction } from '../../kernel/context.ts'
import { newId } from '../../lib/ids.ts'
import { buildDemoCatalogue } from './build-packages.ts'
import { CATEGORIES } from './categories.ts'
import { loadCoupons } from './coupons.ts'
import type { DemoItem } from './demo-item.ts'
import { DEMO_LOCALES } from './demo-locales.ts'
import { loadShopWindow } from './load-shop-window.ts'
import { MORE_TEXTS } from './more-texts.ts'
import { DEMO_PARTNER } from './partner.ts'
import { readPictures, type DemoPicture } from './picture-archive.ts'
import { PLANS } from './plans.ts'
import { loadRates, OTHER_PRICES } from './prices.ts'

type Needs = Pick<Services, 'db' | 'blobs' | 'signingKey' | 'clock'>

/**
 * Puts the demo catalogue into the market: again and again with the same result. Releases are
 * published the way every release is.
 */
export async function loadDemoCatalogue(services: Needs): Promise<void> {
  const items = await buildDemoCatalogue()
  await inTransaction(services, async (trx) => {
    const now = services.clock.now()
    await trx
      .insertInto('partners')
      .values({
        id: newId('par'),
        slug: DEMO_PARTNER.slug,
        name: DEMO_PARTNER.name,
        statement: JSON.stringify(DEMO_PARTNER.statement),
        created_at: now,
      })
      .onConflict((conflict) =>
        conflict
          .column('slug')
          .doUpdateSet({
            name: DEMO_PARTNER.name,
            statement: JSON.stringify(DEMO_PARTNER.statement),
          })
          // What somebody has written in the console since stays.
          .where(
            sql<boolean>`not exists (select from partner_profiles where partner_id = partners.id and changed_at is not null)`,
          ),
      )
      .execute()
    for (const [index, { id: slug, market, drawing, name }] of CATEGORIES.entries()) {
      const known = { name: JSON.stringify(name), drawing, position: index }
      await trx
        .insertInto('categories')
        .values({ id: newId('cat'), market, slug, ...known })
        .onConflict((conflict) => conflict.columns(['market', 'slug']).doUpdateSet(known))
        .execute()
    }
  })
  for (const [index, item] of items.entries()) await loadItem(services, item, index)
  await inTransaction(services, (trx) => loadShopWindow(trx, services.clock.now()))
  await loadCoupons(services)
  await loadRates(services)
}

async function loadItem(services: Needs, item: DemoItem, index: number): Promise<void> {
  if (item.icon !== null)
    await services.blobs.putPicture(`${item.prefix}/icon.svg`, Buffer.from(item.icon))
  const { pictures, files } = await readPictures(item)
  for (const [path, bytes] of files) await services.blobs.putPicture(path, bytes)
  const id = await inTransaction(services, async (trx) => {
    const listing = await listingOf(trx, services, item, index, pictures)
    await writeListings(trx, [listing])
    return listing.id
  })
  for (const release of item.releases) {
    await publishRelease(services, {
      itemId: id,
      version: release.version,
      notes: release.notes,
      publishedAt: new Date(release.releasedOn),
      zip: release.zip,
    })
  }
}

/** Free or paid for once. */
const singlePlan = ({ slug, price: { amountMinor, currency } }: DemoItem): ListingPlan => ({
  kind: amountMinor === 0 ? 'free' : 'one_time',
  amountMinor,
  currency,
  period: null,
  name: {},
  features: {},
  prices: OTHER_PRICES[slug] ?? {},
  ...NO_TERMS,
})

/** Everything but its releases and what stores have said and counted. */
async function listingOf(
  db: Services['db'],
  { clock }: Needs,
  item: DemoItem,
  index: number,
  pictures: DemoPicture[],
): Promise<Listing> {
  const known = await db
    .selectFrom('items')
    .select(['id', 'published_at'])
    .where('slug', '=', item.slug)
    .executeTakeFirst()
  const partner = await db
    .selectFrom('partners')
    .select('id')
    .where('slug', '=', DEMO_PARTNER.slug)
    .executeTakeFirstOrThrow()
  const categories = await db
    .selectFrom('categories')
    .select('id')
    .where('market', '=', item.market)
    .where('slug', 'in', [...item.categories])
    .execute()
  const plans = PLANS[item.prefix] ?? [singlePlan(item)]
  return {
    id: known?.id ?? newId('itm'),
    slug: item.slug,
    prefix: item.prefix,
    market: item.market,
    partnerId: partner.id,
    name: item.name.en,
    price: lowestOf(plans) ?? singlePlan(item),
    inAppPurchase: item.inAppPurchase === 1,
    icon: item.icon === null ? null : `/pictures/${item.prefix}/icon.svg`,
    swatches: item.swatches,
    ground: item.ground,
    links: { document: item.links.document, support: item.links.source },
    credits: item.credits,
    facts: { touches: item.touches, leaves_alone: item.leavesAlone, support: item.support },
    pageWeight: item.pageWeight,
    status: 'published',
    unpublishedReason: null,
    updatedAt: clock.now(),
    // Listed in the order of the catalogue: the first stands first among the newest. A day that was
    // given stays.
    publishedAt:
      known?.published_at ??
      new Date(new Date(item.releases.at(-1)?.releasedOn ?? 0).getTime() - index * 60_000),
    texts: [
      ...DEMO_LOCALES.map((locale) => ({
        locale,
        name: item.name[locale],
        tagline: item.tagline[locale],
        description: item.description[locale],
        features: item.features[locale],
      })),
      ...(['de', 'es'] as const).flatMap((locale) => {
        const said = MORE_TEXTS[item.prefix]?.[locale]
        return said ? [{ locale, ...said }] : []
      }),
    ],
    categoryIds: categories.map((category) => category.id),
    plans: [...plans],
    pictures: pictures.map(({ sources, ...picture }) => ({
      ...picture,
      sources: sources.map((source) => ({ ...source, path: `/pictures/${source.path}` })),
    })),
  }
}
