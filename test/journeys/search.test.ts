import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOf } from '#test/support/axe.ts'
import {
  addresses,
  preventHydration,
  newVisitor,
  expectNoConsoleMessages,
  openChromium,
} from '#test/support/browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
})
afterAll(() => browser.close())

const at = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

describe('search and filters (S2.2, S2.3, S2.16)', () => {
  test('search suggestions work by keyboard, keep the typed text, close by Escape, and leave the form as it was (D24)', async () => {
    const visitor = await newVisitor(browser)
    const { page } = visitor
    await page.goto(`${addresses().apps}/list`)
    await page.getByRole('searchbox').click()
    const field = page.getByRole('combobox')
    await field.pressSequentially('teslim')
    const option = page.getByRole('option', { name: /Teslimat Günü/ })
    await option.waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('option').first().waitFor({ state: 'hidden' })
    expect(await field.inputValue()).toBe('teslim')
    expect(await field.getAttribute('aria-expanded')).toBe('false')
    await page.keyboard.press('ArrowDown')
    while (
      !/Teslimat Günü/.test(await page.locator('[role=option][aria-selected=true]').innerText())
    )
      await page.keyboard.press('ArrowDown')
    expect(await field.getAttribute('aria-activedescendant')).toBe(
      await page.locator('[role=option][aria-selected=true]').getAttribute('id'),
    )
    await page.keyboard.press('Enter')
    await page.waitForURL('**/delivery-day')
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Uygulamalar' }).waitFor()
    await page.getByRole('searchbox').or(page.getByRole('combobox')).fill('mağazalar')
    await page.keyboard.press('Enter')
    await page.waitForURL(/search\?q=/)
    expect(new URL(page.url()).searchParams.get('q')).toBe('mağazalar')
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })

  test('filters are in the address, each can be removed, no results offer a way on, and back restores the position', async () => {
    const visitor = await newVisitor(browser, { width: 1280 })
    const { page } = visitor
    await page.goto(`${addresses().apps}/list?sort=newest`, { waitUntil: 'networkidle' })
    await page.getByLabel(/Tasarım bloğu ister/).click()
    await page.waitForURL(/permission=design_block/)
    await page.getByLabel(/^English/).click()
    await page.waitForURL(/language=en/)
    expect(new URL(page.url()).searchParams.get('sort')).toBe('newest')
    await page.evaluate(() => window.scrollTo(0, 500))
    await expect.poll(() => at(page)).toBe(500)
    const last = page.locator('article').last().getByRole('link').first()
    const name = await last.innerText()
    const slowly = await visitor.context.newCDPSession(page)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await slowly.send('Animation.enable')
    await slowly.send('Animation.setPlaybackRate', { playbackRate: 0.01 })
    await last.click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    // in the middle of the change from card to page, which is cut off by it
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .some(
          ({ effect }) =>
            effect instanceof KeyframeEffect &&
            effect.pseudoElement?.startsWith('::view-transition'),
        ),
    )
    await page.goBack()
    await page.waitForURL(/language=en/)
    await expect.poll(() => at(page)).toBeGreaterThanOrEqual(499)
    await page.getByRole('heading', { level: 1, name: 'Uygulamalar' }).waitFor()
    await slowly.send('Animation.setPlaybackRate', { playbackRate: 1 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`${addresses().apps}/search?q=teslimat&permission=web_service_user`)
    await page
      .getByRole('navigation', { name: 'Bir süzgeci kaldır' })
      .locator('a:not([href*=permission])')
      .first()
      .click()
    await page.waitForURL((url) => !url.searchParams.has('permission'))
    await page.getByRole('article').first().waitFor()
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })

  test('input before hydration is not lost: a filter, a ticked box and a started search apply after hydration', async () => {
    const visitor = await newVisitor(browser, { width: 1280 })
    const { page, context } = visitor
    const wake = await preventHydration(context)
    await page.goto(`${addresses().apps}/list?sort=newest`, { waitUntil: 'commit' })
    await page.getByLabel(/Tasarım bloğu ister/).check()
    await page.getByLabel(/^English/).check()
    await page
      .getByRole('checkbox', { name: /Karşılaştırmaya ekle/ })
      .first()
      .check()
    await page.getByRole('searchbox').pressSequentially('teslim')
    expect(new URL(page.url()).search).toBe('?sort=newest')
    wake()
    await page.waitForURL(/permission=design_block&language=en&sort=newest/)
    await page.getByRole('option', { name: /Teslimat Günü/ }).waitFor()
    expect(await page.getByRole('combobox').inputValue()).toBe('teslim')
    await page.getByRole('link', { name: 'Yan yana karşılaştır' }).waitFor()
    // it is where the page goes on from: back leads out of the list, not to the choice that was not
    // counted
    expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2)
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })

  test('every result explains its match, term by term, and up to four are compared at an address to share (D13)', async () => {
    const visitor = await newVisitor(browser, { locale: 'ar', width: 390 })
    const { page } = visitor
    await page.goto(`${addresses().apps}/search?q=${encodeURIComponent('التوصيل')}&hl=ar`)
    await page
      .getByRole('link', { name: /^لماذا هنا؟/ })
      .first()
      .click()
    await page.waitForURL(/why=/)
    await page
      .getByRole('region', { name: /^لماذا هنا؟/ })
      .getByText('كلماتك موجودة في', { exact: false })
      .waitFor()
    expect(await faultsOf(page)).toEqual([])
    for (const n of [0, 1])
      await page
        .getByRole('checkbox', { name: /أضف إلى المقارنة/ })
        .nth(n)
        .check()
    await page.getByRole('link', { name: 'قارن جنبًا إلى جنب' }).click()
    await page.getByRole('table').waitFor()
    expect(new URL(page.url()).search).toMatch(/^\?items=[a-z-]+,[a-z-]+$/)
    expect(await faultsOf(page)).toEqual([])
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBeLessThanOrEqual(0)
    await page
      .getByRole('link', { name: /أخرج من المقارنة/ })
      .first()
      .click()
    await page.waitForURL(/items=[a-z-]+$/)
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })

  test('filters, reasons and comparison work without a script', async () => {
    const { page, close } = await newVisitor(browser, { javaScript: false })
    await page.goto(`${addresses().apps}/list`)
    await page.getByLabel(/İzleme kodu ister/).check()
    await page.getByRole('button', { name: 'Uygula' }).click()
    expect(new URL(page.url()).searchParams.get('permission')).toBe('tracking_code')
    await page
      .getByRole('link', { name: /Neden burada/ })
      .first()
      .click()
    await page.getByText('Akıllı sıralamadaki puanı', { exact: false }).waitFor()
    for (const n of [0, 1])
      await page
        .getByRole('checkbox', { name: /Karşılaştırmaya ekle/ })
        .nth(n)
        .check()
    await page.getByRole('button', { name: 'Yan yana karşılaştır' }).click()
    expect(new URL(page.url()).search).toMatch(/^\?items=[a-z-]+,[a-z-]+$/)
    await expect.poll(() => page.getByRole('columnheader').count()).toBe(3)
    await close()
  })

  test('cards of a row share their lines, try the item outside of the card, and the tray counts from the first tick, by keyboard', async () => {
    const visitor = await newVisitor(browser, { width: 1280 })
    const { page } = visitor
    await page.goto(`${addresses().apps}/search?q=kargo`)
    const cells = page.locator('.shop-cell')
    const lines = await cells.evaluateAll((all) =>
      all.map((cell) => {
        const top = (name: string) =>
          Math.round(cell.querySelector(name)?.getBoundingClientRect().top ?? 0)
        return { row: top('.shop-card'), why: top('.shop-why'), foot: top('.card-foot') }
      }),
    )
    expect(lines.length).toBeGreaterThan(2)
    for (const line of lines)
      expect(lines.filter(({ row }) => row === line.row)).toEqual(
        lines.filter(({ row }) => row === line.row).map(() => line),
      )
    // one that was found for its words says so on its card
    expect(await cells.first().innerText()).toContain('Aradığın sözler')
    // nothing is rated in the demo: no stars, no filter by them, one line
    await page.getByText('Yıldız yok', { exact: false }).waitFor()
    expect(await page.getByRole('group', { name: 'Puan' }).count()).toBe(0)
    expect(
      await cells.first().getByRole('article').getByRole('link').count(),
      'links inside of the card',
    ).toBe(1)
    await cells.first().getByRole('checkbox').focus()
    await page.keyboard.press('Space')
    const tray = page.getByRole('status').filter({ hasText: '1 ürün seçildi' })
    await tray.waitFor()
    const box = await tray.boundingBox()
    expect(box!.y + box!.height).toBeLessThanOrEqual(page.viewportSize()!.height)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Canlı dene')
    expect(await faultsOf(page)).toEqual([])
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })

  test('a market of 85 categories shows items on the first screen of home, list and search, on a phone and a desk', async () => {
    const db = new pg.Client({ connectionString: process.env.JOURNEY_DATABASE_URL })
    await db.connect()
    await db.query(`insert into categories (id, market, slug, name, position, is_tag)
      select 'cat_many' || n, 'app', 'many-' || n, jsonb_build_object('en', 'Category number ' || n), 1000 + n, false from generate_series(1, 85) n`)
    await db.query(`insert into item_categories (item_id, category_id)
      select items.id, c.id from items, categories c where items.market = 'app' and items.slug = 'delivery-day' and c.slug like 'many-%'`)
    try {
      for (const [width, height] of [
        [390, 844],
        [1280, 800],
      ] as const) {
        const visitor = await newVisitor(browser, { width })
        const { page } = visitor
        await page.setViewportSize({ width, height })
        for (const path of ['/', '/list', '/search?q=teslimat']) {
          await page.goto(`${addresses().apps}${path}`)
          const box = await page.getByRole('article').first().boundingBox()
          expect(box!.y, `${path} at ${width}`).toBeLessThan(height - 100)
        }
        await visitor.close()
      }
    } finally {
      // The other journeys walk through the demo catalogue alone.
      await db.query(`delete from item_categories where category_id like 'cat_many%'`)
      await db.query(`delete from categories where id like 'cat_many%'`)
      await db.end()
    }
  })

  test.each([
    ['tr', 'Daha iyi teslimat', 'Hedef'],
    ['en', 'Deliver better', 'Goal'],
    ['ar', 'توصيل أفضل', 'الهدف'],
  ] as const)(
    'a goal on the home page leads into the list, which is indexed under its name and narrowed by a category, in %s',
    async (locale, goal, facet) => {
      const visitor = await newVisitor(browser, { width: 1280, locale })
      const { page } = visitor
      await page.goto(`${addresses().apps}/?hl=${locale}`)
      await page.getByRole('link', { name: goal, exact: true }).focus()
      await page.keyboard.press('Enter')
      await page.waitForURL(/goal=deliver-better/)
      await page.getByRole('heading', { level: 1, name: goal }).waitFor()
      expect(await page.locator('meta[name=robots]').count()).toBe(0)
      const count = await page.getByRole('article').count()
      expect(count).toBeGreaterThan(0)
      await page
        .getByRole('group', { name: facet })
        .getByLabel(new RegExp(`^${goal}`))
        .waitFor()
      expect(await faultsOf(page)).toEqual([])
      // A category narrows the goal to as many as are counted beside it.
      const category = page.locator('label:has([name=category]:not([disabled]))').nth(1)
      const counted = Number(await category.locator('.option-count').innerText())
      await category.click()
      await page.waitForURL(/goal=deliver-better&category=|category=.*&goal=deliver-better/)
      await expect.poll(() => page.getByRole('article').count()).toBe(counted)
      expectNoConsoleMessages(visitor)
      await visitor.close()
    },
  )
})
