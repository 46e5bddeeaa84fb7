import type { Browser, Page } from 'playwright-core'
import type { TestBed, Place } from './test-bed.ts'
import { takeOff } from './finish.ts'
import { installVersion, untilDone } from './kill-steps.ts'
import type { Part } from './part.ts'
import { NEW, OLD, type SeededItem } from './seed-items.ts'
import { loaderSites } from './systems/loader-sites.ts'
import type { Invariant, Violation } from './violation.ts'

/** At which side effect of an update the market dies, site by site. */
const KILLS = [4, 11, 18, 25, 32]
const PATHS = ['/', '/urun/mavi-vazo']

interface Seen {
  html: string
  parts: string[]
}

/**
 * What stands on a page and what ran there, in words that the author's parts can be put in, too.
 */
async function inspect(page: Page, address: string): Promise<Seen> {
  await page.goto(address, { waitUntil: 'networkidle' })
  return page.evaluate(() => {
    const { head, documentElement: root } = document
    const blocks = [...document.querySelectorAll('p[class]')].map(
      (one) => `${one.className} shows ${one.textContent}`,
    )
    const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[data-item]')].map(
      (one) =>
        `${one.dataset.item} has ${one.src.split('/').pop()} in the ${head.contains(one) ? 'head' : 'body'}${one.integrity ? '' : ', and anybody could change it'}`,
    )
    const ran = Object.entries(root.dataset)
      .filter(([name]) => /^p\d+$/.test(name))
      .map(([name, version]) => `${name} runs ${version}`)
    return { html: root.outerHTML, parts: [...blocks, ...scripts, ...ran].sort() }
  })
}

/** The same as the author of a version wrote it; blocks are for product pages. */
function partsOf({ prefix, versions }: SeededItem, version: string, path: string): string[] {
  const parts = (versions[version] ?? []).flatMap(({ slot, content }) => {
    const html = (content as { html: string }).html
    const file = /\{\{asset:(.+?)\}\}/.exec(html)?.[1]
    if (file) return [`${prefix} has ${file} in the ${slot === 'placement:1' ? 'head' : 'body'}`]
    return path.startsWith('/urun/') ? [`${prefix} shows ${/>(.*?)</.exec(html)?.[1] ?? ''}`] : []
  })
  return [...parts, `${prefix} runs ${version}`]
}

const versionNow = async ({ db }: TestBed, { owner, item }: Place): Promise<string | undefined> =>
  (
    await db
      .selectFrom('installations')
      .innerJoin('releases', 'releases.id', 'release_id')
      .select('version')
      .where('store_id', '=', owner.storeId)
      .where('installations.item_id', '=', item.id)
      .where('installations.state', '=', 'installed')
      .executeTakeFirst()
  )?.version

/**
 * One site through everything that an owner does, with a kill in the midst of it; after each step
 * its pages hold what the authors wrote, and nothing else.
 */
async function walk(testBed: TestBed, page: Page, death: number): Promise<Violation[]> {
  const found: Violation[] = []
  const owner = await testBed.newOwner()
  const [first, second] = [0, 1].map((n) => ({
    owner,
    item: testBed.items.free[n] as SeededItem,
  })) as [Place, Place]
  const { url } = await testBed.db
    .selectFrom('stores')
    .select('url')
    .where('id', '=', owner.storeId)
    .executeTakeFirstOrThrow()
  const say = (invariant: Invariant, path: string, what: string) =>
    found.push({ invariant, where: `${url}${path}`, what })
  const before: string[] = []
  for (const path of PATHS) before.push((await inspect(page, url + path)).html)

  async function expectOn(
    when: string,
    standing: readonly [Place, string | undefined][],
  ): Promise<void> {
    for (const path of PATHS) {
      const wanted = standing
        .flatMap(([{ item }, version]) =>
          version === undefined ? [] : partsOf(item, version, path),
        )
        .sort()
      const { parts } = await inspect(page, url + path)
      if (parts.join() !== wanted.join())
        say(
          'I6',
          path,
          `${when} it should have: ${wanted.join(', ')}; and has: ${parts.join(', ')}`,
        )
    }
  }
  await installVersion(testBed, first, () => owner.install(first.item, OLD), 'installed')
  await installVersion(testBed, second, () => owner.install(second.item, NEW), 'installed')
  await expectOn('with two apps', [
    [first, OLD],
    [second, NEW],
  ])
  testBed.killSwitch.arm(death, 'after', testBed.killMarkets)
  await owner.update(first.item, NEW)
  await untilDone(testBed, first)
  testBed.killSwitch.rest()
  await testBed.startMarkets()
  await testBed.settle()
  await expectOn(`after a death at side effect ${death} of an update`, [
    [first, await versionNow(testBed, first)],
    [second, NEW],
  ])
  await installVersion(testBed, second, () => owner.press(second.item, 'pause'), 'paused')
  await expectOn('with one of them paused', [[first, await versionNow(testBed, first)]])
  await installVersion(testBed, second, () => owner.press(second.item, 'resume'), 'installed')
  await expectOn('with it on again', [
    [first, await versionNow(testBed, first)],
    [second, NEW],
  ])
  for (const place of [first, second]) found.push(...(await takeOff(testBed, place)))
  for (const [n, path] of PATHS.entries())
    if ((await inspect(page, url + path)).html !== before[n])
      say('BACK', path, 'with everything off, the page in a browser is another than before')
  return found
}

/** Pages of any site in a real browser, with the loader's own script in them. */
export const loaderPages =
  (openBrowser: () => Promise<Browser>): Part =>
  async (run) => {
    const deaths = run.sample ? KILLS.slice(0, 1) : KILLS
    const violations: Violation[] = []
    const testBed = await run.open({ system: loaderSites, stores: deaths.length, items: 3 })
    try {
      const browser = await openBrowser()
      try {
        await testBed.startMarkets()
        const context = await browser.newContext()
        const page = await context.newPage()
        const complaints: string[] = []
        page.on('pageerror', (error) => complaints.push(error.message))
        for (const death of deaths)
          if (!run.isStopping()) violations.push(...(await walk(testBed, page, death)))
        violations.push(
          ...complaints.map((what): Violation => ({ invariant: 'SIGNED', where: 'a page', what })),
        )
      } finally {
        await browser.close()
      }
      violations.push(...(await testBed.check()))
    } finally {
      await testBed.close()
    }
    return {
      done: `${deaths.length} sites with two apps each, ${PATHS.length} pages of each looked at six times, a death in the midst of each update`,
      violations,
    }
  }
