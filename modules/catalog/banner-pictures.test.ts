import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToConsole, type ConsoleBrowser, firstOperator } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { call } from '#test/support/owner.ts'
import { findShownPictures } from './public.ts'

let market: Marketplace
let finance: ConsoleBrowser
let reviewer: ConsoleBrowser

beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  const admin = await firstOperator(market)
  for (const role of ['finance', 'reviewer'])
    await admin.ask('POST', '/operator/invitations', { email: `${role}@example.com`, role })
  ;[finance, reviewer] = [
    await signInToConsole(market, 'finance@example.com'),
    await signInToConsole(market, 'reviewer@example.com'),
  ]
})
afterAll(() => market.stop())

test("a banner's picture is re-encoded and described in the reader's language; a new one starts without descriptions, and its files stay named while the banner exists", async () => {
  const facts = {
    market: 'app',
    place: 'list',
    locale: null,
    platform_id: null,
    title: 'Yaz',
    text: '',
    action: 'Bak',
    target: '/list',
    external: false,
    ground: null,
    position: 0,
    active: true,
    starts_at: null,
    ends_at: null,
  }
  const id = String((await reviewer.ask('POST', '/operator/banners', facts)).body.id)
  const path = `/operator/banners/${id}/picture`
  const shown = async (hl: string) =>
    (
      (await call(market, 'GET', '/app-store/banner', { query: { hl } })).body.data as {
        id: string
        image: { alt: string; sources: { path: string }[] } | null
      }[]
    ).find((one) => one.id === id)?.image
  const alt = { tr: 'Kiraz tezgâhı', en: 'A stall of cherries', ar: '' }
  expect((await reviewer.ask('PUT', path, { alt })).status).toBe(404)
  const picture = (background: string) =>
    sharp({ create: { width: 1600, height: 900, channels: 3, background } })
      .jpeg()
      .toBuffer()
  expect((await reviewer.upload(path, {}, Buffer.from('%PDF-1.7'), 'image/png')).body.code).toBe(
    'partners.picture_unreadable',
  )
  expect((await finance.upload(path, {}, await picture('#aa0000'), 'image/jpeg')).status).toBe(403)
  expect(
    (
      await reviewer.upload(
        '/operator/banners/ban_nobody/picture',
        {},
        await picture('#aa0000'),
        'image/jpeg',
      )
    ).status,
  ).toBe(404)
  expect(
    (await reviewer.upload(path, { x: '0', size: '900' }, await picture('#aa0000'), 'image/jpeg'))
      .status,
  ).toBe(200)
  expect((await reviewer.ask('PUT', path, { alt })).status).toBe(200)
  expect([(await shown('TR'))?.alt, (await shown('AR'))?.alt]).toEqual([
    'Kiraz tezgâhı',
    'A stall of cherries',
  ])
  const files = (await shown('TR'))?.sources.map((one) => one.path) ?? []
  expect(files.every((file) => existsSync(join(market.blobFolder, file.slice(1))))).toBe(true)
  expect((await findShownPictures(market.services.db, files)).sort()).toEqual([...files].sort())
  expect((await reviewer.upload(path, {}, await picture('#00aa00'), 'image/jpeg')).status).toBe(200)
  expect((await shown('TR'))?.alt).toBe('')
  expect((await reviewer.ask('DELETE', path)).status).toBe(200)
  expect(await shown('TR')).toBeNull()
  await reviewer.ask('DELETE', `/operator/banners/${id}`)
})
