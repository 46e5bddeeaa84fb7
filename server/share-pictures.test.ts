import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeListings } from '#modules/catalog/write-listings.ts'
import type { ListingPicture } from '#modules/catalog/listing.ts'
import { createHttp } from '#lib/http.ts'
import { bareListing, preparePartner } from '#test/support/reviewers.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { sharePictures } from './share-pictures.ts'

let market: Marketplace
let folder: string
let ask: (path: string, headers?: Record<string, string>) => Promise<Response>

const picture = (device: 'desktop' | 'phone', path: string): ListingPicture => ({
  role: 'cover',
  locale: null,
  device,
  position: 1,
  sources: [{ path, type: 'image/png', width: 64 }],
  width: 64,
  height: 40,
  placeholder: null,
  alt: {},
})
const write = (...listings: Parameters<typeof writeListings>[1]) =>
  market.services.db.transaction().execute((trx) => writeListings(trx, listings))

beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  folder = await mkdtemp(join(tmpdir(), 'arasta-share-'))
  await mkdir(join(folder, 'x'))
  await writeFile(
    join(folder, 'x/cover.png'),
    await sharp({ create: { width: 64, height: 40, channels: 3, background: '#00ff00' } })
      .png()
      .toBuffer(),
  )
  await writeFile(
    join(folder, 'x/icon.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10" fill="#0000ff"/></svg>',
  )
  await writeFile(join(folder, 'x/broken.png'), 'no picture')
  await preparePartner(market)
  const ground = '#b9432e'
  await write(
    {
      ...bareListing('itm_pictured'),
      ground,
      pictures: [
        picture('desktop', '/pictures/x/cover.png'),
        picture('phone', '/pictures/x/cover.png'),
      ],
      icon: '/pictures/x/icon.svg',
    },
    { ...bareListing('itm_icon'), ground, icon: '/pictures/x/icon.svg' },
    { ...bareListing('itm_bare') },
    {
      ...bareListing('itm_broken'),
      ground,
      icon: '/pictures/x/gone.svg',
      pictures: [picture('desktop', '/pictures/x/broken.png')],
    },
    {
      ...bareListing('itm_outside'),
      ground,
      icon: '/pictures/../../../../../../etc/hostname',
      pictures: [picture('desktop', 'https://x.example/p.png')],
    },
    { ...bareListing('itm_hidden'), status: 'unpublished' },
  )
  const app = sharePictures({
    services: market.services,
    site: { market: 'app', platformId: 1, origin: market.origins.app, trustedHops: 0 },
    pictureFolder: folder,
    mostBytes: 60_000,
  })
  ask = async (path, headers = {}) => app.request(path, { headers })
})
afterAll(async () => {
  await market.stop()
  await rm(folder, { recursive: true, force: true })
})

async function pixels(path: string, ...at: [number, number][]) {
  const answer = await ask(path)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([1200, 630])
  return at.map(([x, y]) => [...data.subarray((y * 1200 + x) * 3, (y * 1200 + x) * 3 + 3)])
}
const near = (colour: number[]) => colour.map((value) => expect.closeTo(value, -1.4))

describe('S2.17 the picture of an item for those who pass its page on', () => {
  test('shows its shop, its phone and its icon on its own ground', async () => {
    const [corner, desktop, phone, icon] = await pixels(
      '/share/itm-pictured.jpg',
      [4, 4],
      [900, 400],
      [200, 450],
      [150, 110],
    )
    expect(corner).toEqual(near([0xb9, 0x43, 0x2e]))
    expect(desktop).toEqual(near([0, 255, 0]))
    expect(phone).toEqual(near([0, 255, 0]))
    expect(icon).toEqual(near([0, 0, 255]))
  })

  test('is its icon where there is nothing else, and a doorway where there is nothing at all', async () => {
    expect((await pixels('/share/itm-icon.jpg', [600, 350]))[0]).toEqual(near([0, 0, 255]))
    const [corner, stone] = await pixels('/share/itm-bare.jpg', [4, 4], [450, 500])
    expect(corner).toEqual(near([0x0b, 0x73, 0x7e]))
    expect(Math.min(...stone!)).toBeGreaterThan(200)
  })

  test('does without files that are missing, broken or not ours', async () => {
    for (const slug of ['itm-broken', 'itm-outside']) {
      const [corner, stone] = await pixels(`/share/${slug}.jpg`, [4, 4], [450, 500])
      expect(corner, slug).toEqual(near([0xb9, 0x43, 0x2e]))
      expect(Math.min(...stone!), slug).toBeGreaterThan(200)
    }
  })

  test('has a tag that stays until the item looks otherwise, and is not sent again to who has it', async () => {
    const tagOf = async (path = '/share/itm-icon.jpg') =>
      (await ask(path)).headers.get('etag') ?? ''
    const tag = await tagOf()
    expect((await ask('/share/itm-icon.jpg')).headers.get('cache-control')).toBe(
      'public, max-age=3600',
    )
    const again = await ask('/share/itm-icon.jpg', { 'if-none-match': `W/${tag}` })
    expect([again.status, await again.text()]).toEqual([304, ''])
    await write({ ...bareListing('itm_icon'), ground: '#2f56a5', icon: '/pictures/x/icon.svg' })
    expect(await tagOf()).not.toBe(tag)
    expect((await ask('/share/itm-icon.jpg', { 'if-none-match': tag })).status).toBe(200)
  })

  test('is drawn once for all who ask at once, and pictures that are not asked for make room', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        ask('/share/itm-bare.jpg').then((answer) => answer.arrayBuffer()),
      ),
    )
    expect(new Set(answers.map((bytes) => Buffer.from(bytes).toString('base64'))).size).toBe(1)
    for (const slug of ['itm-pictured', 'itm-icon', 'itm-broken', 'itm-pictured', 'itm-bare'])
      expect((await ask(`/share/${slug}.jpg`)).status).toBe(200)
  })

  test('is not there for what is not published, not an item, or not a slug', async () => {
    const http = createHttp({ allowOrigins: [market.origins.app] })
    for (const name of [
      'itm-hidden.jpg',
      'nothing-here.jpg',
      'a.b.jpg',
      '..%2fsecret.jpg',
      'A.jpg',
      'itm-bare.png',
      '',
    ]) {
      expect((await http.request(`${market.origins.app}/share/${name}`)).status, name).toBe(404)
    }
  })
})
