import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnswerOf } from '#kernel/operation.ts'
import { buy } from '#test/support/checkout.ts'
import { type ConsoleBrowser, firstOperator, signInToConsole } from '#test/support/console.ts'
import { idOf, install, processRun } from '#test/support/installs.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { sellByPeriod, subscribe } from '#test/support/subscriptions.ts'
import type { getStoreTimeline } from './timeline-contract.ts'
import { TIMELINE_ROWS } from './timeline-rules.ts'

type Timeline = AnswerOf<typeof getStoreTimeline>

let market: Marketplace
let owner: Owner
let admin: ConsoleBrowser
const people = {} as Record<'support' | 'finance' | 'reviewer', ConsoleBrowser>
/** One item bought and installed, and its order. */
let [item, installation, order] = ['', '', '']

beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
  for (const role of ['support', 'finance', 'reviewer'] as const) {
    await admin.ask('POST', '/operator/invitations', { email: `${role}@example.com`, role })
    people[role] = await signInToConsole(market, `${role}@example.com`)
  }
  owner = await signIn(market)
  order = (await buy(market, owner, 'delivery-day')).orderNumber
  item = await idOf(owner, 'delivery-day')
  await install(owner, item)
  await processRun(market)
  const row = await market.services.db
    .selectFrom('installations')
    .select('id')
    .where('item_id', '=', item)
    .executeTakeFirstOrThrow()
  installation = row.id
}, 120_000)
afterAll(() => market.stop())

const read = async (path: string, who = people.support, after?: string): Promise<Timeline> =>
  (await who.ask('GET', `/operator/${path}/timeline${after ? `?after=${after}` : ''}`))
    .body as unknown as Timeline
const told = ({ happened }: Timeline) =>
  happened.map((one) => [one.source, one.kind, one.state].filter(Boolean).join(' '))
const note = (about: string, subject: string, text: string, who = people.support) =>
  who.ask('POST', '/operator/notes', { about, subject, text })

/** All pages, one after the other. */
async function readAll(path: string): Promise<Timeline['happened']> {
  const all: Timeline['happened'] = []
  let after: string | undefined
  do {
    const page = await read(path, people.support, after)
    expect(page.happened.length).toBeLessThanOrEqual(TIMELINE_ROWS)
    all.push(...page.happened)
    after = page.next ?? undefined
  } while (after !== undefined)
  return all
}

describe('what happened to a store', () => {
  test('is one line of orders, installs and notes, the newest first, each with what it is about', async () => {
    market.clock.moveSeconds(60)
    await note('store', owner.storeId, 'The owner calls back on Monday.')
    const timeline = await read(`stores/${owner.storeId}`)
    expect(told(timeline)).toEqual(
      expect.arrayContaining(['order order paid', 'run install succeeded', 'note note']),
    )
    expect(timeline.happened[0]).toMatchObject({
      source: 'note',
      text: 'The owner calls back on Monday.',
    })
    const times = timeline.happened.map((one) => one.at)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(timeline.happened.find((one) => one.source === 'order')?.about).toEqual({
      kind: 'order',
      id: order,
      name: order,
    })
    expect(timeline.happened.find((one) => one.source === 'run')).toMatchObject({
      about: { kind: 'installation', id: installation },
      facts: { item: 'Delivery Day' },
    })
  })

  test('has a subscription’s events in the words of its own page', async () => {
    await sellByPeriod(market, 'finder', [{ priceMinor: 10_000 }])
    const { id } = await subscribe(market, owner, 'finder')
    const { timeline } = (await people.finance.ask('GET', `/operator/subscriptions/${id}`))
      .body as unknown as { timeline: { kind: string }[] }
    const here = (await readAll(`stores/${owner.storeId}`)).filter(
      (one) => one.about?.kind === 'subscription' && one.about.id === id,
    )
    expect(here.length).toBeGreaterThan(0)
    expect(timeline.map((one) => one.kind)).toEqual(
      expect.arrayContaining(here.map((one) => one.kind)),
    )
  })

  test('comes page by page: nothing twice and nothing left out, also of one moment', async () => {
    const texts = Array.from({ length: TIMELINE_ROWS * 2 }, (_, index) => `Note ${index}`)
    for (const text of texts) await note('store', owner.storeId, text)
    const all = await readAll(`stores/${owner.storeId}`)
    expect(new Set(all.map((one) => one.id)).size).toBe(all.length)
    expect(all.filter((one) => one.text?.startsWith('Note ')).map((one) => one.text)).toHaveLength(
      texts.length,
    )
    expect(all.map((one) => `${one.source} ${one.kind}`)).toContain('order order')
    expect(
      (await people.support.ask('GET', `/operator/stores/${owner.storeId}/timeline?after=rubbish`))
        .status,
    ).toBe(400)
  })
})

describe('what happened to an item and on a store', () => {
  test('tells of the releases in the log, and of what operators changed', async () => {
    await admin.ask('PUT', `/operator/items/${item}/tax-kind`, { kind: 'reduced' })
    const timeline = await read(`items/${item}`, people.reviewer)
    expect(told(timeline)).toEqual(
      expect.arrayContaining(['release published', 'audit setItemTaxKind']),
    )
    expect(timeline.happened.find((one) => one.source === 'audit')?.who).not.toBeNull()
  })

  test('is on the page of an installation, with its order, its store, its item and its partner', async () => {
    const path = `/operator/installations/${installation}`
    expect((await people.support.ask('GET', path)).body).toMatchObject({
      state: 'installed',
      order,
      item: { id: item },
      store: { id: owner.storeId },
    })
    expect(told(await read(`installations/${installation}`))).toEqual(
      expect.arrayContaining(['run install succeeded', 'order order paid']),
    )
    expect((await people.support.ask('GET', '/operator/installations/none')).status).toBe(404)
    expect((await people.support.ask('GET', '/operator/installations/none/timeline')).status).toBe(
      404,
    )
  })
})

describe('a note', () => {
  test('has its author, and is written only by who sees the page, about what there is', async () => {
    const text = 'Waits for the theme’s next release.'
    expect((await note('item', item, text, people.reviewer)).status).toBe(200)
    const [newest] = (await read(`items/${item}`, people.finance)).happened
    expect(newest).toMatchObject({ source: 'note', text })
    expect(newest?.who).toBeTruthy()
    for (const about of ['store', 'installation']) {
      const subject = about === 'store' ? owner.storeId : installation
      expect((await note(about, subject, text, people.reviewer)).status, about).toBe(404)
      expect((await note(about, 'none', text)).status, about).toBe(404)
    }
    expect((await note('item', 'none', text)).status).toBe(404)
    expect((await note('item', item, 'x'.repeat(2001))).status).toBe(400)
    expect((await note('item', item, ' ')).status).toBe(400)
  })
})
