import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ADDRESS } from '#test/support/checkout.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { signIn } from '#test/support/owner.ts'
import { sellByPeriod, subscribe } from '#test/support/subscriptions.ts'
import { advanceSubscription, findDueSubscriptions } from './public.ts'

/** From the day on which it is due to the paid period. The gateway's notice comes at the same time. */
const MOST = 50
const DAY = 86_400

const realQuery = pg.Client.prototype.query

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace()
})
afterAll(() => market.stop())

async function passDay(): Promise<void> {
  market.clock.moveSeconds(DAY)
  for (const id of await findDueSubscriptions(market.services))
    await advanceSubscription(market.services, id)
}

test('a renewal takes at most 50 SQL statements', async () => {
  const owner = await signIn(market)
  await owner.call('POST', '/domain/address', { body: ADDRESS })
  await sellByPeriod(market, 'finder', [{ priceMinor: 24_990 }])
  const { id } = await subscribe(market, owner, 'finder')
  // The reminder before the charge is a job of another day.
  for (let day = 0; day < 27; day += 1) await passDay()
  market.clock.moveSeconds(10 * DAY)
  const said: string[] = []
  const renewing = new AsyncLocalStorage<true>()
  const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    if (renewing.getStore())
      said.push(typeof given[0] === 'string' ? given[0] : (given[0] as { text: string }).text)
    return realQuery.apply(this, given as Parameters<typeof realQuery>)
  } as typeof pg.Client.prototype.query)
  try {
    await renewing.run(true, () => advanceSubscription(market.services, id))
  } finally {
    query.mockRestore()
  }
  expect(
    said.filter((text) => /insert into "orders"|update "subscriptions"/.test(text)),
  ).toHaveLength(4)
  expect(said.length, said.join('\n')).toBeLessThanOrEqual(MOST)
})
