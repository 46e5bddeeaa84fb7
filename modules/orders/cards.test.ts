import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CARDS,
  cardWith,
  chargesOf,
  passChallenge,
  pay,
  type Prepared,
  prepareOrder,
} from '#test/support/checkout.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { saveCard } from './cards.ts'
import { deleteCardAtGateway, findCardsToDelete } from './public.ts'

let market: Marketplace
let owner: Owner
let themes: Owner
let stranger: Owner

beforeAll(async () => {
  market = await startMarketplace()
  ;[owner, themes, stranger] = [
    await signIn(market, 'store-1'),
    await signIn(market, 'store-1', 'theme'),
    await signIn(market, 'store-2', 'theme'),
  ]
})
afterAll(() => market.stop())

const KEPT = { ...cardWith(CARDS.good), store_card: true, store_name: 'Şirket kartı' }
const cardsOf = async (who: Owner) =>
  (await who.call('GET', '/domain/card')).body.data as { id: string; [field: string]: unknown }[]
const idOf = async (who: Owner, lastFour: string) =>
  (await cardsOf(who)).find((one) => one.last_four === lastFour)?.id ?? ''
const withKept = (id: string) => ({ body: { card: undefined, saved_card_id: id } })

/** Pays to the end, through the bank's page. */
async function payThrough(who: Owner, order: Prepared, options: Parameters<typeof pay>[2]) {
  const paid = await pay(who, order, options)
  expect(paid.body).toMatchObject({ state: 'challenge' })
  await passChallenge(market, paid.body.challenge.url)
  return paid
}

describe('S3.2 a saved card', () => {
  let order: Prepared

  test('is listed with its public fields once it has paid, not before', async () => {
    order = await prepareOrder(owner, 'delivery-day')
    const paid = await pay(owner, order, { body: { card: KEPT } })
    expect(await cardsOf(owner)).toEqual([])
    await passChallenge(market, paid.body.challenge.url)
    const cards = await cardsOf(owner)
    expect(cards).toEqual([
      {
        id: expect.stringMatching(/^scd_/),
        brand: 'mastercard',
        last_four: '0008',
        expiry_month: 12,
        expiry_year: 2030,
        expired: false,
        store_name: 'Şirket kartı',
        may_pay: true,
        created_at: expect.any(String),
      },
    ])
    const row = await market.services.db
      .selectFrom('saved_cards')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(cards)).not.toContain(row.card_ref)
    expect(JSON.stringify(cards)).not.toContain(row.customer_ref)
  })

  test('pays the next order by its id, after the challenge, also in the other market (D10, S7.34)', async () => {
    const next = await prepareOrder(themes, 'minty', 'theme')
    const id = await idOf(themes, '0008')
    await payThrough(themes, next, withKept(id))
    expect(await chargesOf(market, next.orderNumber)).toEqual([24_890])
    expect(await cardsOf(themes)).toHaveLength(1)
  })

  test('is stored once, however often it is saved; another one joins the same customer at the bank', async () => {
    for (const [slug, number] of [
      ['lux', CARDS.good],
      ['sketchy', '9792030000000000'],
    ] as const) {
      await payThrough(themes, await prepareOrder(themes, slug, 'theme'), {
        body: { card: { ...cardWith(number), store_card: true } },
      })
    }
    const rows = await market.services.db
      .selectFrom('saved_cards')
      .selectAll()
      .orderBy('created_at')
      .execute()
    expect(rows.map((row) => row.last_four)).toEqual(['0008', '0000'])
    expect(rows[0]?.store_name).toBe('Şirket kartı')
    expect(new Set(rows.map((row) => row.customer_ref)).size).toBe(1)
  })

  test('of another store is not found: it cannot pay, be deleted or be seen', async () => {
    const id = await idOf(owner, '0008')
    const theirs = await prepareOrder(stranger, 'minty', 'theme')
    expect(await cardsOf(stranger)).toEqual([])
    const answers = [
      await pay(stranger, theirs, withKept(id)),
      await stranger.call('DELETE', `/domain/card/${id}`),
      await stranger.call('POST', `/checkout/installments/${theirs.orderNumber}`, {
        body: { saved_card_id: id },
      }),
      await pay(stranger, theirs, withKept('scd_nobody')),
    ]
    expect(answers.map((answer) => [answer.status, answer.body.code])).toEqual(
      Array(4).fill([404, 'checkout.card_not_found']),
    )
    expect(await chargesOf(market, theirs.orderNumber)).toEqual([])
  })

  test('reports that it has expired, in the list and when paying (S5.2)', async () => {
    const id = await idOf(owner, '0000')
    const change = (expiry_year: number) =>
      market.services.db
        .updateTable('saved_cards')
        .set({ expiry_year })
        .where('id', '=', id)
        .execute()
    await change(2020)
    const theirs = await prepareOrder(themes, 'pulse', 'theme')
    const answer = await pay(themes, theirs, { body: { card: undefined, saved_card_id: id } })
    expect([answer.status, answer.body.code, Object.keys(answer.body.fields)]).toEqual([
      422,
      'checkout.saved_card_expired',
      ['saved_card_id'],
    ])
    expect((await cardsOf(owner)).find((card) => card.id === id)).toMatchObject({
      expired: true,
      may_pay: false,
    })
    await change(2030)
  })

  test('is deleted at the bank first and then here; deleting again is the same, and it cannot pay any more', async () => {
    const id = await idOf(owner, '0000')
    const both = await Promise.all([
      owner.call('DELETE', `/domain/card/${id}`),
      owner.call('DELETE', `/domain/card/${id}`),
    ])
    expect(both.map((answer) => answer.status)).toEqual([200, 200])
    expect((await owner.call('DELETE', `/domain/card/${id}`)).status).toBe(200)
    expect((await cardsOf(owner)).map((card) => card.last_four)).toEqual(['0008'])
    const theirs = await prepareOrder(themes, 'pulse', 'theme')
    expect((await pay(themes, theirs, withKept(id))).body.code).toBe('checkout.card_not_found')
    const row = await market.services.db
      .selectFrom('saved_cards')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const handle = { customerRef: row.customer_ref, cardRef: row.card_ref }
    await expect(
      market.services.gateway.quoteInstallments?.(handle, { amountMinor: 100, currency: 'TRY' }),
    ).rejects.toThrow('no answer')
  })
})

