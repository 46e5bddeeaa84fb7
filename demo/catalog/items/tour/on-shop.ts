import type { Page } from 'playwright-core'
import { PRODUCT, type OnShop } from '../../stage/on-shop.ts'

/**
 * On to the given step. Without motion: on the stage time stands still, and a movement would never
 * end.
 */
const step =
  (number: number) =>
  async (page: Page): Promise<void> => {
    const note = page.locator('.driver-popover.arasta-tour')
    await note.waitFor()
    for (let at = 1; at < number; at += 1) {
      await note.locator('.driver-popover-next-btn').click()
      await note.getByText(`${at + 1} /`).waitFor()
    }
  }

export const onShop: OnShop = {
  path: '/',
  works: step(1),
  shots: [
    {
      role: 'cover',
      device: 'desktop',
      path: PRODUCT,
      wears: 'minty',
      reducedMotion: 'reduce',
      act: step(2),
      alt: {
        tr: 'Turun ikinci adımı: ürün resmi aydınlık, yanında “Resme dokun” notu',
        en: 'Step two of the tour: the product’s picture lit up, a note beside it',
        ar: 'الخطوة الثانية من الجولة: صورة المنتج مضاءة وبجانبها ملاحظة',
      },
    },
    {
      role: 'cover',
      device: 'phone',
      path: '/',
      wears: 'minty',
      reducedMotion: 'reduce',
      act: step(2),
      alt: {
        tr: 'Aynı adım telefonda, ana sayfanın rafında',
        en: 'The same step on a phone, on the shelf of the home page',
        ar: 'الخطوة نفسها على الهاتف، عند رفّ الصفحة الرئيسية',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: '/',
      wears: 'flatly',
      reducedMotion: 'reduce',
      act: step(1),
      alt: {
        tr: 'İlk adım ana sayfada: arama kutusu aydınlık',
        en: 'The first step on the home page: the search field lit up',
        ar: 'الخطوة الأولى في الرئيسية: حقل البحث مضاء',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: PRODUCT,
      wears: 'lux',
      reducedMotion: 'reduce',
      act: step(4),
      alt: {
        tr: 'Son adım: sepet düğmesi aydınlık, “Anladım” düğmesi',
        en: 'The last step: the cart lit up, and “Got it”',
        ar: 'الخطوة الأخيرة: السلة مضاءة وزر «فهمت»',
      },
    },
  ],
}
