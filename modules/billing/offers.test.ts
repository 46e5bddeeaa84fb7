import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayAfter, dayIn, startOfDay } from '#lib/time-zone.ts'
import { ADDRESS } from '#test/support/checkout.ts'
import {
  type ConsoleBrowser,
  firstOperator,
  mailTo,
  signInToConsole,
} from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { addStore } from '#test/support/reviewers.ts'
import { payOrder, sellByPeriod, subscribe } from '#test/support/subscriptions.ts'
import { advanceSubscription, findDueSubscriptions } from './public.ts'

let market: Marketplace
/** The store to which offers are made, and another one. */
let owner: Owner
let other: Owner
let developer: ConsoleBrowser
let stranger: ConsoleBrowser
let partner = ''
let items: Record<string, string> = {}
let domain = ''

const SLUGS = ['finder', 'vitals', 'video', 'quick', 'tour', 'zoom']

/** The last day of the offer for `quick`. */
let quickUntil: string
beforeAll(async () => {
  market = await startMarketplace()
  await enter()
  for (const one of [owner, other]) await one.call('POST', '/domain/address', { body: ADDRESS })
  const admin = await firstOperator(market)
  const make = async (name: string, email: string) =>
    String((await admin.ask('POST', '/operator/partners', { name, email })).body.id)
  partner = await make('Atölye', 'dev@example.com')
  await make('Başka', 'other@example.com')
  developer = await signInToConsole(market, 'dev@example.com')
  stranger = await signInToConsole(market, 'other@example.com')
  for (const slug of SLUGS)
    await sellByPeriod(market, slug, [{ priceMinor: 24_000 }, { priceMinor: 48_000 }])
  const { db } = market.services
  await db.updateTable('items').set({ partner_id: partner }).where('slug', 'in', SLUGS).execute()
  items = Object.fromEntries(
    (await db.selectFrom('items').select(['id', 'slug']).where('slug', 'in', SLUGS).execute()).map(
      ({ id, slug }) => [slug, id],
    ),
  )
  ;({ domain } = await db
    .selectFrom('stores')
    .select('domain')
    .where('id', '=', owner.storeId)
    .executeTakeFirstOrThrow())
  // The store knows the partner: it pays for one of its items.
  await subscribe(market, owner, 'video')
  quickUntil = lastDay(1)
  await makeOffer('quick', { until: quickUntil })
})
afterAll(() => market.stop())

async function enter(): Promise<void> {
  ;[owner, other] = [await signIn(market, 'store-1'), await signIn(market, 'store-2')]
}
const lastDay = (days = 20) => dayAfter(dayIn('Europe/Istanbul', market.clock.now()), days)
const offersPath = (slug: string) => `/partners/${partner}/items/${items[slug]}/offers`
const offerTo = (slug: string, terms: object = {}, by = developer) =>
  by.ask('POST', offersPath(slug), {
    store: domain,
    plan: `pln_${slug}_0`,
    amount: 120,
    trial_days: 0,
    note: 'For your three shops.',
    until: lastDay(),
    ...terms,
  })
async function makeOffer(slug: string, terms: object = {}): Promise<string> {
  const made = await offerTo(slug, terms)
  if (made.status !== 200) throw new Error(JSON.stringify(made.body))
  return made.body.id as string
}
const offersOf = async (who: Owner, slug = '') =>
  (await who.call('GET', `/subscriptions/offers${slug && `?slug=${slug}`}`)).body.data
const stateIn = async (slug: string, id: string) =>
  (
    (await developer.ask('GET', offersPath(slug))).body.offers as { id: string; state: string }[]
  ).find((one) => one.id === id)?.state
const subscriptionTo = async (who: Owner, slug: string) =>
  (await who.call('GET', '/subscriptions')).body.data.find(
    (one: { item: { slug: string } }) => one.item.slug === slug,
  )

