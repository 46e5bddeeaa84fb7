import sharp from 'sharp'
import { addressOf, storePicture } from '#modules/catalog/public.ts'
import { writePackage } from '#modules/catalog/packages/write-package.ts'
import { publishRelease } from '#modules/catalog/publish-release.ts'
import type { Random } from '../harness/random.ts'
import { NEW, OLD, type SeededItem } from '../installs/seed-items.ts'
import type { Owner } from '../installs/owner.ts'
import { Buyer } from '../money/buyer.ts'
import { payToEnd } from '../money/finish.ts'
import type { BackedUpMarket } from './market.ts'

const LANES = 6
const PAUSE_MS = 60
/** Of releases and pictures, which take a processor. */
const PUBLISH_MS = 700
const CENTRE = { x: 500, y: 500, size: 1000 }

export interface Traffic {
  /** What was answered well, by its name. */
  done: Record<string, number>
  /** No further request begins; those that are under way have no answer any more, perhaps. */
  stop(): void
  ended: Promise<void>
}

/** So that no store buys twice and no version comes twice, over all traffic of a run. */
export interface Taken {
  buyers: number
  versions: number
  bought: Bought[]
  /** What was installed once. */
  installed: { owner: Owner; item: SeededItem }[]
}

/** An order of which the buyer was told, at that time, that it is paid. */
export interface Bought {
  orderNumber: string
  at: Date
}

/** Stores that buy, install, update and take off, and a partner who publishes, until it is stopped. */
export function beginTraffic(market: BackedUpMarket, random: Random, taken: Taken): Traffic {
  const done: Record<string, number> = {}
  let stopped = false
  const note = (what: string, isDone: boolean): void => {
    if (isDone) done[what] = (done[what] ?? 0) + 1
  }
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T

  async function buy(): Promise<void> {
    const owner = market.owners[taken.buyers % market.owners.length] as Owner
    const place = taken.buyers
    if (place >= market.owners.length) return
    taken.buyers += 1
    const { paid } = market.items
    const item = { slug: paid.prefix, priceMinor: 24_990, release: NEW }
    const buyer = new Buyer(market.world, { id: owner.storeId, token: owner.token, place }, item)
    await buyer.prepare()
    await payToEnd(buyer)
    const isPaid = (await buyer.status()).body?.data?.outcome === 'confirmed'
    note('bought', isPaid)
    if (isPaid) taken.bought.push({ orderNumber: buyer.orderNumber, at: new Date() })
  }
  async function install(owner: Owner, item: SeededItem): Promise<void> {
    const { status } = await owner.install(item, pick([OLD, NEW]))
    note('installed', status === 200)
    if (status === 200) taken.installed.push({ owner, item })
  }
  async function change(owner: Owner, item: SeededItem): Promise<void> {
    const version = pick([OLD, NEW])
    note('updated', (await owner.update(item, version)).status === 200)
  }
  async function takeOff(owner: Owner, item: SeededItem): Promise<void> {
    note('taken off', (await owner.uninstall(item)).status === 200)
  }

  async function lane(): Promise<void> {
    while (!stopped) {
      const [what, owner, item] = [random.below(10), pick(market.owners), pick(market.items.free)]
      try {
        const other = taken.installed.length > 0 ? pick(taken.installed) : { owner, item }
        if (what < 4) await buy()
        else if (what < 7) await install(owner, item)
        else if (what < 9) await change(other.owner, other.item)
        else await takeOff(other.owner, other.item)
      } catch {
        // The market is just dying.
      }
      await pause(PAUSE_MS)
    }
  }
  async function publish(): Promise<void> {
    while (!stopped) {
      try {
        await publishVersion(market, (taken.versions += 1))
        note('released', true)
        await publishIcon(market, taken.versions)
        note('pictured', true)
      } catch {
        // So is its database.
      }
      await pause(PUBLISH_MS)
    }
  }
  const ended = Promise.all([...Array.from({ length: LANES }, lane), publish()])
  return {
    done,
    stop: () => {
      stopped = true
    },
    ended: ended.then(() => {}),
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function publishVersion(market: BackedUpMarket, n: number): Promise<void> {
  const { id, prefix } = market.items.published
  const [version, words] = [`2.0.${n}`, { en: `Version ${n}` }]
  const manifest = {
    format: 1,
    kind: 'app',
    prefix,
    version,
    name: words,
    compatibility: { platforms: { 1: '*' } },
    permissions: [{ code: 'tracking_code', required: true, reason: words }],
    design_blocks: [],
    tracking_codes: [
      {
        id: 'code',
        placement: 3,
        title: words,
        summary: words,
        html: '<script src="{{asset:app.js}}"></script>',
      },
    ],
  }
  const zip = await writePackage([
    { path: 'arasta.app.json', bytes: Buffer.from(JSON.stringify(manifest)) },
    { path: 'app.js', bytes: Buffer.from(`void ${n}`) },
  ])
  const services = market.services()
  await publishRelease(services, {
    itemId: id,
    version,
    notes: words,
    publishedAt: services.clock.now(),
    zip,
  })
}

/** A picture that an item shows from then on. */
async function publishIcon(market: BackedUpMarket, n: number): Promise<void> {
  const color = { r: n % 256, g: (n * 7) % 256, b: (n * 31) % 256 }
  const upload = await sharp({
    create: { width: 300, height: 300, channels: 3, background: color },
  })
    .png()
    .toBuffer()
  const { sources } = await storePicture(market.services(), upload, 'icon', CENTRE)
  const path = sources[0]?.path ?? addressOf('')
  await market
    .db()
    .updateTable('items')
    .set({ icon: path })
    .where('id', '=', market.items.published.id)
    .execute()
}
