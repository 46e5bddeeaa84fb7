import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADDRESS, CARDS, cardWith, passChallenge } from '#test/support/checkout.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { sellByPeriod } from '#test/support/subscriptions.ts'
import { dayAfter, dayIn } from '#lib/time-zone.ts'
import { findIdleCardSetups, settleCardSetup } from './public.ts'

let market: Marketplace
let owner: Owner
let other: Owner
let address = ''

beforeAll(async () => {
  market = await startMarketplace()
  ;[owner, other] = [await signIn(market, 'store-1'), await signIn(market, 'store-2')]
  address = (await owner.call('POST', '/domain/address', { body: ADDRESS })).body.data.id
})
afterAll(() => market.stop())

const setUp = (card = CARDS.good, more: object = {}, who = owner) =>
  who.call('POST', '/domain/card', {
    body: {
      address_id: address,
      card: cardWith(card),
      return_to: '/checkout/subscriptions/sub_x',
      ...more,
    },
  })
const cardsOf = async (who: Owner) =>
  (await who.call('GET', '/domain/card')).body.data as { id: string; last_four: string }[]
const setupOf = async (id: string, who = owner) => who.call('GET', `/domain/card/setup/${id}`)
const movements = async () =>
  (await market.services.gateway.listMovements?.(new Date(0), new Date(2 ** 41)))?.length ?? 0

describe('S3.2 a card that is saved without a payment', () => {
  test('is confirmed at the bank, saved, and leads back to its page; nothing is charged', async () => {
    const begun = await setUp()
    expect(begun.body.data).toMatchObject({ state: 'challenge', saved_card_id: null })
    expect(await cardsOf(owner)).toEqual([])
    const { location } = await passChallenge(market, begun.body.data.challenge_url)
    expect(location).toBe(`/checkout/subscriptions/sub_x?setup=${begun.body.data.id}`)
    const [card] = await cardsOf(owner)
    expect(card).toMatchObject({ last_four: '0008', may_pay: true })
    expect((await setupOf(begun.body.data.id)).body.data).toMatchObject({
      state: 'saved',
      saved_card_id: card?.id,
    })
    expect(await movements()).toBe(0)
  })

  test('S2.10 D20 in the panel’s frame ends in the bank’s window, which tells the frame', async () => {
    for (const [card, way, end] of [
      [CARDS.good, undefined, 'success'],
      ['5400360000000003', 'cancel', 'fail'],
    ] as const) {
      const begun = await setUp(card, { return_to: '/market/checkout/subscriptions/sub_x' })
      const { id, challenge_url: url } = begun.body.data
      const { location } = await passChallenge(market, url, way)
      expect(location).toBe(`/market/checkout/${end}?order=${id}`)
    }
  })

  test('that its owner does not confirm is not saved', async () => {
    const begun = await setUp('5400360000000003')
    await passChallenge(market, begun.body.data.challenge_url, 'cancel')
    const { data } = (await setupOf(begun.body.data.id)).body
    expect(data).toMatchObject({ state: 'declined', declined: { reason: 'three_d_failed' } })
    expect(await cardsOf(owner)).toHaveLength(1)
  })

  test('is saved once though nobody came back from the bank', async () => {
    const begun = await setUp('5528790000000008', {}, other).then(({ status }) => status)
    // The address is that of another store.
    expect(begun).toBe(404)
    const { id } = (await other.call('POST', '/domain/address', { body: ADDRESS })).body.data
    const mine = await setUp(CARDS.good, { address_id: id }, other)
    expect(mine.body.data.state).toBe('challenge')
    expect((await setupOf(mine.body.data.id)).status).toBe(404)
    market.clock.moveSeconds(1_000)
    for (const idle of await findIdleCardSetups(market.services))
      await settleCardSetup(market.services, idle)
    other = await signIn(market, 'store-2')
    owner = await signIn(market, 'store-1')
    expect((await setupOf(mine.body.data.id, other)).body.data.state).toBe('declined')
    expect(await cardsOf(other)).toEqual([])
  })

  test('leads back to no other place than a page of a subscription', async () => {
    for (const return_to of [
      'https://evil.example/',
      '//evil.example',
      '/account/orders',
      '/market/orders',
      '',
    ])
      expect((await setUp(CARDS.good, { return_to })).status).toBe(400)
  })
})

test('S3.4 a trial that needs a card begins with one that was saved without a payment, and what was agreed to is kept', async () => {
  await sellByPeriod(market, 'finder', [{ priceMinor: 9_990, trialDays: 10, trialNeedsCard: true }])
  const [card] = await cardsOf(owner)
  const day = dayAfter(dayIn('Europe/Istanbul', market.clock.now()), 10)
  const begun = await owner.call('POST', '/subscriptions', {
    body: {
      slug: 'finder',
      trial: true,
      agree: { amount: 99.9, day, saved_card_id: card?.id },
    },
  })
  const { subscription_id: id } = begun.body.data
  expect((await owner.call('GET', `/subscriptions/${id}`)).body.data).toMatchObject({
    state: 'trialing',
    is_agreed: true,
    next: { day, plan: 99.9 },
  })
  const { content } = await market.services.db
    .selectFrom('consents')
    .innerJoin('agreed_texts', 'agreed_texts.sha256', 'consents.text_sha256')
    .select('content')
    .where('store_id', '=', owner.storeId)
    .where('kind', '=', 'subscription')
    .executeTakeFirstOrThrow()
  expect(content).toMatchObject({
    first_amount_minor: 9_990,
    first_day: day,
    card: card?.id,
    currency: 'TRY',
  })
})
