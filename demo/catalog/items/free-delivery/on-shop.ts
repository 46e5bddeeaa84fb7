import type { Page } from 'playwright-core'
import { PRODUCT, type OnShop } from '../../stage/on-shop.ts'

const CHEAP = '/products/striped-bowl'

/** The whole bar in sight, van and figure arrived. */
async function restingBar(page: Page): Promise<void> {
  await page.locator('.arasta-free-delivery').scrollIntoViewIfNeeded()
  await page.locator('.arasta-free-delivery[data-moving=false]').waitFor()
}

async function inCart(page: Page): Promise<void> {
  await page.locator('#add-to-cart button[type=submit]').click()
  await page.waitForURL(/\/cart/)
  await restingBar(page)
}

async function withTwoBowls(page: Page): Promise<void> {
  await page.locator('#quantity').fill('2')
  await restingBar(page)
}

export const onShop: OnShop = {
  path: PRODUCT,
  works: restingBar,
  shots: [
    {
      role: 'cover',
      device: 'desktop',
      path: PRODUCT,
      wears: 'flatly',
      act: inCart,
      alt: {
        tr: 'Sepet: çubukta kamyonet eve yaklaşmış, ücretsiz kargoya 110 lira kalmış',
        en: 'The cart: the van on the bar is near the house, 110 lira missing for free delivery',
        ar: 'السلة: السيارة على الشريط قرب البيت وقد بقي 110 ليرات للتوصيل المجاني',
      },
    },
    {
      role: 'cover',
      device: 'phone',
      path: PRODUCT,
      wears: 'flatly',
      act: inCart,
      alt: {
        tr: 'Aynı çubuk telefonda',
        en: 'The same bar on a phone',
        ar: 'الشريط نفسه على الهاتف',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: CHEAP,
      wears: 'minty',
      act: withTwoBowls,
      alt: {
        tr: 'Ürün sayfası: iki kâseyle ücretsiz kargoya 280 lira kalıyor',
        en: 'A product page: with two bowls, 280 lira are missing for free delivery',
        ar: 'صفحة منتج: مع وعاءين يبقى 280 ليرة للتوصيل المجاني',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: '/products/kilim',
      wears: 'lux',
      answers: { colour: 'primary', threshold: 1000 },
      act: inCart,
      alt: {
        tr: 'Sınıra varılmış: kamyonet evde, kargo ücretsiz',
        en: 'The limit is reached: the van is home and delivery is free',
        ar: 'بلغت السلة الحدّ: السيارة عند البيت والتوصيل مجاني',
      },
    },
  ],
}
