import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToConsole, firstOperator, type ConsoleBrowser } from '#test/support/console.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call } from '#test/support/owner.ts'
import { verifyReviewLog } from './public.ts'

let market: Marketplace
let mine: ConsoleBrowser
let stranger: ConsoleBrowser
let partner: string
let other: string
let itemId: string

beforeAll(async () => {
  market = await startMarketplace()
  const { db, clock } = market.services
  const admin = await firstOperator(market)
  const item = await db
    .selectFrom('items')
    .select(['id', 'partner_id'])
    .where('slug', '=', 'carousel')
    .executeTakeFirstOrThrow()
  partner = item.partner_id
  itemId = item.id
  await admin.ask('POST', `/operator/partners/${partner}/invitations`, {
    email: 'arasta@example.com',
  })
  mine = await signInToConsole(market, 'arasta@example.com')
  other = String(
    (await admin.ask('POST', '/operator/partners', { name: 'Other', email: 'other@example.com' }))
      .body.id,
  )
  stranger = await signInToConsole(market, 'other@example.com')
  const now = clock.now()
  await db
    .insertInto('stores')
    .values({
      id: 'sto_r',
      platform_id: 1,
      external_id: 'store-r',
      domain: 'dukkan.example',
      name: 'Dükkân',
      url: 'https://dukkan.example',
      is_os2: false,
      status: 'active',
      checked_at: now,
      created_at: now,
    })
    .execute()
  await db
    .insertInto('reviews')
    .values({
      id: 'rev_r',
      store_id: 'sto_r',
      item_id: item.id,
      stars: 4,
      text: 'Good',
      version: '1.0.0',
      installed_days: 3,
      still_installed: true,
      salt: Buffer.alloc(16),
      created_at: now,
      updated_at: now,
    })
    .execute()
})
afterAll(() => market.stop())

test("a partner answers a review of its own item, mends the answer and reports the review once; of another's items neither (D14)", async () => {
  const { db } = market.services
  const at = (of: string) => `/partners/${of}/reviews/rev_r`
  expect((await stranger.ask('PUT', `${at(other)}/reply`, { text: 'Not mine' })).status).toBe(404)
  expect((await stranger.ask('POST', `${at(other)}/report`, { reason: 'other' })).status).toBe(404)
  expect((await mine.ask('PUT', `${at(partner)}/reply`, { text: ' ' })).status).toBe(400)
  for (const text of ['Thank you', 'Mended'])
    expect((await mine.ask('PUT', `${at(partner)}/reply`, { text })).status).toBe(200)
  for (const reason of ['insult', 'other'])
    expect((await mine.ask('POST', `${at(partner)}/report`, { reason })).status).toBe(200)
  const { reviews } = (await mine.ask('GET', `/partners/${partner}/reviews`)).body as {
    reviews: unknown[]
  }
  expect(reviews).toMatchObject([
    {
      id: 'rev_r',
      shop: 'dukkan.example',
      reported: true,
      reply: { text: 'Mended', changed_at: expect.any(String) as string },
    },
  ])
  // Readers see that it was mended, and when (decision 0027).
  const { body } = await call(market, 'GET', '/app-store/review', { query: { item_id: itemId } })
  expect(
    (body.data as { id: string; reply: object }[]).find((one) => one.id === 'rev_r')?.reply,
  ).toMatchObject({ text: 'Mended', changed_at: expect.any(String) as string })
  expect(await db.selectFrom('review_reports').select(['reason', 'partner_id']).execute()).toEqual([
    { reason: 'insult', partner_id: partner },
  ])
  expect((await stranger.ask('GET', `/partners/${other}/reviews`)).body.reviews).toEqual([])
  expect(
    await db
      .selectFrom('audit_log')
      .select(['operation', 'after'])
      .where('kind', '=', 'reply')
      .orderBy('id', 'desc')
      .executeTakeFirst(),
  ).toMatchObject({ operation: 'answerReview', after: { text: 'Mended' } })
  await db.updateTable('reviews').set({ hidden_at: new Date() }).execute()
  expect((await mine.ask('GET', `/partners/${partner}/reviews`)).body.reviews).toMatchObject([
    { text: '', erased: true },
  ])
  // The review itself was put in behind the log's back here; the answer was not.
  expect(await verifyReviewLog(db)).toEqual([{ kind: 'row_unknown', subject: 'rev_r' }])
})
