import type { Page } from 'playwright-core'
import type { OnShop } from '../../stage/on-shop.ts'

const isAskedFor = (page: Page, slug: string) =>
  page
    .locator(`script[type=speculationrules][data-arasta-ahead$="/products/${slug}"]`)
    .waitFor({ state: 'attached' })

/**
 * As an owner looks at it: with the word behind the address, when as many pages were asked for as
 * there will be.
 */
const watch =
  (pages: number, ...scrollTo: string[]) =>
  async (page: Page): Promise<void> => {
    await page.evaluate("location.hash = 'quick'")
    // From the top, as a visitor scrolls.
    await page.locator('.arasta-ahead li').first().waitFor()
    for (const slug of scrollTo) {
      const link = `document.querySelector('.card[data-product-id=${slug}] a')`
      await page.evaluate(`${link}.scrollIntoView({ block: 'center', behavior: 'instant' })`)
      await isAskedFor(page, slug)
    }
    await page
      .locator('.arasta-ahead [data-count]')
      .filter({ hasText: String(pages) })
      .waitFor()
  }

export const onShop: OnShop = {
  path: '/products',
  works: (page) => isAskedFor(page, 'tulip-vase'),
  shots: [
    {
      role: 'cover',
      device: 'desktop',
      path: '/products',
      wears: 'flatly',
      act: watch(12, 'table-lamp'),
      alt: {
        tr: 'Ürün listesi: ekrandaki ürünlerin yanında “yolda” yazıyor, kutu 12 sayfa sayıyor',
        en: 'The product list: products on screen are marked “on its way” and the box counts 12 pages',
        ar: 'قائمة المنتجات: بجانب المنتجات الظاهرة كلمة «قادمة» والمربع يعدّ 12 صفحة',
      },
    },
    {
      role: 'cover',
      device: 'phone',
      path: '/products',
      wears: 'flatly',
      act: watch(6, 'tulip-vase'),
      answers: { most: 6 },
      alt: {
        tr: 'Telefonda, sınır altı sayfa',
        en: 'On a phone, with a limit of six pages',
        ar: 'على الهاتف، والحدّ ست صفحات',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: '/',
      wears: 'lux',
      answers: { most: 6 },
      act: watch(6, 'tulip-vase'),
      alt: {
        tr: 'Ana sayfanın rafında sınır altı: yalnızca ilk altı sayfa istendi',
        en: 'The shelf of the home page with a limit of six: only the first six pages were asked for',
        ar: 'رفّ الصفحة الرئيسية والحدّ ست: طُلبت أول ست صفحات فقط',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: '/products',
      wears: 'minty',
      act: async (page) => {
        const saving = "{ value: { saveData: true, effectiveType: '4g' } }"
        await page.addInitScript(`Object.defineProperty(navigator, 'connection', ${saving})`)
        await page.reload()
        await page.evaluate("location.hash = 'quick'")
        await page.locator('.arasta-ahead').waitFor()
      },
      alt: {
        tr: 'Veri tasarrufu açık bir cihaz: hiçbir sayfa istenmiyor',
        en: 'A device that saves data: no page is fetched',
        ar: 'جهاز يوفّر البيانات: لا تُجلب أي صفحة',
      },
    },
  ],
}
