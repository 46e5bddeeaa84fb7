import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { fill } from '#modules/catalog/rule-pack/say.ts'
import {
  advanceTestClock,
  type ClockEvent,
  getTestTimeline,
  listTestStores,
} from '#modules/billing/developer-contract.ts'
import { getOwnToken } from '#modules/identity/token-contract.ts'
import type { Locale } from '#lib/locale.ts'
import { readMessages } from '#locales/read.ts'
import { messagesFor } from '../messages.ts'
import type { MarketClient } from './market-client.ts'

type TestStore = z.output<typeof listTestStores.output>['stores'][number]

export interface ClockShown {
  store: TestStore
  /** The newest last. */
  events: ClockEvent[]
}

const LOOK_MS = 1_000
const MOST_LOOKS = 600

/** The partner's test store of this domain; null when there is none. */
async function findStore(
  client: MarketClient,
  domain: string,
): Promise<{ path: string; store: TestStore } | null> {
  const { partner } = await client.call('GET', '/token', getOwnToken.output)
  const root = `/partners/${partner.id}/test-stores`
  const { stores } = await client.call('GET', root, listTestStores.output)
  const store = stores.find((one) => one.domain === domain)
  return store ? { path: `${root}/${store.id}`, store } : null
}

/** The clock of a store and what happened last. Null: no such store. */
export async function showClock(client: MarketClient, domain: string): Promise<ClockShown | null> {
  const found = await findStore(client, domain)
  if (!found) return null
  const { store, events } = await client.call(
    'GET',
    `${found.path}/timeline`,
    getTestTimeline.output,
  )
  return { store, events: events.toReversed() }
}

/** Moves the clock, waits until it has arrived, and shows what happened on the way. */
export async function advanceClock(
  client: MarketClient,
  domain: string,
  by: string,
): Promise<ClockShown | null> {
  const found = await findStore(client, domain)
  if (!found) return null
  await client.call('POST', `${found.path}/advance`, advanceTestClock.output, { json: { by } })
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const shown = await showClock(client, domain)
    if (shown?.store.clock?.is_moving !== true)
      return (
        shown && { ...shown, events: shown.events.filter(({ at }) => isLater(at, found.store)) }
      )
    await sleep(LOOK_MS)
  }
  return showClock(client, domain)
}

const isLater = (at: string, { clock }: TestStore): boolean =>
  clock === null || Date.parse(at) >= Date.parse(clock.now_at)

export const clockAsJson = ({ store, events }: ClockShown): string =>
  JSON.stringify({ format: 1, outcome: 'shown', store: store.domain, clock: store.clock, events })

/** A line for the clock and one for each thing that happened. */
export function describeClock({ store, events }: ClockShown, locale: Locale): string[] {
  const words = messagesFor(locale)
  const said: Record<string, unknown> = readMessages(locale, 'console')
  const eventLine = ({ at, kind, item, amount, currency }: ClockEvent) =>
    [
      `  ${at.slice(0, 10)}`,
      String(said[`console.test_stores.event.${kind}`] ?? kind),
      item,
      ...(amount !== null && currency !== null ? [`${amount.toFixed(2)} ${currency}`] : []),
    ].join('  ')
  const at = store.clock?.now_at.slice(0, 10) ?? ''
  return [
    fill(words('clock_at'), { store: store.domain, day: at }, locale),
    ...events.map(eventLine),
  ]
}
