import type { BrowserContext, Frame, Page } from 'playwright-core'
import { NO_TERMS } from '#modules/catalog/plan-terms.ts'
import { writeListings } from '#modules/catalog/write-listings.ts'
import type { Market } from '#lib/market.ts'
import { bareListing } from '#test/support/reviewers.ts'
import { openContext, type Person } from '../../screens/people.ts'
import type { BrowserTestBed } from '../items/browser-test-bed.ts'
import type { Part } from '../part.ts'
import type { Violation } from '../violation.ts'
import { HOSTILE, HOSTILE_VERSION, hostileApp, hostileLeaver, hostileTheme } from './packages.ts'
import { openSentinel, type Sentinel } from './sentinel.ts'
import { leave, type Targets, type Leaks } from './attacks.ts'

type Kind = keyof typeof HOSTILE
const SITE = { theme: 'themes', app: 'apps', leaver: 'apps' } as const satisfies Record<
  Kind,
  'apps' | 'themes'
>
/** How somebody comes to look at it. */
interface Visit {
  kind: Kind
  person: Person
  on: 'demo' | 'own'
}
const VISITS: readonly Visit[] = (['theme', 'app', 'leaver'] as const).flatMap((kind): Visit[] => [
  { kind, person: 'visitor', on: 'demo' },
  { kind, person: 'owner', on: 'demo' },
  { kind, person: 'owner', on: 'own' },
])
const TIMEOUT_MS = 60_000
/** What a page does by itself after it was loaded: late enough for everything that begins then. */
const SETTLE_MS = 1_200

/** One visit: the browser it is made with, and what the hostile script told last. */
interface Inspection {
  visit: Visit
  context: BrowserContext
  told: { leaks?: Leaks | undefined }
  say: (how: string, what: string) => void
}
interface Scene {
  stage: BrowserTestBed
  sentinel: Sentinel
  violations: Violation[]
  tried: number
}

/**
 * XSS-5: hostile packages in the live preview, in a real browser, before somebody who is signed in
 * to the market and to the panel: a theme of nothing but style, an app with everything that scripts
 * and markup can do, and one that leads the page away. Framed, nothing gets out at all; opened by
 * itself, the page can lead itself away, and takes nothing along.
 */
export const hostile =
  (open: () => Promise<BrowserTestBed>): Part =>
  async (run) => {
    const stage = await open()
    const sentinel = await openSentinel()
    const scene: Scene = { stage, sentinel, violations: [], tried: 0 }
    try {
      await listHostile(scene)
      for (const visit of VISITS) {
        if (run.isStopping()) break
        await look(scene, visit)
      }
    } finally {
      await sentinel.close()
    }
    return {
      done: `${VISITS.length} previews of hostile items, framed and by themselves, ${scene.tried} tricks in them`,
      violations: scene.violations,
    }
  }

