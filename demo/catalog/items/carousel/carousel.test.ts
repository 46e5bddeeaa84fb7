import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { share } from '../../../../test/support/sample-share.ts'
import { PRODUCT } from '../../stage/on-shop.ts'
import { faultsIn, shopVisits } from '../../stage/shop-visits.ts'

const shop = shopVisits()
const { put, visit } = shop

/** Files of packages that the page has asked for so far. */
const fetched = (page: Page) =>
  page.evaluate<string[]>(
    "performance.getEntriesByType('resource').map(entry => entry.name.split('/').slice(5).join('/'))",
  )
describe('Product Carousel', () => {
  it.each(
    share(
      [
        ['tr', 'ArrowRight', 'Raftaki ürünler', 'Sonrakiler', '1. ürün, toplam 8'],
        ['en', 'ArrowRight', 'Products on the shelf', 'Next', 'Product 1 of 8'],
        ['ar', 'ArrowLeft', 'منتجات على الرف', 'التالي', 'المنتج 1 من 8'],
      ] as const,
      3,
      1,
    ),
  )(
    'moves the home page’s shelf by button and keyboard (%s)',
    async (hl, ahead, name, next, label) => {
      await put('carousel 1.1.0')
      const page = await visit('/', { hl })
      const row = page.getByRole('group', { name, exact: true })
      await row.getByRole('group', { name: label }).waitFor()
      const firstCard = await row.locator('.swiper-slide').first().boundingBox()
      // The row begins where reading begins.
      expect(hl === 'ar' ? (firstCard?.x ?? 0) > 640 : (firstCard?.x ?? 999) < 640).toBe(true)
      expect(await faultsIn(page, '.arasta-carousel')).toEqual([])
      const active = (n: number) => row.locator(`.swiper-slide:nth-child(${n}).swiper-slide-active`)
      await row.getByRole('button', { name: next }).click()
      await active(2).waitFor()
      await row.getByRole('button', { name: next }).press(ahead)
      await active(3).waitFor()
      await row
        .getByRole('button', { name: next })
        .press(ahead === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft')
      await active(2).waitFor()
    },
  )

  it('brings a card into view that Tab has reached', async () => {
    await put('carousel 1.1.0')
    const page = await visit('/', { hl: 'en' })
    await page.locator('.arasta-carousel .swiper-slide-active').waitFor()
    const links = page.locator('.arasta-carousel .swiper-slide a')
    await links.nth(2).focus()
    await page.keyboard.press('Tab')
    expect(await links.nth(3).evaluate((link) => link === document.activeElement)).toBe(true)
    await expect
      .poll(() =>
        page
          .locator('.swiper-slide')
          .nth(3)
          .evaluate((card) => card.getBoundingClientRect().right <= innerWidth),
      )
      .toBe(true)
  })

  it('shows no arrows where everything fits, and leaves the product list a grid', async () => {
    await put('carousel 1.1.0', { beside: 5 })
    const page = await visit(PRODUCT)
    await page.locator('.arasta-carousel.swiper-initialized').waitFor()
    expect(await page.locator('.arasta-carousel-controls').isVisible()).toBe(false)
    await page.goto(`${shop.origin}/products`)
    expect(await page.locator('.arasta-carousel').count()).toBe(0)
    expect(await fetched(page)).not.toContain('swiper/shared/swiper-core.min.mjs')
  })

  it('jumps instead of gliding for somebody who asked for less motion', async () => {
    await put('carousel 1.1.0')
    const page = await visit('/', { hl: 'en', reducedMotion: 'reduce' })
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page.locator('.swiper-slide:nth-child(2).swiper-slide-active').waitFor()
    expect(
      await page.locator('.swiper-wrapper').evaluate((row) => row.getAnimations().length),
    ).toBe(0)
  })

  it('moved only the products below a product in its first release, without dots', async () => {
    await put('carousel 1.0.0')
    const page = await visit(PRODUCT, { hl: 'en' })
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page.locator('.swiper-slide:nth-child(2).swiper-slide-active').waitFor()
    expect(await page.locator('.swiper-pagination-bullet').count()).toBe(0)
    await page.goto(`${shop.origin}/`)
    expect(await page.locator('.arasta-carousel').count()).toBe(0)
  })
})
