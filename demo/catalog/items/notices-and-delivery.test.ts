import { describe, expect, it } from 'vitest'
import { share } from '../../../test/support/sample-share.ts'
import { PRODUCT } from '../stage/on-shop.ts'
import { faultsIn, shopVisits } from '../stage/shop-visits.ts'

const shop = shopVisits()
const { put, visit, takeAllOff } = shop

describe('Cart Notices', () => {
  it.each(
    share(
      [
        ['tr', 'Sepete ekle', 'Sepetine eklendi: Lale vazo', 'Sepete git'],
        ['en', 'Add to cart', 'Added to your cart: Tulip vase', 'Go to cart'],
        ['ar', 'أضف إلى السلة', 'أُضيف إلى سلتك: مزهرية الزنبق', 'إلى السلة'],
      ] as const,
      3,
      1,
    ),
  )(
    'leaves the customer on the page and tells what went into the cart (%s)',
    async (hl, add, spoken, way) => {
      await put('notices 1.0.0')
      const page = await visit(PRODUCT, { hl })
      await page.getByRole('button', { name: add, exact: true }).click()
      const link = page.locator('.notyf').getByRole('link', { name: way })
      await link.waitFor()
      await page.locator('.notyf-announcer', { hasText: spoken }).waitFor({ state: 'attached' })
      expect(new URL(page.url()).pathname).toBe(PRODUCT)
      expect(await page.locator('[data-role=cart-count]').textContent()).toBe('1')
      expect(await faultsIn(page, '.notyf')).toEqual([])
      await link.click()
      await page.waitForURL(/\/cart/)
      expect(await page.locator('main li [name=quantity]').inputValue()).toBe('1')
    },
  )

  it('closes by keyboard and gives the focus back to the button', async () => {
    await put('notices 1.0.0', { place: 'top' })
    const page = await visit(PRODUCT, { hl: 'en', device: 'phone' })
    const button = page.getByRole('button', { name: 'Add to cart', exact: true })
    await button.press('Enter')
    const close = page.getByRole('button', { name: 'Close this notice' })
    await close.focus()
    await page.keyboard.press('Escape')
    await close.waitFor({ state: 'detached' })
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Add to cart')
  })

  it('says in the cart how many there are now, and what has left it', async () => {
    await put('notices 1.0.0')
    const page = await visit(PRODUCT, { reducedMotion: 'reduce' })
    await page.getByRole('button', { name: 'Sepete ekle' }).click()
    await page.getByRole('link', { name: 'Sepete git' }).click()
    await page.locator('main li [name=quantity]').fill('3')
    await page.getByRole('button', { name: 'Güncelle' }).click()
    await page.locator('.notyf__message', { hasText: 'Adet artık 3' }).waitFor()
    await page.getByRole('button', { name: 'Bildirimi kapat' }).click()
    await page.locator('.notyf__toast').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Çıkar: Lale vazo' }).click()
    await page.locator('.notyf__message', { hasText: 'Sepetinden çıktı' }).waitFor()
    expect(await page.locator('[data-role=cart-count]').textContent()).toBe('0')
  })

  it('claims nothing that the shop did not do', async () => {
    await put('notices 1.0.0')
    const page = await visit(PRODUCT)
    await page.evaluate(
      'document.querySelector("#add-to-cart [name=slug]").value = "no-such-thing"',
    )
    // The answer to what does not exist is 404, and the browser says so.
    page.removeAllListeners('console')
    await page.getByRole('button', { name: 'Sepete ekle' }).click()
    await page.getByRole('heading', { name: 'Bu sayfa yok' }).waitFor()
    expect(await page.locator('.notyf__toast').count()).toBe(0)
  })

  it('lets the shop open the cart when the owner wants that, and speaks there', async () => {
    await put('notices 1.0.0', { stay_on_page: false })
    const page = await visit(PRODUCT)
    await page.getByRole('button', { name: 'Sepete ekle' }).click()
    await page.waitForURL(/\/cart/)
    await page.locator('.notyf__message', { hasText: 'Sepetine eklendi' }).waitFor()
    await page.reload()
    expect(await page.locator('.notyf__toast').count()).toBe(0)
  })

  it('gives way to a required delivery day', async () => {
    await put('delivery-day 1.0.0', { day_needed: true })
    await put('notices 1.0.0')
    const page = await visit(PRODUCT)
    await page.getByRole('button', { name: 'Sepete ekle' }).click()
    await page.getByText('Sepete eklemeden önce teslimat gününü seç.').waitFor()
    await page.locator('.flatpickr-day[tabindex="0"]').click()
    await page.getByRole('button', { name: 'Sepete ekle' }).click()
    await page.getByRole('link', { name: 'Sepete git' }).click()
    expect(await page.locator('main [data-role=notes]').textContent()).toContain(
      'Teslimat günü: 23 Kasım 2026',
    )
  })
})