async function listHostile({ stage, sentinel }: Scene): Promise<void> {
  const { addresses, db } = stage
  const aims: Targets = {
    sentinel: sentinel.origin,
    markets: [addresses.apps, addresses.themes],
    panel: addresses.panel,
    shops: [addresses.shop, addresses.shop2],
  }
  await db
    .insertInto('partners')
    .values({ id: 'par_x', slug: 'x', name: 'X', created_at: new Date(0) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const packages = { theme: hostileTheme, app: hostileApp, leaver: hostileLeaver }
  for (const [kind, prefix] of Object.entries(HOSTILE) as [Kind, string][]) {
    const market: Market = kind === 'theme' ? 'theme' : 'app'
    const plan = {
      kind: 'free' as const,
      amountMinor: 0,
      currency: 'TRY' as const,
      period: null,
      name: {},
      features: {},
      ...NO_TERMS,
    }
    await db.transaction().execute((trx) =>
      writeListings(trx, [
        {
          ...bareListing(`itm_${prefix}`),
          slug: prefix,
          prefix,
          market,
          plans: [plan],
          releases: [],
        },
      ]),
    )
    await stage.publishUnjudged(prefix, HOSTILE_VERSION, await packages[kind](aims))
  }
}

/** What a signed-in browser holds that nobody else may get; the shop's address is not among it. */
async function secretsOf(context: BrowserContext): Promise<string[]> {
  return (await context.cookies())
    .filter(({ name, value }) => name !== 'domain' && value.length >= 16)
    .map(({ value }) => value)
}

/**
 * A page by itself may go where it likes, and Chromium lets it fetch beforehand where it might go.
 */
const isNavigation = (request: string): boolean =>
  request.startsWith('GET ') && request.includes('"upgrade-insecure-requests"')

async function look(scene: Scene, visit: Visit): Promise<void> {
  const { stage, sentinel } = scene
  const context = await openContext(stage.browser, stage.sessions, visit.person, {
    viewport: { width: 1280, height: 900 },
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  const looking: Inspection = {
    visit,
    context,
    told: {},
    say: (how, what) =>
      void scene.violations.push({
        invariant: 'PREVIEW',
        where: `${visit.kind}, ${visit.person} on ${visit.on}, ${how}`,
        what,
      }),
  }
  const say = (what: string) => looking.say('framed', what)
  try {
    await context.exposeBinding('arastaTell', (_, leaks: Leaks) => {
      looking.told.leaks = leaks
    })
    const page = await context.newPage()
    sentinel.forget()
    await page.goto(
      `${stage.addresses[SITE[visit.kind]]}/preview/${HOSTILE[visit.kind]}?hl=en${visit.on === 'demo' ? '&on=demo' : ''}`,
    )
    const [held, stored, at] = [await secretsOf(context), await storageOf(page), page.url()]
    const [frame, address] = [await frameOf(page), await addressOf(page)]
    await tryAll(scene, looking, frame, say)
    for (const request of sentinel.heard) say(`got out: ${request.slice(0, 160)}`)
    if (page.url() !== at) say(`the market's page was led to ${page.url()}`)
    if (context.pages().length !== 1) say('opened a window')
    if ((await secretsOf(context)).join() !== held.join()) say("the session's cookies are others")
    if ((await storageOf(page)) !== stored) say("wrote into the market's storage")
    await page.close()
    await openAlone(scene, looking, address, held)
  } catch (error) {
    looking.say(
      'at all',
      `could not be looked at: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
    )
  } finally {
    await context.close()
  }
}

const storageOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
const addressOf = async (page: Page): Promise<string> =>
  (await page.locator('iframe').first().getAttribute('src')) ?? ''

async function frameOf(page: Page): Promise<Frame> {
  const handle = await page.waitForSelector('iframe')
  const frame = await handle.contentFrame()
  if (!frame) throw new Error('the preview has no frame')
  return frame
}

/** What the script on the page that was opened last has, when it is through with everything. */
async function leaksOf({ told }: Inspection, page: Frame | Page): Promise<Leaks> {
  const until = performance.now() + TIMEOUT_MS
  while (!told.leaks?.isDone && performance.now() < until)
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  if (told.leaks?.isDone) return told.leaks
  throw new Error(
    `the script was not through with its tricks at ${page.url()}: ${told.leaks ? `the last was ${Object.keys(told.leaks.tried).at(-1)}` : 'it did not begin'}`,
  )
}

/** Lets the page do what it does and reads what it got hold of. */
async function tryAll(
  scene: Scene,
  looking: Inspection,
  page: Frame | Page,
  say: (what: string) => void,
): Promise<void> {
  const { kind } = looking.visit
  if (kind === 'app') {
    const leaks = await leaksOf(looking, page)
    scene.tried += Object.keys(leaks.tried).length
    if (leaks.origin !== 'null') say(`stands in the origin ${leaks.origin}`)
    for (const got of leaks.got) say(`got ${got}`)
  }
  if (kind === 'theme') await page.locator('.navbar').first().waitFor()
  await new Promise((resolve) => {
    setTimeout(resolve, SETTLE_MS)
  })
}

/**
 * Without our frame around it, in a tab of its own: it may lead itself away, and has nothing to
 * take along.
 */
async function openAlone(
  scene: Scene,
  looking: Inspection,
  address: string,
  held: readonly string[],
): Promise<void> {
  const { sentinel } = scene
  const { context, visit, told } = looking
  const say = (what: string) => looking.say('by itself', what)
  const page = await context.newPage()
  sentinel.forget()
  told.leaks = undefined
  await page.goto(address)
  if (visit.kind === 'leaver') await page.waitForURL(`${sentinel.origin}/**`)
  else {
    await tryAll(scene, looking, page, say)
    for (const request of sentinel.heard)
      if (!isNavigation(request)) say(`got out: ${request.slice(0, 160)}`)
    await openFiles(scene, page, say)
  }
  if (visit.kind === 'app') {
    told.leaks = undefined
    await page.goto(address)
    await page
      .evaluate(leave, [sentinel.origin, await leaksOf(looking, page)] as const)
      .catch(() => {})
    await page.waitForURL(`${sentinel.origin}/**`)
  }
  if (visit.kind !== 'theme' && sentinel.heard.length === 0)
    say('the sentinel hears nothing: the proof is blind')
  for (const request of sentinel.heard) {
    if (held.some((secret) => request.includes(secret))) say('took a secret along')
    if (/"(?:cookie|referer)":/.test(request))
      say(`told more than its address: ${request.slice(0, 160)}`)
  }
  if ((await context.cookies()).some((cookie) => cookie.domain.includes('preview')))
    say('kept a cookie')
}

/** Files of the package as pages of their own are nothing (XSS-4). */
async function openFiles(
  { sentinel }: Scene,
  page: Page,
  say: (what: string) => void,
): Promise<void> {
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((entry) => entry.name)
      .filter((name) => /\/(?:a\.css|tricks\.js)$/.test(name)),
  )
  if (files[0] === undefined) return say('none of its files was loaded: the proof is blind')
  await page.goto('about:blank')
  sentinel.forget()
  for (const name of ['drawing.svg', 'page.html', 'x.js']) {
    await page.goto(new URL(name, files[0]).href).catch(() => null)
    await new Promise((resolve) => {
      setTimeout(resolve, 300)
    })
  }
  for (const request of sentinel.heard) say(`a file of it got out: ${request.slice(0, 160)}`)
}
