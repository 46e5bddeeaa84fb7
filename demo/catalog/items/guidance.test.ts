import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { share } from '../../../test/support/sample-share.ts'
import { PRODUCT } from '../stage/on-shop.ts'
import { faultsIn, shopVisits } from '../stage/shop-visits.ts'

const shop = shopVisits()
const { put, visit } = shop

describe('Shop Tour', () => {
  it.each(
    share(
      [
        ['tr', 'Ne arıyorsun?', 'Teslimat', 'Sepetin', 'ArrowRight'],
        ['en', 'Looking for something?', 'Delivery', 'Your cart', 'ArrowRight'],
        ['ar', 'عمّ تبحث؟', 'التوصيل', 'سلتك', 'ArrowLeft'],
      ] as const,
      3,
      2,
    ),
  )('leads through four steps by keyboard, once (%s)', async (hl, first, delivery, cart, ahead) => {
    await put('tour 1.0.0')
    const page = await visit(PRODUCT, { hl, reducedMotion: 'reduce' })
    const note = page.getByRole('dialog')
    await page.getByRole('dialog', { name: first }).getByText('1 / 4').waitFor()
    expect(await faultsIn(page, '.arasta-tour')).toEqual([])
    await page.keyboard.press('Enter')
    await note.getByText('2 / 4').waitFor()
    await page.keyboard.press(ahead)
    await page.getByRole('dialog', { name: delivery }).waitFor()
    await page.keyboard.press(ahead)
    await page.getByRole('dialog', { name: cart }).waitFor()
    await page.keyboard.press('Enter')
    await note.waitFor({ state: 'detached' })
    await page.goto(`${shop.origin}/`)
    await page.locator('[data-arasta-tour]').waitFor()
    expect(await note.count()).toBe(0)
  })

  it('can be skipped, and seen again with its button', async () => {
    await put('tour 1.0.0')
    const page = await visit('/', { hl: 'en', reducedMotion: 'reduce' })
    await page.getByRole('button', { name: 'Skip the tour' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Tour of the shop' }).press('Enter')
    await page.getByRole('dialog', { name: 'Looking for something?' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.evaluate("document.activeElement.hasAttribute('data-arasta-tour')")).toBe(
      true,
    )
  })

  it('points to the menu on a phone, says the owner’s own sentence as text, and waits for other questions', async () => {
    await put('tour 1.0.0', { delivery_text: 'Kargo <b>49 lira</b>' })
    await put('cookie-consent 1.1.0')
    const page = await visit('/', { device: 'phone', reducedMotion: 'reduce' })
    await page
      .getByRole('dialog', { name: 'Çerezlere sen karar ver' })
      .getByRole('button', { name: 'Yalnızca gerekli' })
      .click()
    await page.getByRole('dialog', { name: 'Arama menüde' }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.getByText('Kargo <b>49 lira</b>').waitFor()
    expect(await page.locator('.arasta-tour b').count()).toBe(0)
  })

  it('never begins in the cart, and only at home when the owner says so', async () => {
    await put('tour 1.0.0', { start_on: 'home' })
    const page = await visit('/cart')
    await page.locator('[data-arasta-tour]').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.goto(`${shop.origin}${PRODUCT}`)
    await page.locator('[data-arasta-tour]').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.goto(`${shop.origin}/`)
    await page.getByRole('dialog').waitFor()
  })

  it('moves for those who like it and stands still for those who asked for less motion', async () => {
    await put('tour 1.0.0')
    const lively = await visit('/')
    await lively.getByRole('dialog').waitFor()
    expect(await lively.locator('body.driver-fade').count()).toBe(1)
    const calm = await visit('/', { reducedMotion: 'reduce' })
    await calm.getByRole('dialog').waitFor()
    expect(await calm.locator('body.driver-fade').count()).toBe(0)
  })
})

describe('Product Finder', () => {
  const status = (page: Page) => page.getByRole('dialog').getByRole('status')

  it.each(
    share(
      [
        [
          'tr',
          {
            kirlent: 'Nar kırlent',
            lanba: 'Masa lambası',
            'cini TABAK': 'Çini tabak',
            GUNES: 'Güneş kilim',
          },
        ],
        [
          'en',
          {
            pomegranite: 'Pomegranate cushion',
            'bowl striped': 'Striped bowl',
            lanten: 'Glass lantern',
          },
        ],
        [
          'ar',
          {
            وساده: 'وسادة الرمان',
            مصبح: 'مصباح طاولة',
            ابريق: 'إبريق برتقالي',
            مزهريه: 'مزهرية الزنبق',
          },
        ],
      ] as const,
      3,
      0,
    ),
  )(
    'opens with "/", finds what was mistyped, and opens it by keyboard (%s)',
    async (hl, wanted) => {
      await put('finder 1.1.0')
      const page = await visit('/', { hl })
      await page.keyboard.press('/')
      await status(page).filter({ hasText: '12' }).waitFor()
      for (const [mistyped, name] of Object.entries(wanted)) {
        await page.getByRole('combobox').fill('')
        await page.keyboard.type(mistyped)
        await expect
          .poll(() => page.getByRole('option').first().textContent(), { message: mistyped })
          .toContain(name)
      }
      expect(await faultsIn(page, '.arasta-finder')).toEqual([])
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/products\/[a-z-]+/)
      expect(await page.locator('[data-role=product-name]').textContent()).toBe(
        Object.values(wanted).at(-1),
      )
    },
  )

  it('chooses with the arrow keys, closes with Escape, and gives the focus back', async () => {
    await put('finder 1.1.0')
    const page = await visit('/products', { hl: 'en' })
    expect(await faultsIn(page, '.arasta-finder-button')).toEqual([])
    await page.getByRole('button', { name: 'Find a product' }).press('Enter')
    await status(page).filter({ hasText: '12' }).waitFor()
    await page.keyboard.type('table')
    await page.getByRole('option').nth(1).waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await page.locator('[aria-selected=true]').getAttribute('id')).toBe('arasta-finder-1')
    expect(await page.getByRole('combobox').getAttribute('aria-activedescendant')).toBe(
      'arasta-finder-1',
    )
    await page.keyboard.press('ArrowUp')
    expect(await page.locator('[aria-selected=true]').getAttribute('id')).toBe('arasta-finder-0')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await page.evaluate("document.activeElement.hasAttribute('data-arasta-finder')")).toBe(
      true,
    )
  })

  it('loads library and list only when it is opened, and the list once', async () => {
    await put('finder 1.1.0')
    const page = await visit('/')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.getByRole('button', { name: 'Ürün bul' }).click()
    await status(page).filter({ hasText: '12' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Ürün bul' }).click()
    await page.keyboard.type('lale')
    await page.getByRole('option').first().waitFor()
    expect(asked.filter((path) => path === '/products')).toHaveLength(1)
    expect(asked.filter((path) => path.endsWith('/fuse.js'))).toHaveLength(1)
  })

  it('says so when nothing is found, and leaves "/" to somebody who writes', async () => {
    await put('finder 1.1.0')
    const page = await visit('/products')
    await page.getByRole('searchbox', { name: 'Ürün ara' }).last().press('/')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: 'Ürün bul' }).click()
    await status(page).filter({ hasText: '12' }).waitFor()
    await page.getByRole('combobox').fill('bisiklet')
    await status(page).filter({ hasText: 'bulunamadı' }).waitFor()
    await page.getByRole('link', { name: 'Mağazanın aramasında dene' }).click()
    await page.waitForURL(/\/products\?q=bisiklet/)
  })

  it('stands where the owner wants it, and keeps quiet about "/" when that is off', async () => {
    await put('finder 1.1.0', { corner: 'start', slash_key: false })
    const page = await visit('/', { device: 'phone' })
    const button = page.getByRole('button', { name: 'Ürün bul' })
    expect((await button.boundingBox())?.x).toBeLessThan(60)
    await page.keyboard.press('/')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('listed names alone in its first release, and did not look into the short texts', async () => {
    await put('finder 1.0.0')
    const page = await visit('/')
    await page.keyboard.press('/')
    await status(page).filter({ hasText: '12' }).waitFor()
    await page.keyboard.type('lale')
    await page.getByRole('option').first().waitFor()
    expect(await page.locator('.arasta-finder img, .arasta-finder-price').count()).toBe(0)
    await page.getByRole('combobox').fill('gece mavisi')
    await status(page).filter({ hasText: 'bulunamadı' }).waitFor()
    await shop.takeAllOff()
    await put('finder 1.1.0')
    const newer = await visit('/')
    await newer.keyboard.press('/')
    await status(newer).filter({ hasText: '12' }).waitFor()
    await newer.keyboard.type('gece mavisi')
    await newer.getByRole('option', { name: 'Lale vazo' }).waitFor()
  })
})