describe('Free Delivery Bar', () => {
  const bar = '.arasta-free-delivery'
  const arrived = `${bar}[data-moving=false]`

  it.each(
    share(
      [
        [
          'tr',
          'Sepete ekle',
          'Bununla ücretsiz kargoya ₺110,00 kalır.',
          'Ücretsiz kargoya ₺110,00 kaldı.',
        ],
        [
          'en',
          'Add to cart',
          'With this you are ₺110.00 away from free delivery.',
          '₺110.00 more and delivery is free.',
        ],
        [
          'ar',
          'أضف إلى السلة',
          'مع هذا المنتج يبقى 110.00\u00a0₺ للتوصيل المجاني.',
          'بقي 110.00\u00a0₺ ليصبح التوصيل مجانيًا.',
        ],
      ] as const,
      3,
      2,
    ),
  )(
    'reads the limit from the shop and tells what is missing, before and in the cart (%s)',
    async (hl, add, before, inCart) => {
      await put('free-delivery 1.1.0')
      const page = await visit(PRODUCT, { hl })
      await page.locator(arrived).waitFor()
      expect(await page.locator(`${bar} .arasta-free-line`).textContent()).toBe(before)
      expect(await page.locator(`${bar} [role=progressbar]`).getAttribute('aria-valuetext')).toBe(
        before,
      )
      expect(await faultsIn(page, bar)).toEqual([])
      await page.getByRole('button', { name: add, exact: true }).click()
      await page.waitForURL(/\/cart/)
      await page.locator(arrived).waitFor()
      expect(await page.locator(`${bar} .arasta-free-line`).textContent()).toBe(inCart)
      expect(await page.locator(`${bar} [role=status]`).textContent()).toBe(inCart)
      expect(await faultsIn(page, bar)).toEqual([])
    },
  )

  it('counts the quantity in by keyboard, and the rest of the cart', async () => {
    await put('free-delivery 1.1.0')
    const page = await visit('/products/striped-bowl', { device: 'phone' })
    const told = page.locator(`${bar} [role=status]`)
    await told.filter({ hasText: '₺640,00' }).waitFor()
    await page.getByRole('spinbutton', { name: 'Adet' }).press('ArrowUp')
    await told.filter({ hasText: '₺280,00' }).waitFor()
    await page.getByRole('spinbutton', { name: 'Adet' }).press('ArrowUp')
    await told.filter({ hasText: 'Bununla kargon ücretsiz olur.' }).waitFor()
    await page.getByRole('button', { name: 'Sepete ekle' }).click()
    await told.filter({ hasText: 'Kargon ücretsiz.' }).waitFor()
    await page.goto(`${shop.origin}${PRODUCT}`)
    await told.filter({ hasText: 'Sepetindekilerle kargon zaten ücretsiz.' }).waitFor()
    expect(await page.locator(`${bar} [role=progressbar]`).getAttribute('aria-valuenow')).toBe(
      '1000',
    )
  })

  it('follows when another app fills the cart without leaving the page', async () => {
    await put('free-delivery 1.1.0')
    await put('notices 1.0.0')
    const page = await visit('/products/striped-bowl')
    await page.getByText('Bununla ücretsiz kargoya').first().waitFor()
    await page.getByRole('button', { name: 'Sepete ekle' }).click()
    await page.locator(`${bar} [role=status]`, { hasText: '₺280,00' }).waitFor()
    expect(await page.locator(`${bar} .arasta-free-ends`).textContent()).toContain(
      'Sepetinde ₺360,00',
    )
  })

  it('moves nothing for somebody who asked for less motion', async () => {
    await put('free-delivery 1.1.0')
    const page = await visit(PRODUCT, { reducedMotion: 'reduce' })
    await page.locator(arrived).waitFor()
    await page.evaluate(`(() => {
      const ask = window.requestAnimationFrame.bind(window)
      window.asked = 0
      window.requestAnimationFrame = step => { window.asked += 1; return ask(step) }
    })()`)
    await page.getByRole('spinbutton', { name: 'Adet' }).press('ArrowUp')
    await page
      .locator(`${bar}.is-reached [role=status]`, { hasText: 'Bununla kargon ücretsiz olur.' })
      .waitFor()
    expect(await page.evaluate('window.asked')).toBe(0)
  })

  it('takes the owner’s limit, and keeps quiet where the shop reckons otherwise', async () => {
    await put('free-delivery 1.1.0', { threshold: 900 })
    const page = await visit(PRODUCT)
    await page.locator(`${bar} [role=status]`, { hasText: '₺10,00' }).waitFor()
    await takeAllOff()
    await put('free-delivery 1.1.0', { threshold: 500 })
    const other = await visit(PRODUCT)
    await other
      .locator(`${bar} [role=status]`, { hasText: 'Bununla kargon ücretsiz olur.' })
      .waitFor()
    await other.getByRole('button', { name: 'Sepete ekle' }).click()
    await other.getByRole('heading', { name: 'Sipariş özeti' }).waitFor()
    await other.waitForLoadState('load')
    // The shop charges for delivery below 1000: a bar that says "free" would be a lie.
    expect(await other.locator(bar).isVisible()).toBe(false)
  })

  it('stood only in the cart in its first release', async () => {
    await put('free-delivery 1.0.0')
    const page = await visit(PRODUCT)
    expect(await page.locator(bar).count()).toBe(0)
    await page.getByRole('button', { name: 'Sepete ekle' }).click()
    await page
      .locator(`${bar} [role=status]`, { hasText: 'Ücretsiz kargoya ₺110,00 kaldı.' })
      .waitFor()
  })
})
