import type { Page } from 'playwright-core'
import { orderSomething } from '../../stage/order-something.ts'
import { PRODUCT, type OnShop } from '../../stage/on-shop.ts'

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

export const onShop: OnShop = {
  path: PRODUCT,
  works: confetti,
  shots: [
    {
      role: 'cover',
      device: 'desktop',
      path: PRODUCT,
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
      path: PRODUCT,
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
      path: PRODUCT,
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
      path: PRODUCT,
      wears: 'flatly',
      reducedMotion: 'reduce',
      act: async (page) => {
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
