import type { Browser } from 'playwright-core'
import { directionOf } from '../../lib/locale.ts'
import { buildDemoCatalogue } from './build-packages.ts'
import type { DemoItem } from './demo-item.ts'
import { DEMO_LOCALES, type DemoLocale } from './demo-locales.ts'
import { writePictures, type DemoPicture } from './picture-archive.ts'
import { DEVICES, openBrowser } from './stage/browser.ts'
import { encodePicture } from './stage/encode-picture.ts'
import { openShopStage, type ShopStage } from './stage/shop-stage.ts'
import { onShopOf } from './stage/on-shop-of.ts'
import type { Shot } from './stage/on-shop.ts'

/**
 * Takes the pictures of the demo catalogue: the real shop, with the item on it, in every language.
 * `node demo/catalog/take-pictures.ts [prefix …]` writes `pictures/<prefix>.zip`; all
 * items when none is named.
 */
/** The day on every picture, so that a second run shows the same calendar. */
const DAY = new Date('2026-11-20T10:00:00')

const items = await buildDemoCatalogue()
const named = process.argv.slice(2)
const stage = await openShopStage()
const browser = await openBrowser()
try {
  for (const item of items)
    if (named.length === 0 || named.includes(item.prefix)) await takeItem(item)
} finally {
  await browser.close()
  await stage.close()
}

async function takeItem(item: DemoItem): Promise<void> {
  const pictures: DemoPicture[] = []
  const files: { name: string; bytes: Buffer }[] = []
  const { shots } = await onShopOf(item)
  for (const shot of shots) {
    const position = shots
      .filter((other) => other.role === shot.role && other.device === shot.device)
      .indexOf(shot)
    for (const locale of DEMO_LOCALES) {
      const png = await takeShot(stage, browser, item, shot, locale)
      const picture = await encodePicture(
        png,
        `${shot.role}-${shots.indexOf(shot) + 1}-${shot.device}-${locale}`,
        shot.device,
      )
      files.push(...picture.files)
      pictures.push({
        role: shot.role,
        device: shot.device,
        locale,
        position: shot.role === 'cover' ? position : shots.indexOf(shot),
        width: picture.width,
        height: picture.height,
        placeholder: picture.placeholder,
        alt: shot.alt,
        sources: picture.files.map(({ name, type, width }) => ({
          path: `${item.prefix}/${name}`,
          type,
          width,
        })),
      })
    }
  }
  await writePictures(item.prefix, pictures, files)
  console.log(`${item.prefix}: ${pictures.length} pictures`)
}

async function takeShot(
  shop: ShopStage,
  chrome: Browser,
  item: DemoItem,
  shot: Shot,
  locale: DemoLocale,
): Promise<Buffer> {
  const newest = (prefix: string) => {
    const release = items.find((one) => one.prefix === prefix)?.releases.at(-1)
    if (!release) throw new Error(`no item ${prefix}`)
    return release
  }
  const undo = [
    ...(shot.wears ? [await shop.put(newest(shot.wears))] : []),
    await shop.put(newest(item.prefix), shot.answers),
  ]
  const context = await chrome.newContext({
    ...DEVICES[shot.device],
    reducedMotion: shot.reducedMotion ?? 'no-preference',
    locale,
  })
  try {
    const page = await context.newPage()
    page.on('pageerror', (error) => {
      throw new Error(`${item.prefix} ${locale}: ${error.message}`)
    })
    await page.clock.setFixedTime(DAY)
    await page.goto(`${shop.origin}${shot.path}?hl=${locale}`)
    if ((await page.locator('html').getAttribute('dir')) !== directionOf(locale)) {
      throw new Error(`the shop does not speak ${locale}`)
    }
    await page.evaluate('document.fonts.ready')
    if (item.prefix === 'cookie-consent') await page.locator('#cc-main .cm').waitFor()
    await shot.act?.(page, locale)
    await page.evaluate('document.fonts.ready')
    if (!shot.act) await page.waitForTimeout(400)
    return await page.screenshot()
  } finally {
    await context.close()
    for (const step of undo.toReversed()) await step()
  }
}
