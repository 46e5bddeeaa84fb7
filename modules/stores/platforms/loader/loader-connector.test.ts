import { afterAll, beforeAll, expect, test } from 'vitest'
import { writePackage } from '#modules/catalog/packages/write-package.ts'
import { signPackage } from '#modules/catalog/packages/sign-package.ts'
import { sha256Hex } from '#lib/ids.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { connectorOf, isOriginOf, openSite } from '../public.ts'
import { storeConnectorSuite } from '../store-connector.suite.ts'
import { isOwnerTicket, signOwnerTicket } from './sites.ts'
import { pageRule } from '../site-contract.ts'

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false, settings: { PLATFORM_ID: '7' } })
})
afterAll(() => market.stop())

const open = async (domain: string) => {
  const { storeId } = await market.services.db.transaction().execute((trx) =>
    openSite(market.services, trx, {
      platformId: 7,
      domain,
      url: `https://${domain}`,
      contact: { name: 'Ayşe', email: `owner@${domain}` },
      locale: 'tr',
      proof: { kind: 'file', token: 'x' },
    }),
  )
  return storeId
}

async function offerOf(prefix: string) {
  const manifest = {
    format: 1,
    kind: 'app',
    prefix,
    version: '1.0.0',
    name: { en: prefix },
    permissions: [],
    compatibility: { platforms: { 7: '*' } },
  }
  const zip = await writePackage([
    { path: 'arasta.app.json', bytes: Buffer.from(JSON.stringify(manifest)) },
    { path: 'app.js', bytes: Buffer.from('void 0') },
  ])
  const sha256 = await market.services.blobs.put(zip)
  return {
    sha256,
    url: '',
    size: zip.length,
    ...signPackage(sha256, market.services.signingKey),
    prefix,
    version: '1.0.0',
  }
}

storeConnectorSuite(
  'any site, whose layers the market keeps (D4)',
  async () => {
    const [first, second] = [await open('one.example'), await open('two.example')]
    const offer = await offerOf('suite')
    const connector = await connectorOf(market.services, first)
    const nobodys = sha256Hex('other bytes')
    return {
      connector,
      other: await connectorOf(market.services, second),
      offer,
      otherOffer: await offerOf('another'),
      // Signed, and not to be had.
      badOffer: { ...offer, sha256: nobodys, ...signPackage(nobodys, market.services.signingKey) },
      demonstration: connector,
      failEffects: () => {},
      setOpen: () => {},
      scopes: [],
      useScope: () => Promise.resolve(0),
      read: () => Promise.reject(new Error('no page')),
      stop: () => Promise.resolve(),
    }
  },
  { lacks: ['users', 'previews', 'failures', 'closing'] },
)

test('a package that somebody else signed, and a theme, are refused; that there are no users is said before', async () => {
  const store = await connectorOf(market.services, await open('three.example'))
  const offer = await offerOf('third')
  await expect(
    store.putPackage({
      ...offer,
      signature: signPackage(sha256Hex('x'), market.services.signingKey).signature,
    }),
  ).rejects.toMatchObject({ kind: 'refused', code: 'bad_package' })
  await store.putPackage(offer)
  const item = { prefix: offer.prefix, version: offer.version }
  await expect(
    store.putEffect('eff_t', {
      kind: 'theme',
      slot: 'theme',
      package: offer.sha256,
      item,
      content: {},
    }),
  ).rejects.toMatchObject({ code: 'unsupported_slot' })
  await expect(
    store.putEffect('eff_o', {
      kind: 'tracking_code',
      slot: 'placement:100101',
      package: offer.sha256,
      item,
      content: { html: 'x' },
    }),
  ).rejects.toMatchObject({ code: 'unsupported_slot' })
  expect(await store.getState()).toMatchObject({
    takes_users: false,
    slots: expect.not.arrayContaining([expect.objectContaining({ slot: 'theme' })]),
  })
})

test('a page is of a site by its address, with or without www., and by its port', () => {
  expect(isOriginOf('shop.example', 'https://www.shop.example')).toBe(true)
  expect(isOriginOf('shop.localhost:3100', 'http://shop.localhost:3100')).toBe(true)
  for (const origin of [
    'https://shop.example.evil',
    'https://evil-shop.example',
    'https://shop.example:8443',
    'null',
    '',
    'file://shop.example',
  ])
    expect(isOriginOf('shop.example', origin), origin).toBe(false)
})

test("an owner's link opens one site for a quarter of an hour", () => {
  const key = Buffer.alloc(32, 7)
  const now = new Date('2026-11-21T10:00:00Z')
  const ticket = signOwnerTicket(key, 'site-a', 'ar', now)
  const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  expect([
    isOwnerTicket(key, 'site-a', ticket, later(14)),
    isOwnerTicket(key, 'site-a', ticket, later(16)),
    isOwnerTicket(key, 'site-b', ticket, now),
  ]).toEqual([true, false, false])
  expect(isOwnerTicket(key, 'site-a', ticket.replace('.ar.', '.tr.'), now)).toBe(false)
})

test('a rule needs a path or something that stands on the page, and neither can break out', () => {
  const good = [
    { page: 'product', path: '/urun/*' },
    { page: 'cart', has: '#sepet .lines', into: 'main' },
  ]
  for (const rule of good) expect(pageRule.safeParse(rule).success).toBe(true)
  for (const rule of [
    { page: 'product' },
    { page: 'order-payment', path: '/x' },
    { page: 'home', path: 'no-slash' },
    { page: 'home', path: '/a', has: 'x{}' },
    { page: 'home', path: '/', more: 1 },
  ]) {
    expect(pageRule.safeParse(rule).success, JSON.stringify(rule)).toBe(false)
  }
})
