import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { marketDay } from '#lib/market-days.ts'
import { dayAfter } from '#lib/time-zone.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { addStore } from '#test/support/reviewers.ts'
import { type ConsoleBrowser, firstOperator, signInToConsole } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { renewMedians } from './category-medians.ts'
import type { getItemInsights, getPartnerSubscriptionFigures } from './contract.ts'
import { rollUpBatch } from './public.ts'
import { monthsOf, percentOf, windowsOf } from './rules.ts'
import { createSearchTerms, purgeSearchTerms } from './search-terms.ts'

let market: Marketplace
let admin: ConsoleBrowser
let partner: ConsoleBrowser
let partnerId: string
let item: { id: string; slug: string }

beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
  const found = await market.services.db
    .selectFrom('items')
    .select(['id', 'slug', 'partner_id'])
    .where('slug', '=', 'delivery-day')
    .executeTakeFirstOrThrow()
  item = found
  partnerId = found.partner_id
  await admin.ask('POST', `/operator/partners/${partnerId}/invitations`, {
    email: 'owner@example.com',
  })
  partner = await signInToConsole(market, 'owner@example.com')
  // Months go by, and the partner stays signed in.
  await market.services.db
    .updateTable('person_sessions')
    .set({ expires_at: new Date('2099-01-01') })
    .execute()
})
afterAll(() => market.stop())

