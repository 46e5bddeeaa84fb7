import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOf } from '#test/support/axe.ts'
import {
  addresses,
  confirmShop,
  newVisitor,
  expectNoConsoleMessages,
  openChromium,
  openMarketInPanel,
  type Visitor,
} from '#test/support/browser.ts'

let browser: Browser
let db: pg.Client

beforeAll(async () => {
  browser = await openChromium()
  db = new pg.Client({ connectionString: process.env.JOURNEY_DATABASE_URL })
  await db.connect()
  await db.query(`insert into items (id, market, slug, prefix, partner_id, name, price_minor, currency, price_kind, price_period, status, published_at, updated_at)
    select 'itm_listed', 'app', 'only-listed', 'journey.only-listed', id, 'Only listed', 799, 'USD', 'recurring', 'month', 'published', now(), now() from partners limit 1`)
  await db.query(
    `insert into item_texts (item_id, locale, name, tagline, description) values ('itm_listed', 'en', 'Only listed', 'Stands here without a package.', '{}')`,
  )
})
afterAll(async () => {
  // The other journeys walk through the demo catalogue alone.
  await db.query(`delete from items where id = 'itm_listed'`)
  await db.end()
  await browser.close()
})

/** As if its developer had brought a package: that of another item. */
const bringPackage = async () => {
  await db.query(`insert into releases (id, item_id, version, notes, manifest, package_sha256, signature, key_id, status, version_order, published_at)
    select 'rel_listed', 'itm_listed', '1.0.0', '{}', manifest, package_sha256, signature, key_id, 'published', '00001.00000.00000', now()
    from releases where manifest is not null limit 1`)
  await db.query(`update items set latest_release_id = 'rel_listed' where id = 'itm_listed'`)
}

async function enter(visitor: Visitor): Promise<Page> {
  const { page, context } = visitor
  await openMarketInPanel(page, { locale: 'en' })
  const [top] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: /new tab/i }).click(),
  ])
  await confirmShop(top)
  return top
}

const statusOf = (page: Page) => page.getByRole('main').getByRole('status').first().innerText()

describe('an item that is only listed (D9)', () => {
  test('offers a visitor the sign-in for a notification, and no installation', async () => {
    const visitor = await newVisitor(browser, { locale: 'en' })
    await visitor.page.goto(`${addresses().apps}/only-listed?hl=en`)
    const main = visitor.page.getByRole('main')
    expect(await main.innerText()).toMatch(/≈ ₺[\d.,]+ \/ month/)
    expect(await main.innerText()).toContain('only its listing is here')
    expect(await main.getByRole('link', { name: 'Tell me when it can be installed' }).count()).toBe(
      1,
    )
    expect(await main.getByText(/signed/).count()).toBe(0)
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })

  test('is saved by an owner without any script, says when it can be installed, and is removed and brought back', async () => {
    const visitor = await newVisitor(browser, { locale: 'en', javaScript: false })
    const top = await enter(visitor)
    await top.goto(`${addresses().apps}/only-listed?hl=en`)
    await top.getByRole('button', { name: 'Tell me when it can be installed' }).click()
    await top.getByRole('button', { name: 'Do not tell me any more' }).waitFor()
    expect(await statusOf(top)).toContain('Noted')
    await top.goto(`${addresses().apps}/account/saved`)
    await top.getByRole('link', { name: 'Only listed' }).waitFor()
    expect(await top.getByText('Listing only').count()).toBe(1)

    await bringPackage()
    await top.reload()
    expect(await top.getByText('Listing only').count()).toBe(0)
    await top.getByRole('button', { name: 'Remove Only listed from what is saved' }).click()
    await top.getByText('No longer saved').waitFor()
    expect(await top.getByRole('link', { name: 'Only listed' }).count()).toBe(0)
    await top.getByRole('button', { name: 'Undo' }).click()
    await top.getByRole('link', { name: 'Only listed' }).waitFor()
    await top.getByRole('button', { name: 'Remove Only listed from what is saved' }).click()
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })
})

describe('saving an item for later', () => {
  test('is pressed on a card, undone in the message, and found on a page of its own', async () => {
    const visitor = await newVisitor(browser, { locale: 'en' })
    const page = await enter(visitor)
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(`${addresses().apps}/list?hl=en`)
    const mark = page.getByRole('button', { name: 'Save Delivery Day' })
    const size = await mark.boundingBox()
    expect([size?.width, size?.height]).toEqual([44, 44])
    await mark.click()
    await page.getByText('Saved for later', { exact: true }).waitFor()
    await expect.poll(() => mark.getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => mark.getAttribute('aria-pressed')).toBe('false')
    await mark.click()
    await expect.poll(() => mark.getAttribute('aria-pressed')).toBe('true')

    await page.goto(`${addresses().apps}/account/saved`)
    const row = page.getByRole('heading', { name: 'Delivery Day' })
    await row.waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: /^Remove Delivery Day/ }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.waitFor()
    await page.goto(`${addresses().apps}/delivery-day`)
    await page.getByRole('button', { name: 'Save for later', pressed: true }).click()
    await page.getByText('No longer saved').waitFor()
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })

  test('is kept in the address while a visitor enters', async () => {
    const visitor = await newVisitor(browser, { locale: 'en' })
    await visitor.page.goto(`${addresses().apps}/list?hl=en`)
    await visitor.page.getByRole('link', { name: 'Save Delivery Day' }).click()
    await visitor.page.waitForURL(/sign-in=required/)
    const next = new URL(visitor.page.url()).searchParams.get('next')!
    expect(next).toContain('/account/saved?add=delivery-day')
    await visitor.close()

    const owner = await newVisitor(browser, { locale: 'en' })
    const page = await enter(owner)
    await page.goto(`${addresses().apps}${next}`)
    await page.getByText(/Save .?Delivery Day.? for later\?/).waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Save for later' }).click()
    await page.getByRole('button', { name: /^Remove Delivery Day/ }).click()
    await page.getByText('Nothing saved yet').waitFor()
    expectNoConsoleMessages(owner)
    await owner.close()
  })
})
