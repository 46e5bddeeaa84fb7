import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishRelease } from '../../modules/catalog/publish-release.ts'
import { startMarketplace, type Marketplace } from '../../test/support/marketplace.ts'
import { buildDemoCatalogue } from './build-packages.ts'
import { loadDemoCatalogue } from './load.ts'
import { loadDemoCatalogueIfChanged } from './load-if-changed.ts'

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace()
})
afterAll(() => market.stop())

/**
 * Which transaction wrote each row: a row that is written again, even with the same content, shows
 * another one.
 */
const writtenBy = async (db: Marketplace['services']['db']) =>
  (
    await sql`
  select 'item' as of, id, xmin::text from items union all select 'text', item_id || locale, xmin::text from item_texts
  union all select 'plan', id, xmin::text from plans union all select 'picture', id::text, xmin::text from item_pictures
  union all select 'category', item_id || category_id, xmin::text from item_categories union all select 'card', number || locale, xmin::text from item_cards
  order by 1, 2`.execute(db)
  ).rows

const shelves = async () => {
  const { db } = market.services
  const [items, releases, texts, log] = await Promise.all([
    db.selectFrom('items').select(['id', 'slug', 'latest_release_id']).orderBy('slug').execute(),
    db.selectFrom('releases').select(['id', 'version', 'package_sha256']).orderBy('id').execute(),
    db
      .selectFrom('item_texts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    db.selectFrom('release_log').selectAll().orderBy('index').execute(),
  ])
  return { items, releases, texts, log }
}

test('loading the demo catalogue again changes nothing: the same items, releases and log (D15)', async () => {
  const first = await shelves()
  expect(first.items).toHaveLength((await buildDemoCatalogue()).length)
  expect(Number(first.texts.count)).toBe(first.items.length * 5)
  const written = await writtenBy(market.services.db)
  await loadDemoCatalogue(market.services)
  await loadDemoCatalogueIfChanged(market.services)
  await loadDemoCatalogueIfChanged(market.services)
  expect(await shelves()).toEqual(first)
  expect(await writtenBy(market.services.db)).toEqual(written)
})

test('a version with other bytes is refused: releases are immutable; so is a package of another item (I14)', async () => {
  const items = await buildDemoCatalogue()
  const foreign = items.find((item) => item.prefix === 'cookie-consent')?.releases ?? []
  const { id } = await market.services.db
    .selectFrom('items')
    .select('id')
    .where('slug', '=', 'delivery-day')
    .executeTakeFirstOrThrow()
  const publish = (release: (typeof foreign)[number]) =>
    publishRelease(market.services, {
      itemId: id,
      version: release.version,
      notes: release.notes,
      publishedAt: new Date(0),
      zip: release.zip,
    })
  const before = await shelves()
  // delivery-day has a 1.0.0 already, and no 1.1.0
  await expect(publish(foreign[0] as (typeof foreign)[number])).rejects.toThrow(
    /exists with other bytes/,
  )
  await expect(publish(foreign[1] as (typeof foreign)[number])).rejects.toThrow(
    /belongs to cookie-consent/,
  )
  expect(await shelves()).toEqual(before)
})
