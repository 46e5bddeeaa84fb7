import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ADDRESS, passChallenge, pay, prepareKnown } from '#test/support/checkout.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'

/** What one order may cost the database from the first press to the last look: a statement more than this is one that somebody should see. */
const MOST = { start: 10, calculate: 13, pay: 24, return: 24, status: 6 }

const realQuery = pg.Client.prototype.query

let market: Marketplace
let owner: Owner
beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market)
})
afterAll(() => market.stop())

test('one order takes few statements: start, price, pay, the bank\'s return and the look at its end', async () => {
  const address = (await owner.call('POST', '/domain/address', { body: ADDRESS })).body.data
  const said: string[] = []
  const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const text = typeof given[0] === 'string' ? given[0] : (given[0] as { text: string }).text
    // The queue looks after itself on connections of its own; who is signed in is asked for every page, not for every order.
    const own = /^(begin|commit|rollback|start transaction|set )/i.test(text) || /pgboss\.(?!job\b|create|send)|sessions/.test(text)
    if (!own) said.push(text)
    return realQuery.apply(this, given as Parameters<typeof realQuery>)
  } as typeof pg.Client.prototype.query)
  const counted: Record<string, number> = {}
  async function count<Answer>(step: string, work: () => Promise<Answer>): Promise<Answer> {
    const before = said.length
    const answer = await work()
    counted[step] = said.length - before
    return answer
  }
  try {
    const order = (await count('start', () => owner.call('POST', '/checkout/delivery-day/app', { body: {} }))).body.data
    const ready = await count('calculate', () => prepareKnown(owner, order, address.id))
    const paid = await count('pay', () => pay(owner, ready))
    await count('return', () => passChallenge(market, paid.body.challenge.url))
    const status = await count('status', () => owner.call('GET', `/checkout/status/${order.order_number}`))
    expect(status.body.data.outcome).toBe('confirmed')
  } finally {
    query.mockRestore()
  }
  for (const [step, most] of Object.entries(MOST)) expect(counted[step], `${step} of ${JSON.stringify(counted)}`).toBeLessThanOrEqual(most)
})
