import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axeOn } from '../../../../test/support/axe.ts'
import { share } from '../../../../test/support/sample-share.ts'
import { PRODUCT } from '../../stage/on-shop.ts'
import { faultsIn, shopVisits } from '../../stage/shop-visits.ts'

const shop = shopVisits()
const { put, visit } = shop

/** Files of packages that the page has asked for so far. */
const fetched = (page: Page) =>
  page.evaluate<string[]>(
    "performance.getEntriesByType('resource').map(entry => entry.name.split('/').slice(5).join('/'))",
  )
describe('Product Video', () => {
  const playing = (page: Page) => page.locator('media-controller:not([mediapaused])').waitFor()

  it.each(
    share(
      [
        ['tr', 'Videoyu oynat: Her yönüyle gör', 'duraklat', 'oynat'],
        ['en', 'Play the video: See it from every side', 'pause', 'play'],
        ['ar', 'شغّل الفيديو: شاهده من كل الجهات', 'إيقاف مؤقت', 'تشغيل'],
      ] as const,
      3,
      2,
    ),
  )(
    'is a still until the keyboard asks for it, and then plays (%s)',
    async (hl, name, pause, play) => {
      await put('video 1.0.0')
      const page = await visit(PRODUCT, { hl })
      const poster = page.getByRole('button', { name })
      await poster.waitFor()
      expect(await faultsIn(page, '.arasta-video')).toEqual([])
      expect(
        (await fetched(page)).filter((file) => file.startsWith('player/') || file === 'clip.webm'),
      ).toEqual([])
      expect(await page.locator('video').count()).toBe(0)
      const clip = page.waitForRequest(/\/clip\.webm$/)
      await poster.press('Enter')
      await clip
      await playing(page)
      const button = page.getByRole('button', { name: pause, exact: true })
      expect(await button.evaluate((one) => one === document.activeElement)).toBe(true)
      await button.press(' ')
      await page.getByRole('button', { name: play, exact: true }).waitFor()
      // Without its preload axe copies no styles of shadow roots into the page, which the page's
      // policy would refuse.
      const axe = axeOn(page).include('.arasta-video')
      expect(
        (await axe.analyze()).violations.map((fault) => `${fault.id}: ${fault.nodes[0]?.html}`),
      ).toEqual([])
      // Its styles have passed the shop's policy: the bar lies on the picture and not above it.
      const bar = await page.locator('media-control-bar').boundingBox()
      const stage = await page.locator('.arasta-video-stage').boundingBox()
      expect(bar?.width).toBeGreaterThan(300)
      expect(
        Math.abs((bar?.y ?? 0) + (bar?.height ?? 0) - (stage?.y ?? 0) - (stage?.height ?? 0)),
      ).toBeLessThan(2)
    },
  )

  it('shows the owner’s video and words, on the product that the owner named and on no other', async () => {
    const address = `${shop.origin}/pictures/mark.svg`
    await put('video 1.0.0', {
      video: address,
      caption: '<b>Fırından</b> yeni çıktı',
      product: 'https://shop.example/products/tile-plate/',
    })
    const page = await visit('/products/tile-plate')
    await page.getByText('<b>Fırından</b> yeni çıktı').waitFor()
    expect(await page.locator('.arasta-video-poster img').getAttribute('src')).toContain(
      'tile-plate-front',
    )
    // What is no video is said to be none.
    await page.locator('.arasta-video-poster').click()
    await page.getByRole('alert').getByText('Video yüklenemedi').waitFor()
    expect(await fetched(page)).not.toContain('clip.webm')
    await page.goto(`${shop.origin}${PRODUCT}`)
    expect(await page.locator('[data-arasta-video]').isVisible()).toBe(false)
  })

  it('plays with the browser’s own controls when the player cannot be fetched', async () => {
    await put('video 1.0.0')
    const page = await visit(PRODUCT, { device: 'phone' })
    await page.route('**/player/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("gone")' }),
    )
    await page.locator('.arasta-video-poster').tap()
    await page.locator('.arasta-video-stage > video[controls]').waitFor()
    await expect
      .poll(() => page.locator('video').evaluate((one) => (one as HTMLVideoElement).currentTime))
      .toBeGreaterThan(0)
  })
})