describe('S3.4 a private offer', () => {
  test('comes by mail with its price, its last day and the note, and leads to its own preview', async () => {
    const id = await makeOffer('finder')
    const letter = await mailTo(market, ADDRESS.email, /subscribe\/finder/)
    expect(letter.subject).toContain('Atölye')
    expect(letter.text).toContain('120')
    expect(letter.text).toContain('For your three shops.')
    expect(letter.text).toContain(`/subscribe/finder?plan=${id}`)
    const shown = (await owner.call('GET', `/subscriptions/preview?slug=finder&plan=${id}`)).body
    expect(shown.data).toMatchObject({
      today: 120,
      plan: { id, offer: { note: 'For your three shops.' } },
    })
  })

  test('is seen by the owner beside the public plans and in the list of offers, and by no other store in any answer', async () => {
    const [mine] = await offersOf(owner, 'finder')
    const id = mine.plan.id as string
    expect(mine).toMatchObject({ partner: 'Atölye', item: { slug: 'finder' }, subscription: null })
    expect(await offersOf(owner)).toHaveLength(2)
    const plansOf = async (who: Owner) =>
      (await who.call('GET', '/subscriptions/preview?slug=finder')).body.data.plans.map(
        (one: { id: string }) => one.id,
      )
    expect(await plansOf(owner)).toEqual(['pln_finder_0', 'pln_finder_1', id])
    expect(await offersOf(other)).toEqual([])
    for (const answer of [
      await other.call('GET', '/subscriptions/preview?slug=finder'),
      await other.call(
        'GET',
        '/app-store/app/detail?slug=finder&includes=releases,reviews,related',
      ),
      await other.call('GET', '/market/app/list?q=finder'),
    ]) {
      expect(answer.status).toBe(200)
      expect(JSON.stringify(answer.body)).not.toContain(id)
    }
    const page = await fetch(`${market.origins.app.replace('apps.localhost', '127.0.0.1')}/finder`)
    expect(await page.text()).not.toContain('off_')
  })

  test('cannot be had by another store that guesses its id: preview, start, trial and change say what they say of a plan that is not there', async () => {
    const [{ plan }] = await offersOf(owner, 'finder')
    const guess = async (id: string) => [
      await other.call('GET', `/subscriptions/preview?slug=finder&plan=${id}`),
      await other.call('POST', '/subscriptions', { body: { slug: 'finder', plan: id } }),
      await other.call('POST', '/subscriptions', {
        body: { slug: 'finder', plan: id, trial: true },
      }),
      await other.call('POST', '/checkout/finder/app', { body: { plan: id } }),
    ]
    const [real, made] = [await guess(plan.id), await guess('off_nothing')]
    const plain = (list: typeof real) => list.map(({ status, body }) => [status, body.code])
    expect(plain(real)).toEqual(plain(made))
    expect(plain(real).slice(0, 3)).toEqual(
      Array.from({ length: 3 }, () => [404, 'billing.plan_not_found']),
    )
    await subscribe(market, other, 'finder')
    const { id } = await subscriptionTo(other, 'finder')
    expect((await other.call('GET', `/subscriptions/${id}`)).body.data.changes).toHaveLength(1)
    const change = await other.call('POST', `/subscriptions/${id}/plan`, {
      body: { plan: plan.id, today: 0 },
    })
    expect(change.body.code).toBe('billing.plan_not_found')
  })

  test('is charged as offered when it is taken, and is then offered no more', async () => {
    const [{ plan }] = await offersOf(owner, 'finder')
    await subscribe(market, owner, 'finder', { plan: plan.id })
    expect(await subscriptionTo(owner, 'finder')).toMatchObject({ next: { plan: 120 } })
    expect(await offersOf(owner, 'finder')).toEqual([])
    expect(await stateIn('finder', plan.id)).toBe('taken')
  })

  test('can be changed to from a public plan, at once where it costs more', async () => {
    await subscribe(market, owner, 'zoom')
    const offered = await makeOffer('zoom', { plan: 'pln_zoom_1', amount: 360 })
    const { id } = await subscriptionTo(owner, 'zoom')
    const [offer] = await offersOf(owner, 'zoom')
    expect(offer.subscription).toBe(id)
    const { changes } = (await owner.call('GET', `/subscriptions/${id}`)).body.data
    const change = changes.find((one: { plan: { id: string } }) => one.plan.id === offered)
    expect(change).toMatchObject({ is_now: true, today: 120 })
    const done = await owner.call('POST', `/subscriptions/${id}/plan`, {
      body: { plan: offered, today: 120 },
    })
    expect(done.body.data).toMatchObject({
      order_number: null,
      subscription: { plan: { id: offered } },
    })
  })
})

describe('an offer that is no longer open', () => {
  test('cannot be taken once it was withdrawn, not even with an order that was opened before', async () => {
    const id = await makeOffer('vitals')
    const begun = await owner.call('POST', '/subscriptions', { body: { slug: 'vitals', plan: id } })
    const number = begun.body.data.order_number as string
    const gone = await developer.ask('DELETE', `${offersPath('vitals')}/${id}`)
    expect(gone.status).toBe(200)
    await expect(payOrder(market, owner, number)).rejects.toThrow('order_not_payable')
    const again = await owner.call('POST', '/subscriptions', { body: { slug: 'vitals', plan: id } })
    expect(again.body.code).toBe('billing.plan_not_found')
    expect(await offersOf(owner, 'vitals')).toEqual([])
    expect(await stateIn('vitals', id)).toBe('withdrawn')
    expect((await developer.ask('DELETE', `${offersPath('vitals')}/${id}`)).status).toBe(404)
  })

  test('is kept by a store that took it, withdrawn or not', async () => {
    const id = await makeOffer('tour')
    await subscribe(market, owner, 'tour', { plan: id })
    expect((await developer.ask('DELETE', `${offersPath('tour')}/${id}`)).status).toBe(200)
    expect(await subscriptionTo(owner, 'tour')).toMatchObject({
      state: 'active',
      plan: { id, price: 120 },
      next: { plan: 120 },
    })
  })
})

