import { writeFile } from 'node:fs/promises'
import type { BrowserContext, Page } from 'playwright-core'
import type { Locale } from '#lib/locale.ts'
import { axeOn, WCAG } from '#test/support/axe.ts'
import { OPENED, tryOpeners, walkByKeyboard } from './keyboard-walk.ts'
import {
  brokenClamps,
  findingsOf,
  overflowOf,
  readFacts,
  settle,
  watchShifts,
} from './page-facts.ts'

export const SCHEMES = ['light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]
export const WIDTHS = [390, 768, 1280] as const
/** The ends of what the screens are held to; inspected for what sticks out only. */
const ENDS = [320, 2560]
const HEIGHT = 900
/** A browser's surface ends somewhere; what lies below is like what is above. */
const TALLEST_PICTURE = 6_000

/** What somebody does on a page before it is inspected. */
export interface Press {
  /** What is opened first. */
  open?: string
  /** What is typed, by the names of the fields. */
  type?: Readonly<Record<string, string>>
  /** What is clicked; a form itself is sent as from a page that is not awake. */
  on: string
  /** What is there then. */
  until: string
}

export interface Target {
  url: string
  /** What the document is answered with. */
  status: number
  locale: Locale
  /**
   * Ways to look at it; the page is loaded once, for the first, and walked through by keyboard
   * there.
   */
  ways: readonly { scheme: Scheme; width: number }[]
  /** All names of messages. */
  keys: ReadonlySet<string>
  /** Where the picture of a way is put; no pictures when it answers nothing. */
  pictureOf: (scheme: Scheme, width: number) => string | undefined
  /** What opens and was tried before, kept over the run. */
  openers: Set<string>
  press?: Press | undefined
  /** Leaves out what takes longest: the walk by keyboard and the ends. */
  quick?: boolean
}

/**
 * Opens one page and inspects it in every way asked for; answers what is wrong, each as a sentence
 * that begins where it is.
 */
export async function inspectScreen(context: BrowserContext, target: Target): Promise<string[]> {
  const page = await context.newPage()
  try {
    return await inspectPage(page, target)
  } catch (error) {
    return [`could not be looked at: ${(error as Error).message.split('\n')[0]}`]
  } finally {
    await page.close()
  }
}

async function inspectPage(page: Page, target: Target): Promise<string[]> {
  const {
    locale,
    ways: [first, ...others],
    status,
  } = target
  if (!first) return []
  const complaints = listen(
    page,
    target.press ? /status of 4\d\d/ : status >= 400 ? new RegExp(`status of ${status}`) : null,
  )
  await watchShifts(page)
  await put(page, first)
  const answer = await page.goto(target.url, { waitUntil: 'load' })
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {})
  const findings: string[] = []
  if (answer?.status() !== status)
    findings.push(`is answered with ${answer?.status()}, not ${status}`)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  if (target.press) await press(page, target.press)
  const facts = await readFacts(page)
  // What moves after a click is the answer to it.
  findings.push(
    ...findingsOf(target.press ? { ...facts, shift: 0 } : facts, {
      lang: locale,
      keys: target.keys,
    }),
  )
  await settle(page)
  for (const way of [first, ...others]) {
    await put(page, way)
    findings.push(...(await inspectVariant(page, way, target)))
  }
  if (!target.quick) {
    for (const width of ENDS) {
      await put(page, { scheme: first.scheme, width })
      findings.push(...(await tooWide(page, `${width} px`)))
    }
  }
  await put(page, first)
  if (!target.quick) {
    findings.push(
      ...(await tryOpeners(page, target.openers, async (name) => [
        ...(await accessibleOpen(page, `with ${name} open`)),
        ...(await tooWide(page, `with ${name} open`)),
      ])),
    )
  }
  findings.push(...(await walkByKeyboard(page)))
  return [...new Set([...findings, ...complaints])]
}

