import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { share } from '../../../test/support/sample-share.ts'
import { PRODUCT } from '../stage/on-shop.ts'
import { faultsIn, shopVisits } from '../stage/shop-visits.ts'
import { countTaps } from './vitals/on-shop.ts'

const shop = shopVisits()
const { put, visit } = shop

const card = (page: Page, slug: string) =>
  page.locator(`.card[data-product-id=${slug}] a.stretched-link`)
/** Paths that were asked for ahead, in order. */
const fetchedAhead = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('script[data-arasta-ahead]')].map(rule =>
      rule.dataset.arastaAhead.replace(location.origin, ''))`,
  )
const askedFor = (page: Page, path: string) =>
  page
    .locator(`script[type=speculationrules][data-arasta-ahead$="${path}"]`)
    .waitFor({ state: 'attached' })
/** How this page came, as the browser tells: a page that was fetched ahead says so. */
const arrival = (page: Page) =>
  page.evaluate<string>(`new Promise(tell =>
    new PerformanceObserver(list => tell(list.getEntries()[0].deliveryType)).observe({ type: 'navigation', buffered: true }))`)
/**
 * Rests the pointer on every link of the page, long enough for each, and says what was asked for.
 */
async function restOnEverything(page: Page): Promise<string[]> {
  for (const link of await page.locator('a:visible').all()) {
    await link.dispatchEvent('touchstart')
    await link.dispatchEvent('mouseover')
  }
  // The last to be rested on is harmless and comes after all others.
  await page.locator('a[href="/"]').first().dispatchEvent('touchstart')
  return fetchedAhead(page)
}

describe('Instant Page', () => {
  it('asks for the page of a product while the pointer rests on it, and the click needs no second answer', async () => {
    await put('instant 1.0.0')
    const page = await visit('/products')
    await card(page, 'tulip-vase').hover()
    await askedFor(page, PRODUCT)
    await card(page, 'tulip-vase').click()
    await page.waitForURL(new RegExp(PRODUCT))
    expect(await arrival(page)).toBe('navigational-prefetch')
  })

  it.each(
    share(
      [
        ['tr', 'henüz bir şey istenmedi', '1 sayfa önden istendi', 'Lale vazo'],
        ['en', 'Nothing asked for', '1 page asked for ahead', 'Tulip vase'],
        ['ar', 'لم تُطلب أي صفحة من هنا بعد', 'صفحات طُلبت مسبقًا: 1', 'مزهرية الزنبق'],
      ] as const,
      3,
      2,
    ),
  )(
    'shows its owner what is ready, in the language of the page (%s)',
    async (hl, none, one, name) => {
      await put('instant 1.0.0')
      const page = await visit('/products', { hl })
      expect(await page.locator('.arasta-ahead').count()).toBe(0)
      await page.evaluate("location.hash = 'instant'")
      const box = page.locator('.arasta-ahead')
      await box.getByText(none).waitFor()
      await card(page, 'tulip-vase').hover()
      await box.getByText(one).waitFor()
      await box.getByText(name).waitFor()
      expect(await faultsIn(page, '.arasta-ahead')).toEqual([])
      await box.getByRole('button').press('Enter')
      expect(await box.count()).toBe(0)
      expect(await page.locator('[data-arasta-ready]').count()).toBe(0)
    },
  )

  it('never asks for a page of the cart, an order, the account or another language', async () => {
    await put('instant 1.0.0')
    const page = await visit(PRODUCT)
    await page.getByRole('button', { name: 'Sepete ekle' }).click()
    await page.waitForURL(/\/cart/)
    const fetched = await restOnEverything(page)
    expect(fetched).toContain('/products?category=ceramics')
    expect(fetched.filter((path) => /cart|order|account|hl=/.test(path))).toEqual([])
    await page.goto(`${shop.origin}/account/register`)
    expect(
      (await restOnEverything(page)).filter((path) => /cart|order|account|hl=/.test(path)),
    ).toEqual([])
  })

  it('leaves alone what the owner names, and everything where data is saved', async () => {
    await put('instant 1.0.0', { leave_out: '/products/tulip, /hediye' })
    const page = await visit('/products')
    const fetched = await restOnEverything(page)
    expect(fetched).toContain('/products/tea-cup')
    expect(fetched).not.toContain(PRODUCT)
    await savesData(page)
    expect(await restOnEverything(page)).toEqual([])
  })

  it('shows no old cart: what was fetched is forgotten as soon as the cart changes', async () => {
    await put('instant 1.0.0')
    const page = await visit(PRODUCT)
    await page.locator('.navbar-brand').hover()
    await askedFor(page, '/')
    await page.evaluate(
      `fetch('/cart', { method: 'POST', body: new URLSearchParams({ slug: 'tulip-vase' }) })`,
    )
    await expect.poll(() => fetchedAhead(page)).toEqual([])
    await page.locator('.navbar-brand').click()
    await page.waitForURL(`${shop.origin}/`)
    expect(await arrival(page)).toBe('')
    expect(await page.locator('[data-role=cart-count]').textContent()).toBe('1')
  })
})

/** From now on this browser says that it saves data. */
async function savesData(page: Page): Promise<void> {
  await connection(page, { saveData: true, effectiveType: '4g' })
}

async function connection(
  page: Page,
  said: { saveData: boolean; effectiveType: string },
): Promise<void> {
  const property = JSON.stringify({ configurable: true, value: said })
  await page.addInitScript(`Object.defineProperty(navigator, 'connection', ${property})`)
  await page.reload()
}

describe('Ready Pages', () => {
  it.each(
    share(
      [
        ['tr', '12 sayfa önden istendi', 'yolda'],
        ['en', '12 pages asked for ahead', 'on its way'],
        ['ar', 'صفحات طُلبت مسبقًا: 12', 'قادمة'],
      ] as const,
      3,
      0,
    ),
  )(
    'gets the pages in view ready, up to the limit, and shows its owner which (%s)',
    async (hl, count, mark) => {
      await put('quick 1.1.0')
      const page = await visit('/products', { hl })
      await askedFor(page, PRODUCT)
      expect(await page.locator('[data-arasta-ready]').count()).toBe(0)
      await page.evaluate("location.hash = 'quick'")
      await page.locator('footer').scrollIntoViewIfNeeded()
      await page.locator('.arasta-ahead').getByText(count).waitFor()
      expect(await card(page, 'tulip-vase').getAttribute('data-arasta-ready')).toBe(mark)
      expect(new Set(await fetchedAhead(page)).size).toBe(12)
      expect(await faultsIn(page, '.arasta-ahead')).toEqual([])
      await page.locator('.arasta-ahead').getByRole('button').press('Enter')
      expect(await page.locator('.arasta-ahead').count()).toBe(0)
    },
  )

  it('never asks for a page of the cart, an order, the account or another language', async () => {
    await put('quick 1.1.0', { most: 50 })
    const page = await visit(PRODUCT)
    await page.getByRole('button', { name: 'Sepete ekle' }).click()
    await page.waitForURL(/\/cart/)
    await page.locator('footer').scrollIntoViewIfNeeded()
    await askedFor(page, '/products')
    expect(
      (await fetchedAhead(page)).filter((path) => /cart|order|account|hl=/.test(path)),
    ).toEqual([])
  })

  it('asks for nothing where data is saved, and nothing on a slow network unless the owner wants it', async () => {
    await put('quick 1.1.0')
    const page = await visit('/products', { hl: 'en' })
    await page.evaluate("location.hash = 'quick'")
    await savesData(page)
    await page.getByText('This device saves data').waitFor()
    expect(await fetchedAhead(page)).toEqual([])
    await connection(page, { saveData: false, effectiveType: '3g' })
    await page.getByText('The connection is slow').waitFor()
    expect(await fetchedAhead(page)).toEqual([])
    await shop.takeAllOff()
    await put('quick 1.1.0', { slow_networks: 'fetch' })
    const patient = await visit('/products')
    await connection(patient, { saveData: false, effectiveType: '3g' })
    await askedFor(patient, PRODUCT)
  })

  it('knew no limit and no slow network in its first release', async () => {
    await put('quick 1.0.0')
    const page = await visit('/products')
    await connection(page, { saveData: false, effectiveType: '3g' })
    await page.evaluate("location.hash = 'quick'")
    await page.locator('footer').scrollIntoViewIfNeeded()
    await expect.poll(async () => (await fetchedAhead(page)).length).toBeGreaterThan(12)
  })
})

describe('Speed Gauge', () => {
  const openPanel = (page: Page, word = 'vitals') => page.evaluate(`location.hash = '${word}'`)

  it.each(
    share(
      [
        ['tr', 'Hız Ölçer', 'Görünme', /iyi|orta|zayıf/, 'Ana sayfa'],
        ['en', 'Speed Gauge', 'Appears', /good|fair|poor/, 'Home'],
        ['ar', 'مقياس السرعة', 'الظهور', /جيد|متوسط|ضعيف/, 'الرئيسية'],
      ] as const,
      3,
      1,
    ),
  )(
    'measures the owner’s own visits and keeps them in this browser (%s)',
    async (hl, title, appears, rating, home) => {
      await put('vitals 1.1.0')
      const page = await visit('/', { hl })
      await countTaps(page)
      await page.reload()
      await openPanel(page)
      const panel = page.getByRole('region', { name: title })
      await panel.locator('dl > div', { hasText: appears }).getByText(rating).waitFor()
      await panel.locator('h2').click()
      await expect.poll(() => panel.locator('dl [data-rating]').count()).toBe(3)
      await page.goto(`${shop.origin}/products`)
      await panel.getByRole('row', { name: home }).waitFor()
      expect(await faultsIn(page, '.arasta-vitals')).toEqual([])
    },
  )

  it('leaves a customer’s browser alone: no panel, no library, nothing kept', async () => {
    await put('vitals 1.1.0', { word: 'benim hızım' })
    const page = await visit('/')
    await openPanel(page, 'vitals')
    await page.goto(`${shop.origin}/products`)
    expect(await page.locator('.arasta-vitals').count()).toBe(0)
    expect(await page.evaluate('[typeof webVitals, Object.keys(localStorage).length]')).toEqual([
      'undefined',
      0,
    ])
    await openPanel(page, encodeURIComponent('benim hızım'))
    await page.locator('.arasta-vitals').waitFor()
  })

  it('closes and forgets by keyboard', async () => {
    await put('vitals 1.1.0')
    const page = await visit('/', { hl: 'en' })
    await openPanel(page)
    await page.getByRole('button', { name: 'Close' }).press('Enter')
    await page.reload()
    expect(await page.locator('.arasta-vitals').count()).toBe(0)
    expect(await page.evaluate("JSON.parse(localStorage.getItem('arasta_vitals')).length")).toBe(1)
    await openPanel(page)
    await page.getByRole('button', { name: 'Delete and stop measuring' }).press('Enter')
    await page.goto(`${shop.origin}/products`)
    expect(await page.evaluate("localStorage.getItem('arasta_vitals')")).toBe(null)
  })

  it('showed no earlier visits in its first release', async () => {
    await put('vitals 1.0.0')
    const page = await visit('/')
    await openPanel(page)
    await page.locator('.arasta-vitals dl [data-rating]').first().waitFor()
    await page.goto(`${shop.origin}/products`)
    await page.locator('.arasta-vitals dl [data-rating]').first().waitFor()
    expect(await page.locator('.arasta-vitals table').count()).toBe(0)
  })
})
