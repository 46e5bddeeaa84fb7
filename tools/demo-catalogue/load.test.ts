import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishRelease } from '#contexts/catalog/publish-release.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { buildDemoCatalogue } from './build-packages.ts'
import { loadDemoCatalogue } from './load.ts'
import { loadDemoCatalogueIfChanged } from './load-if-changed.ts'

let market: Marketplace
beforeAll(async () => { market = await startMarketplace({ catalogue: false }) })
afterAll(() => market.stop())

const shelves = async () => {
  const { db } = market.services
  const [items, releases, texts, log] = await Promise.all([
    db.selectFrom('items').select(['id', 'slug', 'latest_release_id']).orderBy('slug').execute(),
    db.selectFrom('releases').select(['id', 'version', 'package_sha256']).orderBy('id').execute(),
    db.selectFrom('item_texts').select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    db.selectFrom('release_log').select(['hash', 'previous_hash']).orderBy('position').execute(),
  ])
  return { items, releases, texts, log }
}

test('loading the demo catalogue again changes nothing: the same items, releases and log (D15)', async () => {
  await loadDemoCatalogue(market.services)
  const first = await shelves()
  expect(first.items).toHaveLength(6)
  expect(Number(first.texts.count)).toBe(18)
  await loadDemoCatalogue(market.services)
  await loadDemoCatalogueIfChanged(market.services)
  await loadDemoCatalogueIfChanged(market.services)
  expect(await shelves()).toEqual(first)
})

test('the release log is a chain from the first entry on (D11)', async () => {
  const { log } = await shelves()
  expect(log.map(entry => entry.previous_hash)).toEqual(['0'.repeat(64), ...log.slice(0, -1).map(entry => entry.hash)])
})

test('a version with other bytes is refused: releases are immutable; so is a package of another item (I14)', async () => {
  const items = await buildDemoCatalogue()
  const foreign = items.find(item => item.prefix === 'cookie-consent')?.releases ?? []
  const { id } = await market.services.db.selectFrom('items').select('id').where('slug', '=', 'delivery-day').executeTakeFirstOrThrow()
  const publish = (release: (typeof foreign)[number]) =>
    publishRelease(market.services, { itemId: id, version: release.version, notes: release.notes, publishedAt: new Date(0), zip: release.zip })
  const before = await shelves()
  // delivery-day has a 1.0.0 already, and no 1.1.0
  await expect(publish(foreign[0] as (typeof foreign)[number])).rejects.toThrow(/exists with other bytes/)
  await expect(publish(foreign[1] as (typeof foreign)[number])).rejects.toThrow(/belongs to cookie-consent/)
  expect(await shelves()).toEqual(before)
})
