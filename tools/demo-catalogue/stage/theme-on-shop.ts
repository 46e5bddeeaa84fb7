import type { Page } from 'playwright-core'
import { PRODUCT, type OnShop, type Shot } from './on-shop.ts'

const themeShots = (name: string): Shot[] => [
  {
    role: 'cover',
    device: 'desktop',
    path: '/',
    alt: {
      tr: `${name} temasıyla mağazanın ana sayfası`,
      en: `The shop’s home page in ${name}`,
      ar: `الصفحة الرئيسية للمتجر بقالب ${name}`,
    },
  },
  {
    role: 'cover',
    device: 'phone',
    path: '/',
    alt: {
      tr: `Aynı sayfa telefonda, ${name} temasıyla`,
      en: `The same page on a phone, in ${name}`,
      ar: `الصفحة نفسها على الهاتف بقالب ${name}`,
    },
  },
  {
    role: 'screenshot',
    device: 'desktop',
    path: PRODUCT,
    alt: {
      tr: `${name} temasıyla ürün sayfası: fotoğraf, fiyat ve “Sepete ekle”`,
      en: `A product page in ${name}: picture, price and “Add to cart”`,
      ar: `صفحة منتج بقالب ${name}: الصورة والسعر وزر «أضف إلى السلة»`,
    },
  },
  {
    role: 'screenshot',
    device: 'desktop',
    path: '/products',
    alt: {
      tr: `${name} temasıyla ürün listesi`,
      en: `The product list in ${name}`,
      ar: `قائمة المنتجات بقالب ${name}`,
    },
  },
]

/** What every theme does on the shop: the page is painted in its first colour. */
export const themeOnShop = (name: string, primary: string | undefined): OnShop => ({
  path: '/',
  works: async (page: Page) => {
    const painted = await page.evaluate<string>("getComputedStyle(document.documentElement).getPropertyValue('--bs-primary').trim()")
    if (painted !== primary) throw new Error(`the shop is painted ${painted}, not ${primary}`)
  },
  shots: themeShots(name),
})
