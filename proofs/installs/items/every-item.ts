import { join } from 'node:path'
import type { Market } from '#lib/market.ts'
import { ITEM_SOURCES } from '#demo/catalog/build-packages.ts'
import { PLANS } from '#demo/catalog/plans.ts'
import type { ItemSource } from '#demo/catalog/demo-item.ts'
import { DEMO_LOCALES } from '#demo/catalog/demo-locales.ts'
import { callerFor } from '../../screens/caller.ts'
import { openContext } from '../../screens/people.ts'
import { uninstallItem } from '../../screens/states.ts'
import { inParallel, type Part } from '../part.ts'
import type { Violation } from '../violation.ts'
import { listen, type ConsoleMessages } from './console-messages.ts'
import { twoVersionsOf } from './next-release.ts'
import { differences, faultsIn, Shop, type ShopSnapshot } from './shop-snapshot.ts'
import type { BrowserTestBed } from './browser-test-bed.ts'
import {
  rollBack,
  install,
  openPlan,
  uninstall,
  update,
  type OwnerBrowser,
  type Sale,
} from './owner-browser.ts'

/**
 * Apps come onto the first shop and themes onto the second, so that both markets are walked through
 * at once and no shop has more than one item.
 */
const LANES = [
  { market: 'app', site: 'apps', person: 'owner', shop: 'shop', storeId: 'store-1' },
  { market: 'theme', site: 'themes', person: 'newcomer', shop: 'shop2', storeId: 'store-2' },
] as const satisfies readonly {
  market: Market
  site: string
  person: string
  shop: string
  storeId: string
}[]
type Lane = (typeof LANES)[number]

const SAMPLE = 2
/** Longer than a screen takes on a machine that has other work. */
const TIMEOUT_MS = 60_000
const WINDOW = { width: 1280, height: 900 }
const ADDRESS = {
  name: 'Mağaza',
  invoice_type: 'individual',
  firstname: 'Ayşe',
  lastname: 'Demir',
  address: 'Çekirge Mah. 1. Sok. No: 4',
  city: 'Bursa',
  district: 'Osmangazi',
  country: 'TR',
  zip_code: '16070',
  phone: '0532 123 45 67',
  email: 'ayse@shop.example',
}

interface Done {
  items: number
  paid: number
  works: number
  withSteps: number
}

/**
 * Every item of the demo catalogue that is free or paid for once, through the owner's screens:
 * bought where it costs something, installed, brought to a version that is published meanwhile,
 * taken back to the one before, and taken off. After each the shop is what its author wrote, and in
 * the end byte for byte what it was.
 */
export const everyItem =
  (stage: () => Promise<BrowserTestBed>): Part =>
  async (run) => {
    const violations: Violation[] = []
    const done: Done = { items: 0, paid: 0, works: 0, withSteps: 0 }
    const opened = await stage()
    await inParallel(LANES, LANES.length, async (lane) => {
      const own = ITEM_SOURCES.filter((item) => item.market === lane.market)
      await walkThrough(opened, lane, run.sample ? own.slice(0, SAMPLE) : own, {
        violations,
        done,
        say: run.say,
        isStopping: run.isStopping,
      })
    })
    return {
      done: `${done.items} items installed, updated, taken back and taken off in a browser in three languages, ${done.paid} of them paid for; the steps of ${done.withSteps} of ${done.works} works were seen`,
      violations,
    }
  }

interface Reporter {
  violations: Violation[]
  done: Done
  say: (words: string) => void
  isStopping: () => boolean
}

