import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Market } from '../../../lib/market.ts'
import { buy } from '../../../test/support/checkout.ts'
import { finished, idOf, install, shopPage, uninstall } from '../../../test/support/installs.ts'
import { startMarketplace, type Marketplace } from '../../../test/support/marketplace.ts'
import { signIn } from '../../../test/support/owner.ts'
import { share } from '../../../test/support/sample-share.ts'
import { buildDemoCatalogue } from '../build-packages.ts'
import type { DemoItem } from '../demo-item.ts'
import { PLANS } from '../plans.ts'
import { DEVICES, openBrowser } from './browser.ts'
import { onShopOf } from './on-shop-of.ts'
import { PRODUCT } from './on-shop.ts'

const PAGES = ['/', '/products', PRODUCT, '/cart']

const items = await buildDemoCatalogue()
const isPaid = ({ price, prefix }: DemoItem): boolean =>
  price.amountMinor > 0 || PLANS[prefix] !== undefined

/** An app that is subscribed to, paid for once: here it is about what it does on a shop. */
async function sellOnce({ services: { db } }: Marketplace, id: string): Promise<void> {
  const once = { price_minor: 9_900, currency: 'TRY' }
  await db
    .updateTable('items')
    .set({ ...once, price_kind: 'one_time', price_period: null })
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('plans')
    .set({ ...once, kind: 'one_time', period: null })
    .where('item_id', '=', id)
    .execute()
}

/**
 * The way of every item of a market through the whole product: bought, installed, seen at work,
 * taken off, and no trace of it.
 */
export function everyItemOf(market: Market): void {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
  let marketplace: Marketplace
  let browser: Browser
  beforeAll(async () => {
    marketplace = await startMarketplace()
    await marketplace.startWorker()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await marketplace?.stop()
  })

  const shop = () => Promise.all(PAGES.map((path) => shopPage(marketplace, 'store-1', path)))
  // All of them go by the owner's screens in `npm run prove -- installs`.
  const own = share(
    items.filter((item) => item.market === market),
    5,
  )

  describe.each(own.map((item) => ({ name: item.prefix, item })))('$name', ({ item }) => {
    test(`is ${isPaid(item) ? 'bought, ' : ''}installed, works on the shop, and leaves it byte for byte as it was (D12, D15)`, async () => {
      const owner = await signIn(marketplace, 'store-1', market)
      const before = await shop()
      const id = await idOf(owner, item.slug, market)
      if (PLANS[item.prefix]) await sellOnce(marketplace, id)
      if (isPaid(item)) await buy(marketplace, owner, item.slug, market)
      const started = await install(owner, id, { site: market })
      expect(started.body.code, JSON.stringify(started.body)).toBeUndefined()
      const there = await finished(owner, started.body.data.id as string)
      expect(there).toMatchObject({ state: 'installed', version: item.releases.at(-1)?.version })

      const { path, works } = await onShopOf(item)
      const context = await browser.newContext(DEVICES.desktop)
      try {
        const page = await context.newPage()
        const complaints: string[] = []
        page.on('pageerror', (error) => complaints.push(error.message))
        page.on('console', (message) => {
          if (message.type() === 'error') complaints.push(message.text())
        })
        await page.goto(`${marketplace.shop.origin('store-1')}${path}?hl=tr`)
        await works(page)
        expect(complaints).toEqual([])
      } finally {
        await context.close()
      }

      const gone = await uninstall(owner, id, market)
      expect(await finished(owner, gone.body.data.id as string)).toMatchObject({
        state: 'uninstalled',
      })
      expect(await shop()).toEqual(before)
    })
  })
}
