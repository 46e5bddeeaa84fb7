import type { Page } from 'playwright-core'
import { PRODUCT, type OnShop } from '../../stage/on-shop.ts'

const openPanel = async (page: Page): Promise<void> => {
  await page.evaluate("location.hash = 'vitals'")
  await page.locator('.arasta-vitals [data-rating]').first().waitFor()
}

/**
 * The stage's standing clock puts a copy of `performance` in its place, and the copy counts no
 * taps: here is one.
 */
export const countTaps = (page: Page): Promise<unknown> =>
  page.addInitScript(
    "Object.defineProperty(performance, 'interactionCount', { configurable: true, value: 1 })",
  )

/**
 * Some real visits of this browser, so that there is a history; each touched once; ends on the page
 * it began on.
 */
async function browse(page: Page): Promise<void> {
  const { origin, pathname } = new URL(page.url())
  await countTaps(page)
  await openPanel(page)
  for (const path of [
    '/',
    '/products',
    PRODUCT,
    '/products/teapot',
    '/cart',
    '/products',
    '/',
    pathname,
  ]) {
    await page.goto(origin + path)
    await page.locator('.arasta-vitals dl [data-rating]').nth(1).waitFor()
    await page.locator('.arasta-vitals h2').click()
    await page.locator('.arasta-vitals dl [data-rating]').nth(2).waitFor()
  }
}

export const onShop: OnShop = {
  path: '/',
  works: openPanel,
  shots: [
    {
      role: 'cover',
      device: 'desktop',
      path: '/products',
      wears: 'flatly',
      act: browse,
      alt: {
        tr: 'Ürün listesinin köşesinde hız panosu: görünme, tepki, kayma ve geçmiş ziyaretler',
        en: 'The speed panel over the product list: appears, responds, shifts, and earlier visits',
        ar: 'لوحة السرعة فوق قائمة المنتجات: الظهور والاستجابة والانزياح والزيارات السابقة',
      },
    },
    {
      role: 'cover',
      device: 'phone',
      path: '/products',
      wears: 'flatly',
      act: browse,
      alt: {
        tr: 'Aynı pano telefonda',
        en: 'The same panel on a phone',
        ar: 'اللوحة نفسها على الهاتف',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: PRODUCT,
      wears: 'minty',
      act: browse,
      alt: {
        tr: 'Ürün sayfasında pano, Minty temasıyla',
        en: 'The panel on a product page, in the Minty theme',
        ar: 'اللوحة في صفحة منتج بقالب Minty',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: '/',
      wears: 'lux',
      act: openPanel,
      alt: {
        tr: 'İlk açılış: geçmiş boş, tepki için bir dokunuş bekleniyor',
        en: 'Opened for the first time: no history yet, and no tap so far',
        ar: 'عند الفتح أول مرة: لا سجلّ بعد ولم يُلمس شيء',
      },
    },
  ],
}
