import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diskBlobs } from '#modules/catalog/package-blobs.ts'
import { openDb, type Db } from '#db/client.ts'
import { systemClock } from '#lib/clock.ts'
import { faultsOf } from '#test/support/axe.ts'
import {
  addresses,
  newVisitor,
  expectNoConsoleMessages,
  openChromium,
} from '#test/support/browser.ts'
import { LONG_TITLE, ODD_CATALOGUE } from '#test/support/unusual-catalogue.ts'
import { share } from '#test/support/sample-share.ts'
import { importCatalogue } from '#tools/import/import-catalogue.ts'

let browser: Browser
let db: Db
let folder: string

beforeAll(async () => {
  browser = await openChromium()
  db = openDb({ url: process.env.JOURNEY_DATABASE_URL ?? '', poolSize: 2 })
  folder = await mkdtemp(join(tmpdir(), 'arasta-odd-'))
  for (const [name, content] of Object.entries(ODD_CATALOGUE)) {
    await writeFile(
      join(folder, name),
      Array.isArray(content)
        ? content.map((line) => JSON.stringify(line)).join('\n')
        : JSON.stringify(content),
    )
  }
})
afterAll(async () => {
  // The other journeys walk through the demo catalogue alone.
  await db.deleteFrom('items').where('source', '=', 'odd').execute()
  await db
    .deleteFrom('categories')
    .where('slug', 'like', 'c%')
    .where('id', 'not in', (on) => on.selectFrom('item_categories').select('category_id'))
    .execute()
  await db.destroy()
  await browser.close()
  await rm(folder, { recursive: true, force: true })
})

const ODD_ITEMS = [
  'long-title',
  'long-word',
  'many-releases',
  'japanese',
  'emoji',
  'half-stars',
  'recurring',
  'by-use',
]

const slugOf = async (id: string) =>
  (
    await db
      .selectFrom('items')
      .select('slug')
      .where('source', '=', 'odd')
      .where('source_id', '=', id)
      .executeTakeFirstOrThrow()
  ).slug

describe('an imported catalogue of unusual values', () => {
  test('appears in cached lists as soon as the import has ended', async () => {
    const visitor = await newVisitor(browser, { locale: 'en' })
    const list = `${addresses().apps}/search?q=half+stars&hl=en`
    await visitor.page.goto(list)
    expect(await visitor.page.getByRole('link', { name: 'Half stars', exact: true }).count()).toBe(
      0,
    )
    await importCatalogue({
      folder,
      db,
      blobs: diskBlobs(join(folder, 'blobs')),
      clock: systemClock,
      reportPath: join(folder, 'report.tsv'),
    })
    // The market is notified by the database, in its own time.
    await expect
      .poll(
        async () => {
          await visitor.page.goto(list)
          return visitor.page.getByRole('link', { name: 'Half stars', exact: true }).count()
        },
        { timeout: 15_000 },
      )
      .toBeGreaterThan(0)
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })

  test.each(
    share(
      [
        ['en', 320, false],
        ['ar', 390, true],
        ['en', 1280, true],
        ['tr', 768, false],
      ] as const,
      2,
      1,
    ),
  )('breaks no list and no item page: %s at %i px', async (locale, width, dark) => {
    const visitor = await newVisitor(browser, { locale, width, dark })
    // Each item at two of the four.
    const half = ODD_ITEMS.filter((_, at) => (at % 2 === 0) === (width === 320 || width === 768))
    const items = await Promise.all(half.map(slugOf))
    for (const path of [
      '/',
      '/list?sort=newest',
      '/search?q=sentence',
      ...items.map((slug) => `/${slug}`),
    ]) {
      await visitor.page.goto(
        `${addresses().apps}${path}${path.includes('?') ? '&' : '?'}hl=${locale}`,
      )
      const overflow = await visitor.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow, path).toBeLessThanOrEqual(0)
      expect(await visitor.page.getByRole('heading', { level: 1 }).count(), path).toBe(1)
      expect(await faultsOf(visitor.page), path).toEqual([])
    }
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })

  test('shows recurring and usage-based prices, and that nothing can be installed yet (D9)', async () => {
    const visitor = await newVisitor(browser, { locale: 'en' })
    const { page } = visitor
    await page.goto(`${addresses().apps}/${await slugOf('recurring')}?hl=en`)
    const text = await page.getByRole('main').innerText()
    // The catalogue's price is in dollars, and a visitor here sees liras (D27).
    expect(text).toMatch(/≈ ₺3\d\d,\d\d/)
    expect(text).toMatch(/month/)
    expect(text).toMatch(/cannot be (installed|bought)|not.{0,20}installable/i)
    await page.goto(`${addresses().apps}/${await slugOf('by-use')}?hl=en`)
    expect(await page.getByRole('main').innerText()).not.toMatch(/\bInstall free\b/)
    await page.goto(`${addresses().apps}/${await slugOf('long-title')}?hl=en`)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain(LONG_TITLE)
    await visitor.close()
  })

  test('back from an item restores the list after several "show more" (S2.16)', async () => {
    const visitor = await newVisitor(browser, { locale: 'en' })
    const { page } = visitor
    const titles = () => page.locator('[aria-busy] article h2').allTextContents()
    const at = () => page.evaluate(() => Math.round(window.scrollY))
    await page.goto(`${addresses().apps}/list?sort=newest&hl=en`)
    // Until then the height of what is further down is a guess.
    await page.locator('html[data-sections-shown]').waitFor()
    const seen: { titles: string[]; at: number }[] = []
    for (const count of [48, 72]) {
      await page.getByRole('link', { name: /^Show .*more/ }).scrollIntoViewIfNeeded()
      seen.push({ titles: await titles(), at: await at() })
      await page.getByRole('link', { name: /^Show .*more/ }).click()
      await expect.poll(async () => (await titles()).length, { timeout: 10_000 }).toBe(count)
      // what was there stays, and who clicked stays where they are
      expect((await titles()).slice(0, count - 24)).toEqual(seen.at(-1)!.titles)
      expect(Math.abs((await at()) - seen.at(-1)!.at)).toBeLessThan(60)
    }
    await page.locator('[aria-busy] article').nth(60).scrollIntoViewIfNeeded()
    const third = { titles: await titles(), at: await at() }
    await page.locator('[aria-busy] article').nth(60).getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: third.titles[60]!, exact: true }).waitFor()
    await expect.poll(at, { timeout: 10_000 }).toBe(0)
    for (const before of [third, ...seen.toReversed()]) {
      await page.goBack()
      await expect.poll(titles, { timeout: 10_000 }).toEqual(before.titles)
      await expect
        .poll(async () => Math.abs((await at()) - before.at), { timeout: 10_000 })
        .toBeLessThan(3)
    }
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })

  test('shows the stated reason of a delisted item and nothing more', async () => {
    const visitor = await newVisitor(browser, { locale: 'en' })
    const answer = await visitor.page.goto(`${addresses().apps}/${await slugOf('gone')}?hl=en`)
    expect(answer?.status()).toBe(410)
    expect(await visitor.page.locator('body').innerText()).toMatch(
      /It asked for .*more.* than it said/,
    )
    await visitor.close()
  })
})