test('saved twice is one card: the older reference is deleted, also at the bank, and the name stays', async () => {
  const { db, gateway } = market.services
  const row = async () =>
    db
      .selectFrom('saved_cards')
      .selectAll()
      .where('store_id', '=', themes.storeId)
      .where('last_four', '=', '0008')
      .orderBy('deleted_at')
      .execute()
  const [first] = (await row()).filter((one) => one.deleted_at === null)
  if (!first) throw new Error('no card is kept')
  // As a gateway does that does not know its customer again.
  await db
    .updateTable('saved_cards')
    .set({ store_name: 'Şirket kartı' })
    .where('id', '=', first.id)
    .execute()
  expect(first.fingerprint).toMatch(/^fp_/)
  // The bank has sent a new card with the same number.
  const card = {
    customerRef: 'cus_other',
    cardRef: 'tok_other',
    brand: first.brand,
    lastFour: first.last_four,
    expiryMonth: first.expiry_month,
    expiryYear: Number(first.expiry_year) + 4,
    fingerprint: first.fingerprint,
  }
  const keep = async () =>
    (
      await saveCard(
        db,
        { storeId: themes.storeId, gateway: 'sandbox', name: null, card },
        market.clock.now(),
      )
    ).replaced
  expect([await keep(), await keep()]).toEqual([[first.id], []])
  expect(
    (await cardsOf(themes))
      .filter((card) => card.last_four === '0008')
      .map((card) => card.store_name),
  ).toEqual(['Şirket kartı'])
  expect(await findCardsToDelete(market.services)).toEqual([first.id])
  await deleteCardAtGateway(market.services, first.id)
  await deleteCardAtGateway(market.services, first.id)
  expect(
    (await row()).map((one) => [one.id === first.id, one.deleted_at !== null, one.forget_at]),
  ).toEqual([
    [true, true, null],
    [false, false, null],
  ])
  await expect(
    gateway.quoteInstallments?.(
      { customerRef: first.customer_ref, cardRef: first.card_ref },
      { amountMinor: 100, currency: 'TRY' },
    ),
  ).rejects.toThrow('no answer')
})

test('with the same look is another card if the fingerprints differ; without fingerprints it is the same', async () => {
  const { db } = market.services
  const keep = async (cardRef: string, fingerprint: string | null) =>
    (
      await saveCard(
        db,
        {
          storeId: stranger.storeId,
          gateway: 'sandbox',
          name: null,
          card: {
            customerRef: 'cus_alike',
            cardRef,
            brand: 'visa',
            lastFour: '1111',
            expiryMonth: 3,
            expiryYear: 2031,
            fingerprint,
          },
        },
        market.clock.now(),
      )
    ).replaced
  const kept = async () =>
    (
      await db
        .selectFrom('saved_cards')
        .select('card_ref')
        .where('store_id', '=', stranger.storeId)
        .where('deleted_at', 'is', null)
        .orderBy('card_ref')
        .execute()
    ).map((row) => row.card_ref)
  expect([await keep('a', 'fp_one'), await keep('b', 'fp_two')]).toEqual([[], []])
  expect(await kept()).toEqual(['a', 'b'])
  // Kept before the gateway was asked.
  await db
    .updateTable('saved_cards')
    .set({ fingerprint: null })
    .where('card_ref', '=', 'a')
    .execute()
  expect(await keep('c', 'fp_one')).toHaveLength(1)
  expect(await kept()).toEqual(['b', 'c'])
  expect(await keep('d', null)).toHaveLength(2)
  expect(await kept()).toEqual(['d'])
  await db
    .updateTable('saved_cards')
    .set({ deleted_at: market.clock.now(), forget_at: null })
    .where('store_id', '=', stranger.storeId)
    .execute()
})

