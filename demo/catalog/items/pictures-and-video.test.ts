import { posix } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { share } from '../../../test/support/sample-share.ts'
import { PRODUCT } from '../stage/on-shop.ts'
import { faultsIn, shopVisits } from '../stage/shop-visits.ts'
import { carousel } from './carousel/item.ts'
import { gallery } from './gallery/item.ts'
import { video } from './video/item.ts'
import { zoom } from './zoom/item.ts'

const shop = shopVisits()
const { put, visit } = shop

/** Files of packages that the page has asked for so far. */
const fetched = (page: Page) =>
  page.evaluate<string[]>(
    "performance.getEntriesByType('resource').map(entry => entry.name.split('/').slice(5).join('/'))",
  )
/** How many times larger than its frame the picture is drawn. */
const scaleOf = (page: Page) =>
  page.locator('[data-role=product-picture]').evaluate((picture) => {
    const frame = picture.closest('.arasta-zoom') ?? picture
    return Math.round((10 * picture.getBoundingClientRect().width) / frame.clientWidth) / 10
  })

describe.each([carousel, gallery, video, zoom])('$prefix', (item) => {
  it.each(item.releases)('brings every file that its files import ($version)', async (release) => {
    const files = await release.files()
    const names = files.map((file) => file.path)
    for (const { path, bytes } of files.filter((file) => /\.m?js$/.test(file.path))) {
      const imports = bytes.toString().matchAll(/(?:\bfrom|\bimport)\s*\(?["'](\.[^"'`$]+)["']/g)
      for (const [, other = ''] of imports)
        expect(names, path).toContain(posix.join(posix.dirname(path), other))
    }
  })
})

describe('Full-Screen Gallery', () => {
  it.each(
    share(
      [
        ['tr', 'ArrowRight', 'Ürün fotoğrafları', 'Lale vazo, önden', 'Lale vazo, yakından'],
        ['en', 'ArrowRight', 'Product pictures', 'Tulip vase, front', 'Tulip vase, close up'],
        ['ar', 'ArrowLeft', 'صور المنتج', 'مزهرية الزنبق, من الأمام', 'مزهرية الزنبق, عن قرب'],
      ] as const,
      3,
      0,
    ),
  )(
    'is opened, walked through and closed by keyboard (%s)',
    async (hl, ahead, name, first, second) => {
      await put('gallery 1.1.0')
      const page = await visit(PRODUCT, { hl })
      const link = page.locator('[data-role=product-picture-large]')
      await link.focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name })
      await page.locator('.arasta-gallery-grown').waitFor()
      const caption = dialog.locator('.pswp__arasta-caption')
      expect(await caption.textContent()).toBe(first)
      expect(await faultsIn(page, '.pswp')).toEqual([])
      await page.keyboard.press(ahead)
      expect(await caption.textContent()).toBe(second)
      expect(await dialog.locator('[aria-current=true] img').getAttribute('alt')).toBe(second)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      expect(await link.evaluate((one) => one === document.activeElement)).toBe(true)
    },
  )

  it('is swiped, and its strip picks a picture', async () => {
    await put('gallery 1.1.0', { backdrop: 'light' })
    const page = await visit(PRODUCT, { hl: 'en' })
    // Over more than half of the width: on a busy machine a short swipe is too slow to count.
    await page.clock.setSystemTime(new Date('2026-11-20T10:00:00'))
    await page.locator('[data-role=product-picture-large]').click()
    await page.locator('.arasta-gallery-grown').waitFor()
    await page.mouse.move(1100, 300)
    await page.mouse.down()
    await page.mouse.move(200, 300, { steps: 6 })
    await page.mouse.up()
    await page.getByRole('status').getByText('Picture 2 of 3').waitFor()
    await page.locator('.pswp__arasta-strip button').nth(2).click()
    await page.getByRole('status').getByText('Picture 3 of 3').waitFor()
    expect(
      await page.locator('.pswp__item[aria-hidden=false] img').last().getAttribute('src'),
    ).toContain('room-large')
  })

  it('costs the page nothing until a hand comes near, and leaves the way to the large picture when it cannot come', async () => {
    await put('gallery 1.1.0')
    const page = await visit(PRODUCT)
    await page.locator('.arasta-gallery-cue').waitFor()
    expect(await fetched(page)).not.toContain('photoswipe.js')
    await page.route('**/photoswipe.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("gone")' }),
    )
    await page.locator('[data-role=product-picture-large]').click()
    await page.waitForURL(/tulip-vase-front-large\.svg$/)
  })

  it('does not move for somebody who asked for less motion', async () => {
    await put('gallery 1.1.0')
    const page = await visit(PRODUCT, { reducedMotion: 'reduce' })
    await page.locator('[data-role=product-picture-large]').click()
    await page.locator('.arasta-gallery-grown').waitFor()
    expect(
      await page.evaluate(
        "document.querySelector('.pswp').getAnimations({ subtree: true }).length",
      ),
    ).toBe(0)
  })

  it('had neither strip nor captions in its first release', async () => {
    await put('gallery 1.0.0')
    const page = await visit(PRODUCT, { device: 'phone' })
    await page.locator('[data-role=product-picture-large]').tap()
    await page.locator('.arasta-gallery-grown').waitFor()
    expect(await page.locator('.pswp__arasta-count').textContent()).toContain('1 / 3')
    expect(await page.locator('.pswp__arasta-strip, .pswp__arasta-caption').count()).toBe(0)
  })
})

