import type { Page } from 'playwright-core'
import { PRODUCT, type OnShop } from '../../stage/on-shop.ts'

/** The calendar and the button below it, both in the picture. */
async function pickDay(page: Page): Promise<void> {
  await page.locator('.flatpickr-day:not(.flatpickr-disabled)').nth(3).click()
  // A phone's picture is cut by the floor of its stage, so there the calendar comes to the top.
  await page.evaluate(`(() => {
    const button = document.querySelector('#add-to-cart button[type=submit]').getBoundingClientRect()
    const block = document.querySelector('.arasta-delivery-day').getBoundingClientRect()
    scrollBy({ top: innerWidth < 700 ? block.top - 90 : Math.max(0, button.bottom - innerHeight + 36), behavior: 'instant' })
  })()`)
}

export const onShop: OnShop = {
  path: PRODUCT,
  works: (page) =>
    page.locator('.arasta-delivery-day .flatpickr-day:not(.flatpickr-disabled)').first().waitFor(),
  shots: [
    {
      role: 'cover',
      device: 'desktop',
      path: PRODUCT,
      wears: 'flatly',
      act: pickDay,
      alt: {
        tr: 'Ürün sayfası: “Sepete ekle”nin üstünde takvim, 26 Kasım seçili',
        en: 'A product page with the calendar above “Add to cart”, 26 November picked',
        ar: 'صفحة منتج فيها التقويم فوق «أضف إلى السلة» ويوم 26 نوفمبر مختار',
      },
    },
    {
      role: 'cover',
      device: 'phone',
      path: PRODUCT,
      wears: 'flatly',
      act: pickDay,
      alt: {
        tr: 'Aynı takvim telefonda',
        en: 'The same calendar on a phone',
        ar: 'التقويم نفسه على الهاتف',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: PRODUCT,
      wears: 'flatly',
      act: async (page) => {
        await pickDay(page)
        await page.locator('#add-to-cart button[type=submit]').click()
        await page.waitForURL(/\/cart/)
      },
      alt: {
        tr: 'Sepet: ürünün altında seçilen teslimat günü yazıyor',
        en: 'The cart, with the chosen delivery day under the product',
        ar: 'السلة وتحت المنتج يوم التوصيل المختار',
      },
    },
    {
      role: 'screenshot',
      device: 'phone',
      path: PRODUCT,
      wears: 'minty',
      answers: { closed_weekdays: 'weekend' },
      act: pickDay,
      alt: {
        tr: 'Cumartesi ve pazarı kapalı bir mağazanın takvimi',
        en: 'The calendar of a shop that does not deliver at weekends',
        ar: 'تقويم متجر لا يوصّل يومَي السبت والأحد',
      },
    },
  ],
}
