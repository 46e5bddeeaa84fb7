import type { Page } from 'playwright-core'
import { PRODUCT, type OnShop } from '../../stage/on-shop.ts'

const ready = (page: Page) =>
  page.locator('.arasta-carousel.swiper-initialized .swiper-slide-active img').waitFor()

/** Steps on, and waits until the row stands still there. */
async function stepOn(page: Page, steps: number): Promise<void> {
  await ready(page)
  for (let step = 1; step <= steps; step += 1) {
    await page.locator('.arasta-carousel-arrow').last().click()
    await page.locator(`.swiper-slide:nth-child(${step + 1}).swiper-slide-active`).waitFor()
  }
}

async function show(page: Page): Promise<void> {
  await page.locator('.arasta-carousel').evaluate((box) => {
    const heading = box.parentElement ?? box
    scrollTo({ top: heading.getBoundingClientRect().top + scrollY, behavior: 'instant' })
  })
  await page
    .locator('.arasta-carousel img')
    .last()
    .evaluate((image) => (image as HTMLImageElement).decode())
  await page.waitForTimeout(500)
}

export const onShop: OnShop = {
  path: '/',
  works: (page) => stepOn(page, 1),
  shots: [
    {
      role: 'cover',
      device: 'desktop',
      path: '/',
      wears: 'minty',
      act: async (page) => {
        await stepOn(page, 1)
        await show(page)
      },
      alt: {
        tr: 'Ana sayfada raftaki ürünler tek sırada; altında oklar ve noktalar',
        en: 'The home page’s shelf as one row, with arrows and dots below',
        ar: 'رف الصفحة الرئيسية في صف واحد وتحته سهمان ونقاط',
      },
    },
    {
      role: 'cover',
      device: 'phone',
      path: '/',
      wears: 'minty',
      act: async (page) => {
        await ready(page)
        await show(page)
      },
      alt: {
        tr: 'Aynı sıra telefonda; sıradaki kartın kenarı görünüyor',
        en: 'The same row on a phone, with the edge of the next card in view',
        ar: 'الصف نفسه على الهاتف وتظهر حافة البطاقة التالية',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: PRODUCT,
      wears: 'flatly',
      act: async (page) => {
        await ready(page)
        await show(page)
      },
      alt: {
        tr: 'Ürün sayfasının altında benzer ürünler sırası',
        en: 'Similar products in a row below a product',
        ar: 'صف المنتجات المشابهة أسفل صفحة المنتج',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: '/',
      wears: 'lux',
      answers: { beside: 5 },
      act: async (page) => {
        await ready(page)
        await show(page)
      },
      alt: {
        tr: 'Yan yana beş ürün',
        en: 'Five products side by side',
        ar: 'خمسة منتجات متجاورة',
      },
    },
  ],
}
