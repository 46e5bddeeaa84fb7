import type { Page } from 'playwright-core'
import type { DemoItem, Texts } from '../demo-item.ts'
import { PRODUCT, type OnShop, type Shot } from './on-shop.ts'

/** An app says it in `items/<prefix>/on-shop.ts`; themes all do the same. */
export async function onShopOf(
  item: Pick<DemoItem, 'market' | 'prefix' | 'name' | 'swatches'>,
): Promise<OnShop> {
  if (item.market === 'theme') return themeOnShop(item.name.en, item.swatches[0])
  return ((await import(`../items/${item.prefix}/on-shop.ts`)) as { onShop: OnShop }).onShop
}

/**
 * Themes whose point is the ground and the boxes on it, which the home page hides behind its large
 * picture.
 */
const SHOWN_BY_THE_LIST = ['Brite', 'Morph', 'Quartz', 'Sketchy']

interface View {
  path: string
  alt(theme: string): Texts
}

const HOME: View = {
  path: '/',
  alt: (name) => ({
    tr: `${name} temasıyla mağazanın ana sayfası`,
    en: `The shop’s home page in ${name}`,
    ar: `الصفحة الرئيسية للمتجر بقالب ${name}`,
  }),
}

const LIST: View = {
  path: '/products',
  alt: (name) => ({
    tr: `${name} temasıyla ürün listesi`,
    en: `The product list in ${name}`,
    ar: `قائمة المنتجات بقالب ${name}`,
  }),
}

function themeShots(name: string): Shot[] {
  const [first, last] = SHOWN_BY_THE_LIST.includes(name) ? [LIST, HOME] : [HOME, LIST]
  return [
    { role: 'cover', device: 'desktop', path: first.path, alt: first.alt(name) },
    {
      role: 'cover',
      device: 'phone',
      path: first.path,
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
    { role: 'screenshot', device: 'desktop', path: last.path, alt: last.alt(name) },
  ]
}

/** What every theme does on the shop: the page is painted in its first colour. */
const themeOnShop = (name: string, primary: string | undefined): OnShop => ({
  path: '/',
  works: async (page: Page) => {
    const painted = await page.evaluate<string>(
      "getComputedStyle(document.documentElement).getPropertyValue('--bs-primary').trim()",
    )
    if (painted !== primary) throw new Error(`the shop is painted ${painted}, not ${primary}`)
  },
  shots: themeShots(name),
})
