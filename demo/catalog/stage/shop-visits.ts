import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { createHttp } from '../../../lib/http.ts'
import { axeOn } from '../../../test/support/axe.ts'
import { buildDemoCatalogue } from '../build-packages.ts'
import type { DemoRelease } from '../demo-item.ts'
import { DEVICES, openBrowser, type Device } from './browser.ts'
import { openShopStage, type ShopStage } from './shop-stage.ts'

/**
 * A Friday; with two days of preparation and closed Sundays the first open day is Monday the 23rd.
 */
const FRIDAY = new Date('2026-11-20T10:00:00')

interface VisitOptions {
  hl?: string
  device?: Device
  reducedMotion?: 'reduce' | 'no-preference'
}

export interface ShopVisits {
  /** Origin of the shop front. */
  readonly origin: string
  /** Puts a release (`cookie-consent 1.1.0`) on the shop, until the test is over. */
  put(name: string, answers?: Record<string, string | number | boolean>): Promise<void>
  /** Takes everything off again before the test is over. */
  takeAllOff(): Promise<void>
  /**
   * A browser of a new visitor; everything the page complains of, its policy's refusals too, fails
   * the test.
   */
  visit(path: string, options?: VisitOptions): Promise<Page>
  /** The page as the shop sends it. */
  sourceOf(path: string): Promise<string>
}

/**
 * For tests of what items do on a shop: one shop and one browser for a test file, clean again after
 * every test.
 */
export function shopVisits(): ShopVisits {
  // A real browser on a machine that may be busy.
  vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })
  let stage: ShopStage
  let browser: Browser
  let releases: Map<string, DemoRelease>
  let complaints: string[] = []
  const undo: (() => Promise<void>)[] = []
  const takeAllOff = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }

  beforeAll(async () => {
    const items = await buildDemoCatalogue()
    releases = new Map(
      items.flatMap((item) =>
        item.releases.map((release) => [`${item.prefix} ${release.version}`, release] as const),
      ),
    )
    ;[stage, browser] = await Promise.all([openShopStage(), openBrowser()])
  })

  afterEach(async () => {
    await takeAllOff()
    expect(complaints, 'the page complained').toEqual([])
  })

  afterAll(async () => {
    await browser?.close()
    await stage?.close()
  })

  return {
    get origin() {
      return stage.origin
    },
    async put(name, answers = {}) {
      const release = releases.get(name)
      if (!release) throw new Error(`no release ${name}`)
      undo.push(await stage.put(release, answers))
    },
    takeAllOff,
    async visit(path, { hl = 'tr', device = 'desktop', reducedMotion = 'no-preference' } = {}) {
      complaints = []
      const context = await browser.newContext({ ...DEVICES[device], reducedMotion })
      undo.push(() => context.close())
      const page = await context.newPage()
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          complaints.push(message.text())
      })
      page.on('request', (request) => {
        const { origin, protocol, pathname } = new URL(request.url())
        // The shop itself measures what items cost.
        const measures = origin === stage.installer && pathname.startsWith('/loader/')
        if (origin !== stage.origin && protocol !== 'data:' && !measures)
          complaints.push(request.url())
      })
      await page.clock.setFixedTime(FRIDAY)
      await page.goto(`${stage.origin}${path}?hl=${hl}`)
      return page
    },
    sourceOf: async (path) =>
      (
        await createHttp({ allowOrigins: [stage.origin] }).request(stage.origin + path)
      ).body.toString(),
  }
}

/** What axe finds wrong with what an item brought; the shop around it has its own tests. */
export const faultsIn = async (page: Page, part: string): Promise<string[]> =>
  (await axeOn(page).include(part).analyze()).violations.map(
    (violation) => `${violation.id}: ${violation.nodes[0]?.html}`,
  )