async function walkThrough(
  stage: BrowserTestBed,
  lane: Lane,
  items: readonly ItemSource[],
  { violations, done, say, isStopping }: Reporter,
): Promise<void> {
  const { addresses, sessions, db } = stage
  const shop = new Shop({
    origin: addresses[lane.shop],
    storeId: lane.storeId,
    folder: stage.folder,
  })
  const call = callerFor(stage, lane.person, lane.site)
  await call('POST', '/domain/address', ADDRESS)
  const { domain } = await db
    .selectFrom('stores')
    .select('domain')
    .where('external_id', '=', lane.storeId)
    .executeTakeFirstOrThrow()
  const context = await openContext(stage.browser, sessions, lane.person, { viewport: WINDOW })
  context.setDefaultTimeout(TIMEOUT_MS)
  try {
    const heard = await listen(context)
    const page = await context.newPage()
    const first = await shop.look()
    for (const [n, item] of items.entries()) {
      if (isStopping()) return
      const locale = DEMO_LOCALES[n % DEMO_LOCALES.length]!
      const tell = (what: string) =>
        void violations.push({ invariant: 'SCREEN', where: `${item.prefix} (${locale})`, what })
      const walk: OwnerBrowser = {
        page,
        heard,
        origin: addresses[lane.site],
        locale,
        slug: item.prefix,
        name: item.name[locale],
        say: tell,
      }
      const sale = saleOf(item)
      const isPaid = sale !== 'free'
      // A late answer to the page of before would bring its language back.
      await page.goto('about:blank')
      try {
        await oneItem(stage, shop, walk, item, { sale, atBank: isPaid && done.paid < LANES.length })
        if (isPaid) done.paid += 1
      } catch (error) {
        tell(`${error instanceof Error ? error.message.split('\n')[0] : String(error)}`)
        await page
          .screenshot({ path: join(stage.pictures, `${item.prefix}.png`), fullPage: true })
          .catch(() => {})
        await uninstallItem(call, lane.site, item.prefix, domain).catch(() => {})
      }
      reportConsoleMessages(heard, walk)
      done.items += 1
      if (done.items % 10 === 0) say(`${done.items} items`)
    }
    reportAll(violations, 'BACK', lane.storeId, differences(first, await shop.look()))
    done.works += heard.works
    done.withSteps += heard.withSteps
  } finally {
    await context.close()
  }
}

const reportAll = (
  violations: Violation[],
  invariant: Violation['invariant'],
  where: string,
  found: readonly string[],
) => violations.push(...found.map((what) => ({ invariant, where, what })))

function reportConsoleMessages(heard: ConsoleMessages, walk: OwnerBrowser): void {
  for (const complaint of heard.complaints) walk.say(`a page complained: ${complaint}`)
  heard.words.length = 0
  heard.complaints.length = 0
}

const saleOf = (item: ItemSource): Sale =>
  PLANS[item.prefix] ? 'by_period' : item.price.amountMinor > 0 ? 'once' : 'free'

async function oneItem(
  stage: BrowserTestBed,
  shop: Shop,
  walk: OwnerBrowser,
  item: ItemSource,
  { sale, atBank }: { sale: Sale; atBank: boolean },
): Promise<void> {
  const { now, next, zip } = await twoVersionsOf(item)
  const check = (when: string, found: readonly string[]) => {
    for (const one of found) walk.say(`${when}: ${one}`)
  }
  const before = await shop.look()

  await openPlan(walk, sale, atBank)
  check('while its plan is read', differences(before, await shop.look()))
  await install(walk, now)
  const there = await shop.look()
  check('installed', faultsIn(there, item.prefix, now))

  await stage.publish(item.prefix, next.version, zip)
  const promised = await update(walk, now, next)
  const renewed = await shop.look()
  check('updated', [
    ...faultsIn(renewed, item.prefix, next),
    ...differencesFromPlan(there, renewed, promised),
  ])

  await rollBack(walk, now)
  check('taken back to the version before', [
    ...faultsIn(await shop.look(), item.prefix, now),
    ...differences(there, await shop.look()),
  ])

  await uninstall(walk, now, next)
  check('taken off', differences(before, await shop.look()))
}

/** As many parts are others as the screen had said. */
function differencesFromPlan(before: ShopSnapshot, now: ShopSnapshot, promised: number): string[] {
  const kept = new Set(before.parts.map((part) => part.id))
  const made = now.parts.filter((part) => !kept.has(part.id)).length
  return made === promised ? [] : [`${made} parts were changed, the screen had said ${promised}`]
}
