import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sendMail } from '#modules/mail/public.ts'
import { ADDRESS, passChallenge, pay, prepareKnownOrder } from '#test/support/checkout.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'

/**
 * What one order with 3-D Secure may cost the database from the first press to the last look,
 * everything counted: who is signed in, `begin`, `commit`. A statement more than this is one that
 * somebody should see.
 */
const MOST = { start: 4, calculate: 7, pay: 7, return: 10, status: 2 }
/**
 * What follows it: the gateway's notice, and the worker's receipt with its invoice and the texts
 * that were agreed to.
 */
const MOST_AFTER = { notice: 1, receipt: 6 }

const realQuery = pg.Client.prototype.query

let market: Marketplace
let owner: Owner
beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market)
})
afterAll(() => market.stop())

interface Said {
  step: string
  text: string
}

/** Statements by step; the notice comes at the same time as the browser. */
const countSaid = (said: readonly Said[]): Record<string, number> =>
  Object.fromEntries(
    [
      ...Map.groupBy(said, ({ step, text }) =>
        text.includes('gateway_notices') ? 'notice' : step,
      ),
    ].map(([step, ofStep]) => [step, ofStep.length]),
  )

test('an order takes at most 30 SQL statements: start, price, pay, return and status', async () => {
  const address = (await owner.call('POST', '/domain/address', { body: ADDRESS })).body.data
  const said: Said[] = []
  let step = ''
  const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const text = typeof given[0] === 'string' ? given[0] : (given[0] as { text: string }).text
    // The queue looks after itself on connections of its own.
    const isQueue =
      (this as unknown as { connectionParameters: { application_name?: string } })
        .connectionParameters.application_name === 'arasta-jobs'
    // A process keeps the few platforms and currencies that there are.
    const isKept = /from "platforms" where|from "currencies"/.test(text)
    if (!isQueue && !isKept) said.push({ step, text: text.trim() })
    return realQuery.apply(this, given as Parameters<typeof realQuery>)
  } as typeof pg.Client.prototype.query)
  const during = <Answer>(name: string, work: () => Promise<Answer>): Promise<Answer> => {
    step = name
    return work()
  }
  try {
    const order = (
      await during('start', () => owner.call('POST', '/checkout/delivery-day/app', { body: {} }))
    ).body.data
    const ready = await during('calculate', () => prepareKnownOrder(owner, order, address.id))
    const paid = await during('pay', () => pay(owner, ready))
    await during('return', () => passChallenge(market, paid.body.challenge.url))
    const status = await during('status', () =>
      owner.call('GET', `/checkout/status/${order.order_number}`),
    )
    expect(status.body.data.outcome).toBe('confirmed')
    step = 'look'
    const mails = await market.services.db
      .selectFrom('mails')
      .select('id')
      .where('state', '=', 'queued')
      .execute()
    await during('receipt', () => Promise.all(mails.map(({ id }) => sendMail(market.services, id))))
    expect(mails).toHaveLength(1)
  } finally {
    query.mockRestore()
  }
  const counted = countSaid(said)
  if (process.env.SHOW_STATEMENTS)
    for (const one of said) console.log(one.step, one.text.replace(/\s+/g, ' ').slice(0, 200))
  for (const [name, most] of Object.entries({ ...MOST, ...MOST_AFTER }))
    expect(counted[name], `${name} of ${JSON.stringify(counted)}`).toBeLessThanOrEqual(most)
  expect(
    Object.keys(MOST).reduce((sum, name) => sum + (counted[name] ?? 0), 0),
  ).toBeLessThanOrEqual(30)
})