test('of an unconfigured gateway is deleted here at once, says so, and is deleted there when the keys are back', async () => {
  const { db } = market.services
  await db
    .insertInto('saved_cards')
    .values({
      id: 'scd_former',
      store_id: themes.storeId,
      gateway: 'stripe',
      customer_ref: 'cus_f',
      card_ref: 'pm_f',
      brand: 'visa',
      last_four: '4242',
      expiry_month: 12,
      expiry_year: 2033,
      store_name: null,
      created_at: market.clock.now(),
      updated_at: market.clock.now(),
    })
    .execute()
  const gone = await themes.call('DELETE', '/domain/card/scd_former')
  expect([gone.status, gone.body]).toEqual([200, { success: true, forgotten: false }])
  expect((await cardsOf(themes)).map((card) => card.id)).not.toContain('scd_former')
  expect(await findCardsToDelete(market.services)).toEqual(['scd_former'])
  await deleteCardAtGateway(market.services, 'scd_former')
  const forgetAt = async () =>
    (
      await db
        .selectFrom('saved_cards')
        .select('forget_at')
        .where('id', '=', 'scd_former')
        .executeTakeFirstOrThrow()
    ).forget_at
  expect(await forgetAt()).not.toBeNull()
  const asked: unknown[] = []
  await deleteCardAtGateway(
    {
      ...market.services,
      formerGateway: () => ({
        ...market.services.gateway,
        deleteCard: (handle) => {
          asked.push(handle)
          return Promise.resolve(true)
        },
      }),
    },
    'scd_former',
  )
  expect([asked, await forgetAt()]).toEqual([[{ customerRef: 'cus_f', cardRef: 'pm_f' }], null])
})

describe('a payment has exactly one method (S3.2, S5.2)', () => {
  test('refuses a card together with a saved card, and neither', async () => {
    const order = await prepareOrder(themes, 'pulse', 'theme')
    const id = await idOf(themes, '0008')
    const both = await pay(themes, order, { body: { saved_card_id: id } })
    expect([both.status, Object.keys(both.body.fields)]).toEqual([422, ['card']])
    const none = await pay(themes, order, { body: { card: undefined } })
    expect([none.status, none.body.code, Object.keys(none.body.fields)]).toEqual([
      422,
      'checkout.card_invalid',
      ['card'],
    ])
    const token = await pay(themes, order, { body: { card: undefined, client_token: 'tok_1' } })
    expect([token.status, token.body.code]).toEqual([422, 'checkout.means_not_accepted'])
  })

  test("refuses a card number as a card's name, also in the database (I12)", async () => {
    const order = await prepareOrder(themes, 'pulse', 'theme')
    const named = { ...KEPT, store_name: 'kartım 5528 7900 0000 0008' }
    const answer = await pay(themes, order, { body: { card: named } })
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, ['card.store_name']])
    expect(JSON.stringify(answer.body)).not.toContain('552879')
    const row = market.services.db
      .updateTable('saved_cards')
      .set({ store_name: named.store_name })
      .execute()
    await expect(row).rejects.toThrow(/holds_no_card_number|saved_cards/)
  })

  test('does not save a declined card, or one that nobody asked to save', async () => {
    const before = (await cardsOf(themes)).length
    const order = await prepareOrder(themes, 'pulse', 'theme')
    const declined = await pay(themes, order, {
      body: { card: { ...cardWith(CARDS.declined), store_card: true } },
    })
    if (declined.body.state === 'challenge')
      await passChallenge(market, declined.body.challenge.url)
    await payThrough(themes, order, { body: { card: cardWith('4603450000000000') } })
    expect(await cardsOf(themes)).toHaveLength(before)
  })
})

describe('when the bank does not answer', () => {
  test('a card stays until the bank deleted it, and says why', async () => {
    await market.bank.close()
    const id = await idOf(owner, '0008')
    const answer = await owner.call('DELETE', `/domain/card/${id}`, { query: { hl: 'EN' } })
    expect([answer.status, answer.body.code]).toEqual([503, 'checkout.card_not_deleted'])
    expect(answer.body.message).toMatch(/bank that keeps it did not answer/)
    expect(await idOf(owner, '0008')).toBe(id)
  })

  test('a saved card reports that nothing was charged', async () => {
    const order = await prepareOrder(stranger, 'lux', 'theme')
    expect((await pay(stranger, order)).body.code).toBe('checkout.bank_unreachable')
    const parts = await stranger.call('POST', `/checkout/installments/${order.orderNumber}`, {
      body: { first_digits: '55287900' },
    })
    expect([parts.status, parts.body.code]).toEqual([503, 'checkout.bank_unreachable'])
  })
})

test('no table contains the number of a saved card (I12)', async () => {
  const { rows: tables } = await sql<{
    name: string
  }>`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`.execute(
    market.services.db,
  )
  for (const { name } of tables) {
    const { rows } = await sql<{
      text: string
    }>`select coalesce(string_agg(t::text, ' '), '') as text from ${sql.table(name)} as t`.execute(
      market.services.db,
    )
    for (const number of [CARDS.good, '9792030000000000', '4603450000000000'])
      expect(rows[0]?.text.includes(number), name).toBe(false)
  }
})