type Insights = AnswerOf<typeof getItemInsights>
async function insights(of = item.id): Promise<Insights> {
  while ((await rollUpBatch(market.services)) > 0);
  const { status, body } = await partner.ask('GET', `/partners/${partnerId}/items/${of}/insights`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as Insights
}
const today = () => marketDay(market.services.zones, market.clock.now())
/** A moment so many days ago. */
const ago = (days: number) => new Date(market.clock.now().getTime() - days * 86_400_000)

let stores = 0
async function newStore(): Promise<string> {
  stores += 1
  return (await addStore(market, `figures-${stores}`)).storeId
}

async function installation(installedAt: Date, uninstalledAt: Date | null): Promise<void> {
  const { db } = market.services
  const { id: release } = await db
    .selectFrom('releases')
    .select('id')
    .where('item_id', '=', item.id)
    .executeTakeFirstOrThrow()
  stores += 1
  const id = `ins_figures_${stores}`
  await db
    .insertInto('installations')
    .values({
      id,
      store_id: await newStore(),
      item_id: item.id,
      release_id: release,
      state: 'installed',
      granted: [],
      installed_at: installedAt,
      created_at: installedAt,
      updated_at: installedAt,
    })
    .execute()
  if (uninstalledAt !== null) {
    // What is summed before the uninstall must be summed again after it.
    while ((await rollUpBatch(market.services)) > 0);
    await db
      .updateTable('installations')
      .set({ state: 'uninstalled', uninstalled_at: uninstalledAt })
      .where('id', '=', id)
      .execute()
  }
}

describe('how long installs last', () => {
  test('is of installs that are 30 days old, by when each was uninstalled', async () => {
    await installation(ago(40), null)
    await installation(ago(40), ago(37))
    await installation(ago(45), ago(20))
    await installation(ago(50), ago(10))
    // Too young, and too old.
    await installation(ago(5), ago(4))
    await installation(ago(90), ago(80))
    expect((await insights()).retention).toEqual({
      ...windowsOf(today()).kept,
      installs: 4,
      kept_7: 3,
      kept_30: 2,
    })
  })
})

describe('searches that led to an item', () => {
  const terms = async () => (await insights()).terms.terms
  const come = async (q: string, networks: readonly string[]) => {
    const counter = createSearchTerms(market.services)
    for (const network of networks) counter.note({ slug: item.slug, q, network })
    await counter.write()
  }
  const rows = () =>
    market.services.db.selectFrom('item_search_terms').selectAll().orderBy('words').execute()

  test('are shown from five visitors of a month on, however often fewer came', async () => {
    await come('delivery date', Array(9).fill('192.0.2.1'))
    await come('Delivery  DATE', ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'])
    expect(await terms()).toEqual([])
    expect((await rows()).map((row) => [row.words, row.visits, row.visitors.length])).toEqual([
      ['delivery date', 13, 4],
    ])
    await come('delivery date', ['192.0.2.5'])
    expect(await terms()).toEqual([{ words: 'delivery date', visits: 14 }])
    // Then nobody is remembered.
    expect((await rows())[0]!.visitors).toEqual([])
    await come('delivery date', ['192.0.2.1'])
    expect(await terms()).toEqual([{ words: 'delivery date', visits: 15 }])
    await come('calendar', ['a', 'b', 'c', 'd', 'e', 'f'])
    expect(await terms()).toHaveLength(2)
  })

  test('keep no network address and nothing that may be personal', async () => {
    const { length } = await rows()
    for (const q of ['ayse@example.com', '0532 111 22 33', 'x', 'y'.repeat(200)])
      await come(q, ['1', '2', '3', '4', '5'])
    expect(await rows()).toHaveLength(length)
    await come('secret plan', ['198.51.100.7'])
    expect(JSON.stringify(await rows())).not.toContain('198.51.100')
    await market.services.db
      .deleteFrom('item_search_terms')
      .where('words', '=', 'secret plan')
      .execute()
  })

  test('of an unknown item are ignored, and what few used is deleted when the month is over', async () => {
    const counter = createSearchTerms(market.services)
    counter.note({ slug: 'no-such-item', q: 'anything', network: '1' })
    await counter.write()
    await come('rarely used', ['1'])
    await purgeSearchTerms(market.services)
    expect((await rows()).map((row) => row.words)).toEqual([
      'calendar',
      'delivery date',
      'rarely used',
    ])
    market.clock.moveSeconds(32 * 86_400)
    await purgeSearchTerms(market.services)
    expect((await rows()).map((row) => row.words)).toEqual(['calendar', 'delivery date'])
    market.clock.moveSeconds(400 * 86_400)
    await purgeSearchTerms(market.services)
    expect(await rows()).toEqual([])
  })
})

/** The same numbers on every run: a generator that is seeded. */
function randoms(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

interface State {
  at: Date
  state: 'trialing' | 'active' | 'past_due' | 'paused' | 'ended'
}
const NEXT: Record<State['state'], readonly State['state'][]> = {
  trialing: ['active', 'ended', 'ended'],
  active: ['past_due', 'ended', 'active'],
  past_due: ['active', 'paused'],
  paused: ['active', 'ended'],
  ended: [],
}

/** A history that begins within the last 14 months. */
function history(random: () => number, now: Date): State[] {
  const states: State[] = []
  let at = now.getTime() - random() * 420 * 86_400_000
  let state: State['state'] = random() < 0.6 ? 'trialing' : 'active'
  while (at < now.getTime() - 60_000) {
    states.push({ at: new Date(Math.floor(at)), state })
    const next: readonly State['state'][] = NEXT[state]
    if (next.length === 0) break
    state = next[Math.floor(random() * next.length)]!
    at += random() * 50 * 86_400_000
  }
  return states
}

describe('churn and trial conversion (property)', () => {
  test('agree with a computation over each single subscription, for random histories', async () => {
    const { db, zones } = market.services
    const { id: theirs } = await db
      .selectFrom('items')
      .select('id')
      .where('slug', '=', 'finder')
      .executeTakeFirstOrThrow()
    await db.updateTable('items').set({ partner_id: partnerId }).where('id', '=', theirs).execute()
    const now = market.clock.now()
    for (const seed of [1, 2, 3]) {
      const random = randoms(seed)
      await sql`alter table subscription_states disable trigger subscription_states_append_only`.execute(
        db,
      )
      await db.deleteFrom('subscription_states').execute()
      await sql`alter table subscription_states enable trigger subscription_states_append_only`.execute(
        db,
      )
      await db.deleteFrom('figure_subscription_days').execute()
      const histories = Array.from({ length: 80 }, () => history(random, now)).filter(
        (one) => one.length > 0,
      )
      // Figures read states alone; without their keys the states need no orders and cards.
      await sql`alter table subscription_states drop constraint if exists subscription_states_subscription_id_fkey`.execute(
        db,
      )
      const rows = histories
        .flatMap((states, index) => states.map((one) => ({ ...one, index })))
        .toSorted((a, b) => a.at.getTime() - b.at.getTime())
      for (const { at, state, index } of rows)
        await db
          .insertInto('subscription_states')
          .values({
            subscription_id: `sub_${seed}_${index}`,
            item_id: theirs,
            state,
            currency: 'TRY',
            monthly_minor: 1_000,
            at,
          })
          .execute()
      while ((await rollUpBatch(market.services)) > 0);
      const { body } = await partner.ask(
        'GET',
        `/partners/${partnerId}/subscription-figures?item=${theirs}`,
      )
      const shown = body as unknown as AnswerOf<typeof getPartnerSubscriptionFigures>
      const dayOf = (at: Date) => marketDay(zones, at)
      for (const [index, month] of monthsOf(today()).entries()) {
        const standing = histories.filter((states) => {
          const last = states.filter((one) => dayOf(one.at) < `${month}-01`).at(-1)
          return last && ['active', 'past_due', 'paused'].includes(last.state)
        }).length
        const ended = histories.filter((states) => {
          const last = states.at(-1)!
          const before = states.at(-2)
          return (
            last.state === 'ended' &&
            before !== undefined &&
            before.state !== 'trialing' &&
            dayOf(last.at).startsWith(month)
          )
        }).length
        expect([seed, month, shown.months[index]!.ended, shown.months[index]!.churn]).toEqual([
          seed,
          month,
          ended,
          percentOf(ended, standing),
        ])
      }
      const { from, to } = windowsOf(today()).trials
      const trials = histories.filter(
        ([first]) =>
          first!.state === 'trialing' && dayOf(first!.at) >= from && dayOf(first!.at) <= to,
      )
      const paid = trials.filter((states) => states.some((one) => one.state === 'active')).length
      expect([shown.trials.begun, shown.trials.paid, shown.trials.rate]).toEqual([
        trials.length,
        paid,
        percentOf(paid, trials.length),
      ])
    }
  })
})

describe('the median of a category', () => {
  test('is there from five partners on, one value each, and the middle one', async () => {
    const { db } = market.services
    const { id: category } = await db
      .selectFrom('categories')
      .select('id')
      .where('market', '=', 'app')
      .where('is_tag', '=', false)
      .orderBy('position')
      .executeTakeFirstOrThrow()
    await db.deleteFrom('figure_days').execute()
    await db.deleteFrom('figures_due').execute()
    const items = await db
      .selectFrom('items')
      .select('id')
      .where('market', '=', 'app')
      .where('id', '<>', item.id)
      .orderBy('id')
      .limit(6)
      .execute()
    await db.deleteFrom('item_categories').where('category_id', '=', category).execute()
    const views = async (itemId: string, installs: number, many: number) => {
      await db
        .insertInto('figure_days')
        .values({
          item_id: itemId,
          day: sql<Date>`${dayAfter(today(), -3)}::date`,
          platform_id: 1,
          country: '',
          version: '',
          views: many,
          installs,
          uninstalls: 0,
          ratings: 0,
          stars: 0,
        })
        .execute()
      await db
        .insertInto('item_categories')
        .values({ item_id: itemId, category_id: category })
        .execute()
    }
    const owned = async (itemId: string, name: string) => {
      await db
        .insertInto('partners')
        .values({ id: `par_${name}`, slug: name, name, created_at: market.clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await db
        .updateTable('items')
        .set({ partner_id: `par_${name}` })
        .where('id', '=', itemId)
        .execute()
    }
    await db.deleteFrom('item_categories').where('item_id', '=', item.id).execute()
    await views(item.id, 50, 100)
    // Two items of one partner are one value: (10 + 10) of (100 + 100).
    await owned(items[0]!.id, 'first')
    await owned(items[1]!.id, 'first')
    await views(items[0]!.id, 20, 100)
    await views(items[1]!.id, 0, 100)
    for (const [index, name] of [
      [2, 'second'],
      [3, 'third'],
    ] as const) {
      await owned(items[index]!.id, name)
      await views(items[index]!.id, index * 10, 100)
    }
    const conversion = async () =>
      (await insights()).metrics.find((one) => one.metric === 'conversion')
    market.clock.moveSeconds(60)
    await renewMedians(market.services)
    expect(await conversion()).toEqual({
      metric: 'conversion',
      own: 50,
      median: null,
      partners: null,
    })
    await owned(items[4]!.id, 'fourth')
    await views(items[4]!.id, 90, 100)
    // Once a day.
    await renewMedians(market.services)
    expect(await conversion()).toMatchObject({ median: null })
    market.clock.moveSeconds(21 * 3_600)
    await Promise.all([renewMedians(market.services), renewMedians(market.services)])
    // 10, 20, 30, 50, 90.
    expect(await conversion()).toEqual({
      metric: 'conversion',
      own: 50,
      median: 30,
      partners: 5,
    })
    expect((await insights()).category).toMatchObject({ id: category })
  })

  test('and the figures of an item are for its partner alone', async () => {
    await admin.ask('POST', '/operator/partners', { name: 'Other', email: 'other@example.com' })
    const stranger = await signInToConsole(market, 'other@example.com')
    await market.services.db
      .updateTable('person_sessions')
      .set({ expires_at: new Date('2099-01-01') })
      .execute()
    expect(
      (await stranger.ask('GET', `/partners/${partnerId}/items/${item.id}/insights`)).status,
    ).toBe(404)
    expect(
      (await partner.ask('GET', `/partners/${partnerId}/items/itm_none/insights`)).status,
    ).toBe(404)
  })
})
