import type { Page } from 'playwright-core'
import type { Locale } from '#lib/locale.ts'
import type { Texts } from '../demo-item.ts'
import type { Device } from './browser.ts'
import { orderSomething } from './order-something.ts'

/** One picture of an item on the running shop, to be taken in every language. */
export interface Shot {
  role: 'cover' | 'screenshot'
  device: Device
  path: string
  /** A theme under the app, so that apps are shown on the shops they will meet. */
  wears?: string
  answers?: Record<string, string | boolean>
  reducedMotion?: 'reduce'
  /** What a visitor does before the picture is taken. */
  act?(page: Page, locale: Locale): Promise<void>
  alt: Texts
}

const VASE = '/products/tulip-vase'

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

async function order(page: Page): Promise<void> {
  await page.locator('#add-to-cart button[type=submit]').click()
  await page.waitForURL(/\/cart/)
  await orderSomething(page, new URL(page.url()).origin)
}

async function confetti(page: Page): Promise<void> {
  await order(page)
  await page.locator('canvas.arasta-celebration-canvas').waitFor({ state: 'attached' })
  // In the air: a picture of a moment, so time is what it takes.
  await page.waitForTimeout(700)
}

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
    path: VASE,
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

/** By the item's prefix; the order of screenshots is their order on the item's page. */
export const SHOTS: Record<string, Shot[]> = {
  minty: themeShots('Minty'),
  flatly: themeShots('Flatly'),
  lux: themeShots('Lux'),
  'delivery-day': [
    {
      role: 'cover',
      device: 'desktop',
      path: VASE,
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
      path: VASE,
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
      path: VASE,
      wears: 'flatly',
      act: async page => {
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
      path: VASE,
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
  'cookie-consent': [
    {
      role: 'cover',
      device: 'desktop',
      path: '/',
      wears: 'minty',
      alt: {
        tr: 'Ana sayfanın köşesinde çerez sorusu: üç düğme',
        en: 'The cookie question in the corner of the home page, with three buttons',
        ar: 'سؤال ملفات الارتباط في زاوية الصفحة الرئيسية وفيه ثلاثة أزرار',
      },
    },
    {
      role: 'cover',
      device: 'phone',
      path: '/',
      wears: 'minty',
      alt: {
        tr: 'Aynı soru telefonda',
        en: 'The same question on a phone',
        ar: 'السؤال نفسه على الهاتف',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: '/products',
      wears: 'minty',
      act: async page => {
        await page.locator('#cc-main [data-role=show]').click()
        await page.locator('#cc-main .pm').waitFor()
        await page.waitForTimeout(400)
      },
      alt: {
        tr: 'Çerez ayarları penceresi: gerekli, ölçüm, reklam',
        en: 'The settings dialog: necessary, measuring, advertising',
        ar: 'نافذة الإعدادات: الضرورية والقياس والإعلانات',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: VASE,
      wears: 'flatly',
      answers: { layout: 'bar' },
      alt: {
        tr: 'Soru alt kenarda, boydan boya',
        en: 'The question as a bar along the bottom',
        ar: 'السؤال شريطًا بعرض الصفحة في الأسفل',
      },
    },
  ],
  celebration: [
    {
      role: 'cover',
      device: 'desktop',
      path: VASE,
      wears: 'flatly',
      act: confetti,
      alt: {
        tr: 'Sipariş onayı sayfasında uçuşan konfetiler',
        en: 'Confetti over the order approval page',
        ar: 'قصاصات ملوّنة فوق صفحة تأكيد الطلب',
      },
    },
    {
      role: 'cover',
      device: 'phone',
      path: VASE,
      wears: 'flatly',
      act: confetti,
      alt: {
        tr: 'Aynı an telefonda',
        en: 'The same moment on a phone',
        ar: 'اللحظة نفسها على الهاتف',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: VASE,
      wears: 'lux',
      answers: { palette: 'shop' },
      act: confetti,
      alt: {
        tr: 'Temanın renklerinde konfeti',
        en: 'Confetti in the colours of the theme',
        ar: 'قصاصات بألوان القالب',
      },
    },
    {
      role: 'screenshot',
      device: 'phone',
      path: VASE,
      wears: 'flatly',
      reducedMotion: 'reduce',
      act: async page => {
        await order(page)
        await page.locator('.arasta-celebration').scrollIntoViewIfNeeded()
      },
      alt: {
        tr: '“Hareketi azalt” açıkken: konfeti yerine teşekkür satırı',
        en: 'With “reduce motion” on: a line of thanks instead of confetti',
        ar: 'مع «تقليل الحركة»: سطر شكر بدل القصاصات',
      },
    },
  ],
}
