import type { Page } from 'playwright-core'
import type { OnShop } from '../../stage/on-shop.ts'

/** A product's link, the one that covers its whole card. */
const product = (page: Page, slug: string) =>
  page.locator(`.card[data-product-id=${slug}] a.stretched-link`)
const asked = (page: Page, slug: string) =>
  page
    .locator(`script[type=speculationrules][data-arasta-ahead$="/products/${slug}"]`)
    .waitFor({ state: 'attached' })

async function hover(page: Page, slug: string): Promise<void> {
  await product(page, slug).hover()
  await asked(page, slug)
}

/** As an owner looks at it: with the word behind the address, one product after the other. */
const watch =
  (...slugs: string[]) =>
  async (page: Page): Promise<void> => {
    await page.evaluate("location.hash = 'instant'")
    // The box stands below, so the products come to the upper half.
    const card = `document.querySelector('.card[data-product-id=${slugs[0]}]')`
    await page.evaluate(
      `scrollBy({ top: ${card}.getBoundingClientRect().top - 90, behavior: 'instant' })`,
    )
    for (const slug of slugs) {
      await hover(page, slug)
      await page.locator(`.card[data-product-id=${slug}] [data-arasta-ready]`).waitFor()
    }
  }

/** From the home page to the list with a click that was waited for, then on as above. */
const come =
  (...slugs: string[]) =>
  async (page: Page): Promise<void> => {
    await page.evaluate("location.hash = 'instant'")
    const list = page.locator('main a.btn[href="/products"]')
    await list.hover()
    await page.locator('main a.btn[data-arasta-ready]').waitFor()
    // Long enough for the answer to be there: the box says how long the click waited.
    await page.waitForTimeout(300)
    await list.click()
    await page.waitForURL(/products/)
    await page.locator('.arasta-ahead [data-arrival]').filter({ hasText: '0' }).waitFor()
    await watch(...slugs)(page)
  }

export const onShop: OnShop = {
  path: '/products',
  works: (page) => hover(page, 'tulip-vase'),
  shots: [
    {
      role: 'cover',
      device: 'desktop',
      path: '/',
      wears: 'minty',
      act: come('kilim', 'dome-lamp', 'tulip-vase'),
      alt: {
        tr: 'Ürün listesi: üstünde durulan üç ürünün sayfası yolda, köşedeki kutu adlarını söylüyor',
        en: 'The product list: three products that were rested on are on their way, and the box in the corner names them',
        ar: 'قائمة المنتجات: صفحات ثلاثة منتجات قادمة بعد الوقوف عليها، والمربع في الزاوية يذكرها',
      },
    },
    {
      role: 'cover',
      device: 'phone',
      path: '/',
      wears: 'minty',
      act: come('tulip-vase'),
      alt: {
        tr: 'Telefonda: dokunulan ürünün sayfası yolda',
        en: 'On a phone: the page of the product that was touched is on its way',
        ar: 'على الهاتف: صفحة المنتج الذي لُمس قادمة',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: '/',
      wears: 'lux',
      act: watch('tile-plate', 'tulip-vase'),
      alt: {
        tr: 'Ana sayfada aynı görünüm, Lux temasıyla',
        en: 'The same view on the home page, in the Lux theme',
        ar: 'المشهد نفسه في الصفحة الرئيسية بقالب Lux',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: '/products',
      wears: 'flatly',
      act: async (page) => {
        await watch('teapot')(page)
        await product(page, 'teapot').click()
        await page.waitForURL(/teapot/)
        await page
          .locator('.arasta-ahead [data-arrival]')
          .filter({ hasText: 'ms' })
          .or(page.getByText('ملّي'))
          .first()
          .waitFor()
      },
      alt: {
        tr: 'Tıklamadan sonra: ürün sayfası önden istenmişti, kutu ne kadar beklendiğini söylüyor',
        en: 'After the click: the product page was asked for ahead, and the box says how long the click waited',
        ar: 'بعد النقر: طُلبت صفحة المنتج مسبقًا، والمربع يذكر مدة الانتظار',
      },
    },
  ],
}
