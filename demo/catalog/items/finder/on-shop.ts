import type { DemoLocale } from '../../demo-locales.ts'
import type { Page } from 'playwright-core'
import { PRODUCT, type OnShop } from '../../stage/on-shop.ts'

/** Words as a customer would mistype them, and what should be found. */
const MISTYPED: Record<DemoLocale, string> = { tr: 'kirlent', en: 'pomegranite', ar: 'وساده' }
const BROAD: Record<DemoLocale, string> = { tr: 'mavı', en: 'striped', ar: 'مخطط' }
const NONSENSE: Record<DemoLocale, string> = { tr: 'bisiklet', en: 'bicycle', ar: 'دراجة هوائية' }

async function type(page: Page, words: string): Promise<void> {
  await page.locator('[data-arasta-finder]').click()
  await page.locator('dialog.arasta-finder').getByRole('status').filter({ hasText: '12' }).waitFor()
  await page.locator('dialog.arasta-finder input').fill(words)
}

const find = (words: Record<DemoLocale, string>) => async (page: Page, locale: DemoLocale) => {
  await type(page, words[locale])
  await page.locator('dialog.arasta-finder [role=option]').first().waitFor()
  await page.evaluate(
    "Promise.all([...document.querySelectorAll('dialog.arasta-finder img')].map(picture => picture.decode()))",
  )
}

export const onShop: OnShop = {
  path: '/',
  works: async (page) => {
    const language = (await page.locator('html').getAttribute('lang')) as DemoLocale
    await type(page, MISTYPED[language])
    await page.locator('dialog.arasta-finder [role=option]').first().waitFor()
  },
  shots: [
    {
      role: 'cover',
      device: 'desktop',
      path: '/',
      wears: 'flatly',
      act: find(BROAD),
      alt: {
        tr: '“mavı” yazılmış: resmi, açıklaması ve fiyatıyla bulunan ürünler',
        en: '“striped” typed: the products found, with picture, text and price',
        ar: 'كُتبت «مخطط»: المنتجات الموجودة بصورها ووصفها وأسعارها',
      },
    },
    {
      role: 'cover',
      device: 'phone',
      path: '/',
      wears: 'flatly',
      act: find(MISTYPED),
      alt: {
        tr: 'Telefonda: “kirlent” yazılınca kırlent bulunuyor',
        en: 'On a phone: “pomegranite” finds the pomegranate cushion',
        ar: 'على الهاتف: كتابة «وساده» تجد الوسادة',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: PRODUCT,
      wears: 'minty',
      alt: {
        tr: 'Ürün sayfasının köşesinde “Ürün bul” düğmesi',
        en: 'The “Find a product” button in the corner of a product page',
        ar: 'زر «ابحث عن منتج» في زاوية صفحة المنتج',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: '/products',
      wears: 'lux',
      act: async (page, locale) => {
        await type(page, NONSENSE[locale])
        await page.locator('.arasta-finder-more a').waitFor()
      },
      alt: {
        tr: 'Bulunamayınca: mağazanın kendi aramasına giden bağlantı',
        en: 'When nothing is found: a link to the shop’s own search',
        ar: 'حين لا توجد نتيجة: رابط إلى بحث المتجر',
      },
    },
  ],
}
