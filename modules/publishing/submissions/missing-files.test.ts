import { afterAll, beforeAll, expect, test } from 'vitest'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { storePicture } from '#modules/catalog/public.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { findMissingFiles } from './missing-files.ts'

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace()
})
afterAll(() => market.stop())

test('packages and shown pictures that are not in the store are named; pictures that nothing shows are not', async () => {
  const { db, blobs } = market.services
  const whole = await findMissingFiles(market.services)
  expect(whole.packages).toBeGreaterThan(20)
  expect(whole.missing).toEqual([])

  const upload = await sharp({
    create: { width: 300, height: 300, channels: 3, background: '#a00' },
  })
    .png()
    .toBuffer()
  const picture = await storePicture(market.services, upload, 'icon', {
    x: 500,
    y: 500,
    size: 1000,
  })
  const address = picture.sources[0]!.path
  const path = address.slice('/pictures/'.length)
  await blobs.removePicture(path)
  expect((await findMissingFiles(market.services)).missing).toEqual([])
  await db.updateTable('items').set({ icon: address }).where('slug', '=', 'lumen').execute()
  const { sha256 } = await db
    .selectFrom('packages')
    .select('sha256')
    .orderBy('sha256', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const bytes = await buffer((await blobs.read(sha256))!.stream)
  await blobs.remove(sha256)
  await db.insertInto('package_holds').values({ sha256, holder: 'test' }).execute()
  expect(await findMissingFiles(market.services)).toEqual({
    packages: whole.packages + 1,
    pictures: whole.pictures + 1,
    missing: [sha256, path],
  })
  await blobs.put(bytes)
  await storePicture(market.services, upload, 'icon', { x: 500, y: 500, size: 1000 })
  expect((await findMissingFiles(market.services)).missing).toEqual([])
})