describe('a partner', () => {
  test('learns nothing of stores: one that never used its items is refused like a domain that is none', async () => {
    const { storeId } = await addStore(market, 'unrelated')
    const { domain: unrelated } = await market.services.db
      .selectFrom('stores')
      .select('domain')
      .where('id', '=', storeId)
      .executeTakeFirstOrThrow()
    const answers = await Promise.all(
      [unrelated, 'nobody.example', `${domain}.example`].map((store) =>
        offerTo('finder', { store }),
      ),
    )
    for (const { status, body } of answers) {
      expect(status).toBe(400)
      expect(body.fields).toEqual({
        store: 'No shop with this domain has used your apps or written to you',
      })
    }
  })

  test('offers and sees its own items only', async () => {
    expect((await offerTo('finder', {}, stranger)).status).toBe(404)
    expect((await stranger.ask('GET', offersPath('finder'))).status).toBe(404)
  })

  test('is told what is wrong, field by field', async () => {
    const fieldsOf = async (terms: object) =>
      Object.keys((await offerTo('finder', terms)).body.fields as object)
    expect(await fieldsOf({ amount: 0 })).toEqual(['amount'])
    expect(await fieldsOf({ plan: 'pln_vitals_0' })).toEqual(['plan'])
    expect(await fieldsOf({ until: lastDay(-2) })).toEqual(['until'])
    expect(await fieldsOf({ until: lastDay(400) })).toEqual(['until'])
  })

  test('sees which terms stores are on, and which store is on a private one', async () => {
    const { versions } = (
      await developer.ask('GET', `/partners/${partner}/items/${items['finder']}/plan-versions`)
    ).body as {
      versions: { price: number; offered_to: string | null; stores: number; domains: string[] }[]
    }
    expect(versions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ price: 240, offered_to: null, stores: 1, is_current: true }),
        expect.objectContaining({ price: 120, offered_to: domain, stores: 1, domains: [domain] }),
      ]),
    )
  })
})

test('S3.4 a plan that is private or ended is in no list, and nobody begins it', async () => {
  await market.services.db
    .updateTable('plans')
    .set({ sold_to: 'offers' })
    .where('id', '=', 'pln_vitals_1')
    .execute()
  const plans = (await owner.call('GET', '/subscriptions/preview?slug=vitals')).body.data.plans
  expect(plans.map((one: { id: string }) => one.id)).toEqual(['pln_vitals_0'])
  const detail = (await owner.call('GET', '/app-store/app/detail?slug=vitals')).body.data
  expect(detail.plans.map((one: { id: string }) => one.id)).toEqual(['pln_vitals_0'])
  const begun = await owner.call('POST', '/subscriptions', {
    body: { slug: 'vitals', plan: 'pln_vitals_1' },
  })
  expect(begun.body.code).toBe('billing.plan_not_found')
  // It can still be offered.
  const id = await makeOffer('vitals', { plan: 'pln_vitals_1' })
  expect((await offersOf(owner, 'vitals'))[0].plan.id).toBe(id)
})

describe('S3.4 as time passes', () => {
  test('an offer cannot be taken after its last day, not even with an order that was opened before', async () => {
    const end = startOfDay('Europe/Istanbul', dayAfter(quickUntil)).getTime()
    market.clock.moveSeconds((end - market.clock.now().getTime()) / 1_000 - 3_600)
    await enter()
    const [{ plan }] = await offersOf(owner, 'quick')
    const begun = await owner.call('POST', '/subscriptions', {
      body: { slug: 'quick', plan: plan.id },
    })
    const number = begun.body.data.order_number as string
    market.clock.moveSeconds(2 * 3_600)
    await enter()
    await expect(payOrder(market, owner, number)).rejects.toThrow('order_not_payable')
    expect(await offersOf(owner, 'quick')).toEqual([])
  })

  test('one that was taken is renewed at its price after it expired; the public price does not reach it', async () => {
    for (let day = 0; day < 33; day += 1) {
      market.clock.moveSeconds(86_400)
      for (const due of await findDueSubscriptions(market.services))
        await advanceSubscription(market.services, due)
    }
    await enter()
    const { id } = await subscriptionTo(owner, 'finder')
    const { invoices, plan, changes } = (await owner.call('GET', `/subscriptions/${id}`)).body.data
    expect(invoices.map((one: { total: number }) => one.total)).toEqual([120, 120])
    expect(plan).toMatchObject({ price: 120 })
    // The public plans of the item are there to change to, the one that it was copied from too.
    expect(changes.map((one: { plan: { id: string } }) => one.plan.id)).toEqual([
      'pln_finder_0',
      'pln_finder_1',
    ])
  })
})
