import { describe, expect, it } from 'vitest'
import { share } from '../../test/support/sample-share.ts'
import { orderSomething } from './stage/order-something.ts'
import { PRODUCT } from './stage/on-shop.ts'
import { faultsIn, shopVisits } from './stage/shop-visits.ts'

const shop = shopVisits()
const { put, visit, sourceOf, takeAllOff } = shop

describe('Cookie Consent', () => {
  it.each(
    share(
      [
        ['tr', 'Çerezlere sen karar ver', 'Yalnızca gerekli'],
        ['en', 'Cookies are your choice', 'Only necessary'],
        ['ar', 'ملفات الارتباط باختيارك', 'الضرورية فقط'],
      ] as const,
      3,
      0,
    ),
  )('asks in the language of the page (%s) and remembers a no', async (hl, title, no) => {
    await put('cookie-consent 1.1.0')
    const page = await visit('/', { hl })
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.waitFor()
    await dialog.getByRole('button', { name: no }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(
      await page.evaluate(
        'CookieConsent.acceptedCategory("necessary") && !CookieConsent.acceptedCategory("analytics")',
      ),
    ).toBe(true)
    await page.goto(`${shop.origin}${PRODUCT}`)
    await page
      .getByRole('button', { name: /Çerez ayarları|Cookie settings|إعدادات ملفات الارتباط/ })
      .waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('lets a customer change the choice by keyboard alone', async () => {
    await put('cookie-consent 1.1.0', {
      layout: 'bar',
      privacy_page: 'https://shop.example/gizlilik?a=1&b="2"',
    })
    const page = await visit('/')
    expect(await page.getByRole('link', { name: 'Gizlilik metni' }).getAttribute('href')).toBe(
      'https://shop.example/gizlilik?a=1&b="2"',
    )
    await page.getByRole('button', { name: 'Hepsini kabul et' }).press('Enter')
    await page.getByRole('button', { name: 'Çerez ayarları' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Çerez ayarları' })
    await dialog.getByRole('button', { name: 'Yalnızca gerekli' }).press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    expect(await page.evaluate('CookieConsent.acceptedCategory("marketing")')).toBe(false)
  })

  it('had no settings link in its first release', async () => {
    await put('cookie-consent 1.0.0')
    const page = await visit('/', { device: 'phone' })
    await page.getByRole('dialog').waitFor()
    expect(await page.locator('.arasta-cookie-settings').count()).toBe(0)
  })
})

describe('Delivery Day', () => {
  it.each(
    share(
      [
        [
          'tr',
          'ArrowRight',
          'Seçtiğin gün: 24 Kasım Salı',
          'Teslimat günü: 24 Kasım 2026 Salı',
          'Sepete ekle',
        ],
        [
          'en',
          'ArrowRight',
          'Your day: Tuesday, November 24',
          'Delivery day: Tuesday, November 24, 2026',
          'Add to cart',
        ],
        [
          'ar',
          'ArrowLeft',
          'اخترت: الثلاثاء، 24 نوفمبر',
          'يوم التوصيل: الثلاثاء، 24 نوفمبر 2026',
          'أضف إلى السلة',
        ],
      ] as const,
      3,
      1,
    ),
  )(
    'is used by keyboard and goes into the cart and the order (%s)',
    async (hl, ahead, chosen, note, add) => {
      await put('delivery-day 1.0.0')
      const page = await visit(PRODUCT, { hl })
      const first = page.locator('.flatpickr-day[tabindex="0"]')
      await first.focus()
      expect(await first.textContent()).toBe('23')
      expect(await faultsIn(page, '.arasta-delivery-day')).toEqual([])
      await page.keyboard.press(ahead)
      await page.keyboard.press('Enter')
      await page.getByText(chosen).waitFor()
      await page.getByRole('button', { name: add, exact: true }).click()
      await page.getByText(note).waitFor()
      await orderSomething(page, shop.origin)
      await page.getByText(note).waitFor()
    },
  )

  it('offers no closed day, however one gets there', async () => {
    await put('delivery-day 1.0.0', { closed_weekdays: 'weekend', lead_days: 1 })
    const page = await visit(PRODUCT, { hl: 'en' })
    await page.getByText('Monday, November 23 at the earliest').waitFor()
    expect(
      await page
        .locator('.flatpickr-day:not(.flatpickr-disabled):not(.nextMonthDay)')
        .allTextContents(),
    ).toEqual(['23', '24', '25', '26', '27', '30'])
    await page.locator('.flatpickr-day[tabindex="0"]').focus()
    for (let n = 0; n < 5; n += 1) await page.keyboard.press('ArrowRight')
    expect(await page.locator('.flatpickr-day:focus').textContent()).toBe('30')
    await page.keyboard.press('ArrowRight')
    expect(await page.locator('.flatpickr-day:focus').getAttribute('aria-label')).toBe(
      'Tuesday 1 December 2026',
    )
  })

  it('stands above the button and lets Tab walk through it both ways', async () => {
    await put('delivery-day 1.0.0')
    const page = await visit(PRODUCT, { device: 'phone' })
    const calendar = await page.locator('.flatpickr-calendar').boundingBox()
    const button = await page.getByRole('button', { name: 'Sepete ekle' }).boundingBox()
    expect((calendar?.y ?? 0) + (calendar?.height ?? 0)).toBeLessThan(button?.y ?? 0)
    await page.getByRole('spinbutton', { name: 'Adet' }).focus()
    await page.keyboard.press('Shift+Tab')
    expect(await page.evaluate('document.activeElement.className')).toContain('flatpickr-day')
    await page.keyboard.press('Shift+Tab')
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(
      'Sonraki ay',
    )
    await page.keyboard.press('Enter')
    expect(await page.locator('.cur-month').textContent()).toMatch(/Aralık/)
  })

  it('insists on a day when the owner wants one, and leaves it open otherwise', async () => {
    await put('delivery-day 1.0.0', { day_needed: true })
    const page = await visit(PRODUCT)
    await page.getByRole('button', { name: 'Sepete ekle' }).click()
    await page.getByText('Sepete eklemeden önce teslimat gününü seç.').waitFor()
    expect(page.url()).toContain(PRODUCT)
    await page.locator('.flatpickr-day[tabindex="0"]').click()
    await page.getByRole('button', { name: 'Sepete ekle' }).click()
    await page.waitForURL(/\/cart/)
  })
})

describe('Celebration', () => {
  it('throws confetti once for an order and not again on a reload', async () => {
    await put('celebration 1.0.0')
    const page = await visit(PRODUCT)
    await page.getByRole('button', { name: 'Sepete ekle' }).click()
    await orderSomething(page, shop.origin)
    await page.locator('canvas.arasta-celebration-canvas').waitFor({ state: 'attached' })
    await page.getByText('Güle güle kullan!').waitFor()
    await page.reload()
    await page.getByText('Güle güle kullan!').waitFor()
    expect(await page.locator('canvas').count()).toBe(0)
  })

  it.each([
    [['fireworks'], 1],
    [[], 0],
  ])(
    'follows with fireworks on a shop that bought them inside the app, and only there: %j (S3.4)',
    async (products, fireworks) => {
      await put('celebration 1.1.0')
      const page = await visit(PRODUCT)
      // What the app's server half would say; that it says what was paid is tested with the market
      // (modules/apps/in-app).
      await page.route('**/apps/celebration/products.json', (route) =>
        route.fulfill({ json: { products } }),
      )
      const asked = page.waitForResponse('**/apps/celebration/products.json')
      await page.getByRole('button', { name: 'Sepete ekle' }).click()
      await orderSomething(page, shop.origin)
      await asked
      if (fireworks > 0) await page.locator('canvas[data-fireworks]').waitFor({ state: 'attached' })
      await page.evaluate('new Promise(done => requestAnimationFrame(() => setTimeout(done)))')
      expect(await page.locator('canvas[data-fireworks]').count()).toBe(fireworks)
    },
  )

  it('moves nothing for somebody who asked for less motion', async () => {
    await put('celebration 1.0.0')
    const page = await visit(PRODUCT, { hl: 'ar', reducedMotion: 'reduce' })
    await page.getByRole('button', { name: 'أضف إلى السلة' }).click()
    await orderSomething(page, shop.origin)
    await page.getByText('مبروك عليك!').waitFor()
    expect(await page.locator('canvas').count()).toBe(0)
  })
})

describe('taking everything off again', () => {
  it('leaves the pages as they were', async () => {
    const pages = ['/', PRODUCT, '/cart']
    const read = async () =>
      Promise.all(
        pages.map(async (path) => (await sourceOf(path)).replaceAll(/nonce="[^"]*"/g, 'nonce')),
      )
    const before = await read()
    for (const name of [
      'cookie-consent 1.1.0',
      'delivery-day 1.0.0',
      'celebration 1.0.0',
      'lux 5.3.8',
    ])
      await put(name)
    expect(await read()).not.toEqual(before)
    await takeAllOff()
    expect(await read()).toEqual(before)
  })
})
