import type { Page } from 'playwright-core'
import { PRODUCT, type OnShop } from '../../stage/on-shop.ts'

async function addToCart(page: Page): Promise<void> {
  await page.locator('#add-to-cart button[type=submit]').click()
  await page.locator('.notyf__toast a[href="/cart"]').waitFor()
  await page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
  await stillNotice(page)
}

/** All pictures there and nothing moving any more. */
async function stillNotice(page: Page): Promise<void> {
  await page.locator('.notyf__toast img').first().waitFor()
  await page.evaluate(
    'Promise.all(document.getAnimations().map(one => one.finished.catch(() => {})))',
  )
}

export const onShop: OnShop = {
  path: PRODUCT,
  works: addToCart,
  shots: [
    {
      role: 'cover',
      device: 'desktop',
      path: PRODUCT,
      wears: 'minty',
      act: addToCart,
      alt: {
        tr: 'Ürün sayfası: köşede “Sepetine eklendi” bildirimi ve sepete giden yol',
        en: 'A product page with the notice “Added to your cart” in the corner and the way to the cart',
        ar: 'صفحة منتج وفي زاويتها إشعار «أُضيف إلى سلتك» وطريق السلة',
      },
    },
    {
      role: 'cover',
      device: 'phone',
      path: PRODUCT,
      wears: 'minty',
      act: addToCart,
      alt: {
        tr: 'Aynı bildirim telefonda, sepet sayısı bir olmuş',
        en: 'The same notice on a phone; the cart’s number is one',
        ar: 'الإشعار نفسه على الهاتف وعدد السلة واحد',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: PRODUCT,
      wears: 'flatly',
      answers: { place: 'top' },
      act: async (page) => {
        await addToCart(page)
        await page.locator('.notyf__toast a[href="/cart"]').click()
        await page.waitForURL(/\/cart/)
        await page.locator('main li [name=quantity]').fill('3')
        await page.locator('main li [name=quantity]').press('Enter')
        await stillNotice(page)
      },
      alt: {
        tr: 'Sepet sayfası: adedin üç olduğunu söyleyen bildirim üstte',
        en: 'The cart page with a notice at the top: the quantity is now three',
        ar: 'صفحة السلة وفي أعلاها إشعار بأن العدد صار ثلاثة',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: '/products/kilim',
      wears: 'lux',
      act: addToCart,
      alt: {
        tr: 'Bildirim başka bir temanın renklerinde',
        en: 'The notice in another theme’s colours',
        ar: 'الإشعار بألوان قالب آخر',
      },
    },
  ],
}