async function press(page: Page, { open, type = {}, on, until }: Press): Promise<void> {
  if (open !== undefined) await page.locator(`main ${open}`).click()
  for (const [name, words] of Object.entries(type))
    await page.locator(`main [name="${name}"]:not([type=hidden])`).fill(words)
  const what = page.locator(`main ${on}`)
  if (await what.evaluate((element) => element instanceof HTMLFormElement))
    await what.evaluate((form) => (form as HTMLFormElement).requestSubmit())
  else await what.click()
  await page.locator(`main ${until}`).first().waitFor()
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {})
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

async function put(
  page: Page,
  { scheme, width }: { scheme: Scheme; width: number },
): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme })
  await page.setViewportSize({ width, height: HEIGHT })
}

/**
 * As high as the page: what keeps to the window's edge (a phone's price bar) then lies where it
 * comes to rest and covers nothing.
 */
async function putWhole(page: Page, width: number): Promise<number> {
  const height = Math.min(
    Math.max(await page.evaluate(() => document.documentElement.scrollHeight), HEIGHT),
    TALLEST_PICTURE,
  )
  await page.setViewportSize({ width, height })
  return height
}

async function inspectVariant(
  page: Page,
  { scheme, width }: { scheme: Scheme; width: number },
  { pictureOf }: Target,
): Promise<string[]> {
  const where = `${scheme} ${width} px`
  const findings = [
    ...(await tooWide(page, where)),
    ...(await brokenClamps(page)).map((finding) => `${where}: ${finding}`),
  ]
  const height = await putWhole(page, width)
  findings.push(...(await accessible(page, where)))
  const path = pictureOf(scheme, width)
  if (path) await takePicture(page, path, width, height)
  return findings
}

async function tooWide(page: Page, where: string): Promise<string[]> {
  const { by, who } = await overflowOf(page)
  return by > 0 ? [`${where}: ${by} px wider than the window: ${who}`] : []
}

async function accessible(
  page: Page,
  where: string,
  check = axeOn(page).withTags(WCAG),
): Promise<string[]> {
  const { violations } = await check.analyze()
  return violations.map(
    ({ id, nodes }) =>
      `${where}: ${id}: ${nodes
        .slice(0, 3)
        .map(({ target, html }) => `${target.join(' ')} ${html.slice(0, 140)}`)
        .join(' | ')}`,
  )
}

/**
 * With something open over the page: what it covers in part was measured before, and is whole again
 * when it closes.
 */
async function accessibleOpen(page: Page, where: string): Promise<string[]> {
  return [
    ...(await accessible(page, where, axeOn(page).withTags(WCAG).disableRules(['target-size']))),
    ...(await accessible(page, where, axeOn(page).withRules(['target-size']).include(OPENED))),
  ]
}

async function takePicture(page: Page, path: string, width: number, height: number): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0))
  const session = await page.context().newCDPSession(page)
  try {
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'webp',
      quality: 82,
      captureBeyondViewport: true,
      clip: { x: 0, y: 0, width, height, scale: 1 },
    })
    await writeFile(path, Buffer.from(data, 'base64'))
  } finally {
    await session.detach()
  }
}

/**
 * What a page says in the console and which of its requests fail, but for the answer that was asked
 * for.
 */
function listen(page: Page, expected: RegExp | null): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected?.test(message.text()))
      complaints.push(`console: ${message.text().slice(0, 200)}`)
  })
  page.on('pageerror', (error) => complaints.push(`error: ${error.message.slice(0, 200)}`))
  page.on('requestfailed', (request) => {
    // The page was closed or has requested something newer.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      complaints.push(`request failed: ${request.url()} ${request.failure()?.errorText}`)
  })
  page.on('response', (response) => {
    const isExpected = expected?.test(`status of ${response.status()}`) ?? false
    if (
      response.status() >= 400 &&
      response.request().resourceType() !== 'document' &&
      !(isExpected && response.request().method() === 'POST')
    )
      complaints.push(`request answered with ${response.status()}: ${response.url()}`)
  })
  return complaints
}
