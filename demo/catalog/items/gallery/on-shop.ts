import type { Page } from 'playwright-core'
import { PRODUCT, type OnShop } from '../../stage/on-shop.ts'

/** Opens the gallery as a customer does, and waits until the picture has grown. */
async function open(page: Page): Promise<void> {
  await page.locator('[data-role=product-picture-large]').click()
  await page
    .locator('.arasta-gallery-grown .pswp__item[aria-hidden=false] img.pswp__img')
    .last()
    .waitFor()
}

export const onShop: OnShop = {
  path: PRODUCT,
  works: async (page) => {
    await open(page)
    await page.locator('.pswp__arasta-caption').getByText(/\S/).waitFor()
    await page.locator('.pswp__arasta-strip button').nth(2).waitFor()
  },
  shots: [
    {
      role: 'cover',
      device: 'desktop',
      path: PRODUCT,
      wears: 'minty',
      act: async (page) => {
        await open(page)
        await page.mouse.move(640, 20)
        await page.waitForTimeout(500)
      },
      alt: {
        tr: 'Ürün fotoğrafı tam ekranda; altta alt yazı ve üç küçük fotoğraf',
        en: 'A product picture full screen, with a caption and three small pictures below',
        ar: 'صورة المنتج بملء الشاشة وتحتها شرح وثلاث صور صغيرة',
      },
    },
    {
      role: 'cover',
      device: 'phone',
      path: PRODUCT,
      wears: 'minty',
      act: async (page) => {
        await open(page)
        await page.waitForTimeout(500)
      },
      alt: {
        tr: 'Aynı fotoğraf telefonda tam ekran',
        en: 'The same picture full screen on a phone',
        ar: 'الصورة نفسها بملء الشاشة على الهاتف',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: '/products/tile-plate',
      wears: 'lux',
      answers: { backdrop: 'light' },
      act: async (page) => {
        await open(page)
        await page.locator('.pswp__arasta-strip button').nth(1).click()
        await page.mouse.move(640, 20)
        await page.waitForTimeout(500)
      },
      alt: {
        tr: 'Açık zeminde çini tabağın yakından fotoğrafı',
        en: 'The tile plate from close by, on a light ground',
        ar: 'الطبق الخزفي عن قرب على خلفية فاتحة',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: PRODUCT,
      wears: 'flatly',
      act: async (page) => {
        await page.locator('.arasta-gallery-cue').waitFor()
      },
      alt: {
        tr: 'Ürün sayfası: fotoğrafın köşesinde açılır işareti ve fotoğraf sayısı',
        en: 'The product page, with the sign in the picture’s corner and the number of pictures',
        ar: 'صفحة المنتج وفي زاوية الصورة علامة الفتح وعدد الصور',
      },
    },
  ],
}
