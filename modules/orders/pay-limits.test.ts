import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CARDS, passChallenge, pay, prepareOrder } from '#test/support/checkout.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'

let market: Marketplace
let owner: Owner
let other: Owner

beforeAll(async () => {
  market = await startMarketplace()
  ;[owner, other] = [await signIn(market, 'store-1'), await signIn(market, 'store-2')]
})
afterAll(() => market.stop())
afterEach(async () => {
  await market.services.db.deleteFrom('limits').execute()
  Object.assign(market.services.payTries, { perAddress: 30, perCard: 12 })
})

/** Begins a payment at once; at the bank it is declined without a challenge. */
const REFUSED = '4151111111111112'
const tried = async (who: Owner, card: string, slug = 'delivery-day') => {
  const answer = await pay(who, await prepareOrder(who, slug), { card })
  return answer.body.state ?? answer.body.code
}

describe('PAY-21 limits card testing', () => {
  test('per card: a number declined repeatedly is refused to any store; other cards are not', async () => {
    market.services.payTries.perCard = 3
    const outcomes = [
      await tried(owner, REFUSED),
      await tried(other, REFUSED),
      await tried(owner, REFUSED),
      await tried(other, REFUSED),
      await tried(owner, REFUSED),
    ]
    expect(outcomes).toEqual([
      'declined',
      'declined',
      'declined',
      'checkout.too_many_attempts',
      'checkout.too_many_attempts',
    ])
    expect(await tried(other, CARDS.good)).toBe('challenge')
  })

  test('per network address: many cards from one place must wait and are told how long', async () => {
    market.services.payTries.perAddress = 2
    expect(await tried(owner, REFUSED)).toBe('declined')
    expect(await tried(other, CARDS.good)).toBe('challenge')
    const answer = await pay(owner, await prepareOrder(owner, 'delivery-day'), {
      card: CARDS.declined,
    })
    expect([answer.status, answer.body.code]).toEqual([429, 'checkout.too_many_attempts'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_000)
    expect(answer.body.message).toMatch(/60/)
  })

  test('a refusal before the bank consumes no limit', async () => {
    market.services.payTries.perAddress = 1
    const order = await prepareOrder(owner, 'delivery-day')
    for (let time = 0; time < 3; time += 1)
      expect((await pay(owner, order, { total: 1 })).body.code).toBe('checkout.total_changed')
    expect(await tried(owner, CARDS.good)).toBe('challenge')
  })

  test('a payment refunds its limits: frequent buyers are not blocked', async () => {
    Object.assign(market.services.payTries, { perCard: 1, perAddress: 1 })
    const themes = await signIn(market, 'store-1', 'theme')
    for (const slug of ['lux', 'minty', 'pulse']) {
      const paid = await pay(themes, await prepareOrder(themes, slug, 'theme'))
      expect(paid.body.state, slug).toBe('challenge')
      await passChallenge(market, paid.body.challenge.url)
    }
  })

  test('counters are stored hashed in the database, so they survive the process and name nobody', async () => {
    await tried(owner, REFUSED)
    const rows = await market.services.db.selectFrom('limits').selectAll().execute()
    expect(rows.filter((row) => row.used === 1).length).toBeGreaterThanOrEqual(2)
    const text =
      JSON.stringify(rows) +
      JSON.stringify(
        await market.services.db.selectFrom('payment_attempts').select('limit_keys').execute(),
      )
    expect(text).not.toContain(REFUSED)
    expect(text).not.toContain('127.0.0.1')
  })
})
