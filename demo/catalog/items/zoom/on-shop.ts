import type { Page } from 'playwright-core'
import { PRODUCT, type OnShop } from '../../stage/on-shop.ts'

const isLarge = (page: Page) =>
  page.locator('.arasta-zoom.is-close [data-arasta-large=here]').waitFor()

/** A mouse rests on a part of the picture, told as shares of its width and height. */
async function lookAt(page: Page, x: number, y: number): Promise<void> {
  const box = await page.locator('.arasta-zoom').boundingBox()
  if (!box) throw new Error('no picture')
  await page.mouse.move(box.x + box.width * x, box.y + box.height * y)
  await isLarge(page)
}

async function hold(page: Page): Promise<void> {
  await page.locator('.arasta-zoom-button').click()
  await isLarge(page)
}

export const onShop: OnShop = {
  path: PRODUCT,
  works: (page) => lookAt(page, 0.5, 0.6),
  shots: [
    {
      role: 'cover',
      device: 'desktop',
      path: '/products/tile-plate',
      wears: 'flatly',
      act: async (page) => {
        await lookAt(page, 0.36, 0.3)
        await page.waitForTimeout(300)
      },
      alt: {
        tr: 'Fotoğraf farenin altında üç kat büyümüş, çini deseni yakından görünüyor; fiyat yanında duruyor',
        en: 'The picture three times larger under the mouse shows the tile’s pattern; the price stays beside it',
        ar: 'الصورة مكبّرة ثلاثة أضعاف تحت الفأرة وتظهر زخرفة الطبق، والسعر بجانبها',
      },
    },
    {
      role: 'cover',
      device: 'phone',
      path: '/products/tile-plate',
      wears: 'flatly',
      act: async (page) => {
        await hold(page)
        await page.waitForTimeout(300)
      },
      alt: {
        tr: 'Telefonda “Yakından bak” düğmesiyle büyümüş fotoğraf',
        en: 'The picture on a phone, enlarged with the “Look closely” button',
        ar: 'الصورة على الهاتف مكبّرة بزر «انظر عن قرب»',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: '/products/tile-plate',
      wears: 'flatly',
      act: async (page) => {
        await page.locator('.arasta-zoom-button').waitFor()
      },
      alt: {
        tr: 'Aynı fotoğraf büyümeden önce; köşesinde “Yakından bak” düğmesi',
        en: 'The same picture before, with the “Look closely” button in its corner',
        ar: 'الصورة نفسها قبل التكبير وفي زاويتها زر «انظر عن قرب»',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: PRODUCT,
      wears: 'minty',
      answers: { factor: 2 },
      act: async (page) => {
        await hold(page)
        await page.mouse.move(900, 760)
        await page.waitForTimeout(300)
      },
      alt: {
        tr: 'İki kat büyütme; düğme basılı, fotoğraf sabit',
        en: 'Two times larger, held by the button',
        ar: 'تكبير بضعفين والصورة ثابتة بالزر',
      },
    },
  ],
}