describe('Closer Look', () => {
  it('follows a resting mouse and lets go when it leaves', async () => {
    await put('zoom 1.0.0')
    const page = await visit(PRODUCT)
    const box = await page.locator('.arasta-zoom').boundingBox()
    if (!box) throw new Error('no picture')
    await page.mouse.move(box.x + 100, box.y + 100)
    await page.locator('.arasta-zoom.is-close').waitFor()
    await expect.poll(() => scaleOf(page)).toBe(3)
    // The point under the mouse is the same point of the picture as before.
    const pointUnderMouse = () =>
      page
        .locator('[data-role=product-picture]')
        .evaluate((picture, x) => (x - picture.getBoundingClientRect().left) / 3, box.x + 100)
    await expect.poll(pointUnderMouse).toBeCloseTo(100, 0)
    await page.mouse.move(box.x + box.width + 60, box.y + 100)
    await expect.poll(() => scaleOf(page)).toBe(1)
  })

  it.each(
    share(
      [
        ['tr', 'Yakından bak', 'Ok tuşlarıyla gez'],
        ['en', 'Look closely', 'Move with the arrow keys'],
        ['ar', 'انظر عن قرب', 'تنقّل بمفاتيح الأسهم'],
      ] as const,
      3,
      1,
    ),
  )('is used by keyboard (%s)', async (hl, name, help) => {
    await put('zoom 1.0.0', { factor: 2 })
    const page = await visit(PRODUCT, { hl })
    const button = page.getByRole('button', { name })
    expect(await faultsIn(page, '.arasta-zoom')).toEqual([])
    await button.press('Enter')
    await expect.poll(() => scaleOf(page)).toBe(2)
    await page.getByRole('status').getByText(help).waitFor({ state: 'attached' })
    expect(await button.getAttribute('aria-pressed')).toBe('true')
    expect(await faultsIn(page, '.arasta-zoom')).toEqual([])
    const left = () =>
      page
        .locator('[data-role=product-picture]')
        .evaluate((picture) => picture.getBoundingClientRect().left)
    const before = await left()
    await page.keyboard.press('ArrowRight')
    await expect.poll(left).toBeLessThan(before - 20)
    await page.keyboard.press('Escape')
    await expect.poll(() => scaleOf(page)).toBe(1)
    expect(await button.getAttribute('aria-pressed')).toBe('false')
  })

  it('comes closer under a tap and under two fingers, and stays on the page', async () => {
    await put('zoom 1.0.0')
    const page = await visit(PRODUCT, { device: 'phone' })
    const picture = page.locator('[data-role=product-picture]')
    await picture.tap({ position: { x: 80, y: 120 } })
    await expect.poll(() => scaleOf(page)).toBe(3)
    await page.locator('.arasta-zoom-button').tap()
    await expect.poll(() => scaleOf(page)).toBe(1)
    expect(page.url()).toContain(PRODUCT)

    const box = await page.locator('.arasta-zoom').boundingBox()
    const fingers = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) => {
      const [x, y] = [(box?.x ?? 0) + 180, (box?.y ?? 0) + 150]
      const touchPoints =
        type === 'touchEnd'
          ? []
          : [
              { x: x - apart, y, id: 1 },
              { x: x + apart, y, id: 2 },
            ]
      return fingers.send('Input.dispatchTouchEvent', { type, touchPoints })
    }
    await touch('touchStart', 30)
    for (const apart of [50, 80, 110, 140, 160]) await touch('touchMove', apart)
    await touch('touchEnd', 0)
    await expect.poll(() => scaleOf(page)).toBeGreaterThan(1.4)
  })

  it('does not glide for somebody who asked for less motion', async () => {
    await put('zoom 1.0.0')
    const page = await visit(PRODUCT, { reducedMotion: 'reduce' })
    await page.locator('.arasta-zoom-button').click()
    await expect.poll(() => scaleOf(page)).toBe(3)
    const picture = page.locator('[data-role=product-picture]')
    expect(await picture.evaluate((one) => getComputedStyle(one).transitionDuration)).toBe('0s')
  })

  it('leaves a passing mouse alone when the owner wants it so, and still answers a click', async () => {
    await put('zoom 1.0.0', { hover: false })
    const page = await visit(PRODUCT)
    await page.locator('[data-role=product-picture-large]').hover()
    expect(await scaleOf(page)).toBe(1)
    await page.locator('[data-role=product-picture-large]').click()
    await expect.poll(() => scaleOf(page)).toBe(3)
    expect(page.url()).toContain(PRODUCT)
  })
})

describe.each([
  ['gallery 1.1.0', 'zoom 1.0.0'],
  ['zoom 1.0.0', 'gallery 1.1.0'],
])('%s and then %s on one shop', (first, second) => {
  it('share the picture: the click opens the gallery, mouse and button look closely', async () => {
    await put(first)
    await put(second)
    const page = await visit(PRODUCT, { hl: 'en' })
    expect(
      await page.locator('[data-role=product-gallery]').getAttribute('data-arasta-picture-click'),
    ).toBe('gallery')
    await page.locator('[data-role=product-picture-large]').hover()
    await expect.poll(() => scaleOf(page)).toBe(3)
    await page.locator('[data-role=product-picture-large]').click()
    await page.locator('.arasta-gallery-grown').waitFor()
    expect(await scaleOf(page)).toBe(1)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Look closely' }).press('Enter')
    await expect.poll(() => scaleOf(page)).toBe(3)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})
