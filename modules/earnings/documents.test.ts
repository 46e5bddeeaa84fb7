import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnswerOf } from '#kernel/operation.ts'
import { finishRefund, mailAttachment } from '#modules/orders/public.ts'
import { buy } from '#test/support/checkout.ts'
import { type ConsoleBrowser, firstOperator, signInToConsole } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { recordEarnings } from './public.ts'
import type { listDocuments } from './refund-contract.ts'

let market: Marketplace
let owner: Owner
let admin: ConsoleBrowser
let order: string
const people = {} as Record<'support' | 'finance', ConsoleBrowser>

beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
  for (const role of ['support', 'finance'] as const) {
    await admin.ask('POST', '/operator/invitations', { email: `${role}@example.com`, role })
    people[role] = await signInToConsole(market, `${role}@example.com`)
  }
  owner = await signIn(market)
  order = (await buy(market, owner, 'delivery-day')).orderNumber
  const { id } = await market.services.db
    .selectFrom('orders')
    .select('id')
    .where('number', '=', order)
    .executeTakeFirstOrThrow()
  await mailAttachment(market.services, `receipt:${id}`, 'en')
  market.clock.moveSeconds(60)
  const { body } = await people.finance.ask('POST', `/operator/orders/${order}/refunds`, {
    amount: 100,
    reason: 'other',
    key: 'a-part',
    confirmed: true,
  })
  await finishRefund(market.services, String(body.id))
  await mailAttachment(market.services, `credit:${String(body.id)}`, 'en')
  await recordEarnings(market.services)
}, 120_000)
afterAll(() => market.stop())

const list = async (query: { store?: string; partner?: string }) =>
  (
    (
      await people.finance.ask(
        'GET',
        `/operator/documents?${new URLSearchParams(query as Record<string, string>)}`,
      )
    ).body as unknown as AnswerOf<typeof listDocuments>
  ).documents

/** A file, which is no JSON. */
const open = (who: ConsoleBrowser, path: string) =>
  fetch(`${market.origins.console.replace('console.localhost', '127.0.0.1')}/api${path}`, {
    method: 'POST',
    body: '{}',
    headers: {
      'content-type': 'application/json',
      origin: market.origins.console,
      cookie: [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'user-agent': 'Mozilla/5.0 (X11; Linux) Chrome/140.0',
    },
  })

describe('invoices and credit notes', () => {
  test('are listed for a store and for a partner, the newest first', async () => {
    const { partner_id: partner } = await market.services.db
      .selectFrom('items')
      .select('partner_id')
      .where('slug', '=', 'delivery-day')
      .executeTakeFirstOrThrow()
    const wanted = [
      { kind: 'credit_note', order, total: 100, store: { id: owner.storeId } },
      { kind: 'invoice', order, total: 249.9 },
    ]
    for (const query of [{}, { store: owner.storeId }, { partner }])
      expect(await list(query), JSON.stringify(query)).toMatchObject(wanted)
    for (const query of [{ store: 'none' }, { partner: 'none' }])
      expect(await list(query)).toEqual([])
  })

  test('open as a PDF for those who answer for money, by the number of their own order', async () => {
    const other = (await buy(market, owner, 'free-delivery')).orderNumber
    for (const { number } of await list({ store: owner.storeId })) {
      const path = (of: string) => `/operator/orders/${of}/documents/${number}`
      const opened = await open(people.finance, path(order))
      expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'application/pdf'])
      expect(
        Buffer.from(await opened.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-')
      expect((await people.finance.ask('POST', path(other))).status).toBe(404)
      expect((await people.support.ask('POST', path(order))).status).toBe(403)
      // It has the whole identity number: who opened it stands in the log, once, and nobody else.
      const { body } = await admin.ask(
        'GET',
        `/operator/audit?${new URLSearchParams({ kind: 'document', object: number })}`,
      )
      expect(body.lines).toMatchObject([
        { operation: 'fetchOrderDocument', role: 'operator:finance', object: number },
      ])
    }
  })
})
