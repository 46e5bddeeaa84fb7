import type { Page } from 'playwright-core'
import { PRODUCT, type OnShop } from '../../stage/on-shop.ts'

/** Clicks, and waits until the video has really got somewhere. */
async function play(page: Page): Promise<void> {
  await page.locator('.arasta-video-poster').click()
  await page.locator('media-controller:not([mediapaused])').waitFor()
  await page.locator('.arasta-video video').evaluate(
    (video) =>
      new Promise<void>((resolve) => {
        video.addEventListener('timeupdate', () => {
          if ((video as HTMLVideoElement).currentTime > 0.7) resolve()
        })
      }),
  )
}

/** Paused, the controls stay in the picture. */
async function stop(page: Page): Promise<void> {
  await page.locator('.arasta-video video').evaluate((video) => (video as HTMLVideoElement).pause())
  await page.locator('media-controller[mediapaused]').waitFor()
}

async function bringIntoView(page: Page): Promise<void> {
  await page.locator('.arasta-video').evaluate((block) => {
    scrollTo({
      top: Math.max(0, block.getBoundingClientRect().bottom + scrollY - innerHeight + 32),
      behavior: 'instant',
    })
  })
  await page
    .locator('.arasta-video-poster img')
    .evaluate((image) => (image as HTMLImageElement).decode())
}

export const onShop: OnShop = {
  path: PRODUCT,
  works: play,
  shots: [
    {
      role: 'cover',
      device: 'desktop',
      path: PRODUCT,
      wears: 'lux',
      act: bringIntoView,
      alt: {
        tr: 'Ürün sayfası: “Sepete ekle”nin altında oynat düğmeli bir video kapağı',
        en: 'A product page with a video still and its play button under “Add to cart”',
        ar: 'صفحة منتج وتحت «أضف إلى السلة» صورة فيديو عليها زر تشغيل',
      },
    },
    {
      role: 'cover',
      device: 'phone',
      path: PRODUCT,
      wears: 'lux',
      act: async (page) => {
        await bringIntoView(page)
        await page.locator('.arasta-video').evaluate((block) => {
          scrollTo({ top: block.getBoundingClientRect().top + scrollY - 300, behavior: 'instant' })
        })
      },
      alt: {
        tr: 'Aynı video kapağı telefonda',
        en: 'The same still on a phone',
        ar: 'الصورة نفسها على الهاتف',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: PRODUCT,
      wears: 'lux',
      act: async (page) => {
        await play(page)
        await stop(page)
        await page.locator('.arasta-video').evaluate((block) => {
          scrollTo({
            top: Math.max(0, block.getBoundingClientRect().bottom + scrollY - innerHeight + 32),
            behavior: 'instant',
          })
        })
        await page.waitForTimeout(400)
      },
      alt: {
        tr: 'Video açık: dönen vazo, altında oynat, süre ve tam ekran düğmeleri',
        en: 'The video open: a turning vase, with play, time and full-screen controls',
        ar: 'الفيديو مفتوح: مزهرية تدور وتحتها أزرار التشغيل والوقت وملء الشاشة',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: '/products/tile-plate',
      wears: 'minty',
      answers: { video: 'http://shop.localhost/plate.mp4' },
      act: bringIntoView,
      alt: {
        tr: 'Kendi videon: kapağında ürünün resmi durur',
        en: 'Your own video, with the product’s picture as its still',
        ar: 'مقطعك أنت وغلافه صورة المنتج',
      },
    },
  ],
}
