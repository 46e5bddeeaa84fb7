import type { Page } from 'playwright-core'
import { PRODUCT, type OnShop } from '../../stage/on-shop.ts'

async function openSheet(page: Page): Promise<void> {
  await page.locator('.arasta-take-along-open').click()
  await page.locator('.arasta-take-along-sheet .arasta-take-along-code').waitFor()
}

export const onShop: OnShop = {
  path: PRODUCT,
  works: openSheet,
  shots: [
    {
      role: 'cover',
      device: 'desktop',
      path: PRODUCT,
      wears: 'minty',
      act: openSheet,
      alt: {
        tr: 'Ürün sayfasının üstünde kart: vazonun resmi, fiyatı ve QR kodu',
        en: 'A card over a product page: the vase’s picture, price and QR code',
        ar: 'بطاقة فوق صفحة منتج: صورة المزهرية وسعرها ورمز QR',
      },
    },
    {
      role: 'cover',
      device: 'phone',
      path: PRODUCT,
      wears: 'minty',
      alt: {
        tr: 'Kod okununca telefonda açılan aynı ürün sayfası, düğmesiz',
        en: 'The same product page on the phone that scanned the code, without the button',
        ar: 'صفحة المنتج نفسها على الهاتف بعد قراءة الرمز ومن دون الزر',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: PRODUCT,
      wears: 'flatly',
      act: (page) => page.locator('.arasta-take-along-open').focus(),
      alt: {
        tr: '“Sepete ekle”nin altında “Telefonda aç” düğmesi',
        en: 'The button “Open on your phone” below “Add to cart”',
        ar: 'زر «افتحه على هاتفك» تحت «أضف إلى السلة»',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: '/products/kilim',
      wears: 'lux',
      act: async (page) => {
        await openSheet(page)
        await page.emulateMedia({ media: 'print' })
      },
      alt: {
        tr: 'Aynı kart kâğıtta: yalnızca ürün, kod ve mağaza',
        en: 'The same card on paper: product, code and shop, nothing else',
        ar: 'البطاقة نفسها على الورق: المنتج والرمز والمتجر فقط',
      },
    },
  ],
}
