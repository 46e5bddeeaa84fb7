import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { finished, idOf, install, uninstall } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, signIn, type Owner } from '#test/support/owner.ts'
import { addStore, ctxOf, giveItem } from '#test/support/reviewers.ts'
import { eraseReviewText, replyToReview, verifyReviewLog } from './public.ts'

let market: Marketplace
let owner: Owner
let id: string
beforeAll(async () => {
  market = await startMarketplace()
  await market.startWorker()
  owner = await signIn(market)
  id = await idOf(owner, 'cookie-consent')
})
afterAll(() => market.stop())

const write = (by: Owner, rating: unknown, text?: string, item = id) =>
  by.call('POST', '/app-store/review', {
    body: { item_id: item, rating, ...(text === undefined ? {} : { text }) },
  })
const list = (query: Record<string, string> = {}, item = id) =>
  call(market, 'GET', '/app-store/review', { query: { item_id: item, ...query } })
const itemRow = () =>
  market.services.db
    .selectFrom('items')
    .select(['rating', 'review_count', 'rating_histogram'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('S7.14 S2.25 D14 a review', () => {
  test('is not for who never had the item, and the list says so to that store alone', async () => {
    const refused = await write(owner, 5)
    expect([refused.status, refused.body.code]).toEqual([422, 'reviews.never_installed'])
    expect(
      (await owner.call('GET', '/app-store/review', { query: { item_id: id } })).body.meta.mine,
    ).toEqual({ review: null, pictures: [], may_write: false, why_not: 'never_installed' })
    expect((await list()).body).toMatchObject({
      data: [],
      meta: { total: 0, page: 1, per_page: 10, stars: [0, 0, 0, 0, 0], mine: null },
    })
  })

  test('comes from a store that has it, with the facts beside it and no name of a person', async () => {
    const started = await install(owner, id)
    await finished(owner, started.body.data.id)
    market.clock.moveSeconds(3 * 86_400 - 60)
    owner = await signIn(market)
    const answer = await write(owner, 4, 'Kurulum kolay.\u202e\r\nTeşekkürler\u0007 <b>!</b>')
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      stars: 4,
      text: 'Kurulum kolay.\nTeşekkürler <b>!</b>',
      shop: owner.domain,
      installed_days: 2,
      still_installed: true,
      platform: 'Demo Commerce',
      changed_at: null,
      erased: false,
      reply: null,
    })
    const shown = (await list()).body
    expect(shown.data).toEqual([answer.body.data])
    expect(shown.data[0].version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(JSON.stringify(shown)).not.toMatch(/Ayşe|ayse@/)
    expect(await itemRow()).toEqual({
      rating: '4.00',
      review_count: 1,
      rating_histogram: [0, 0, 0, 1, 0],
    })
  })

  test('is written once: a second one is refused, and of many at the same time one remains', async () => {
    expect((await write(owner, 1)).body.code).toBe('reviews.already_written')
    const second = await signIn(market, 'store-2')
    await finished(second, (await install(second, id)).body.data.id)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => write(second, 1 + (n % 5))),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([
      200, 409, 409, 409, 409, 409, 409, 409,
    ])
    expect((await itemRow()).review_count).toBe(2)
    expect((await list()).body.meta.total).toBe(2)
    expect(await verifyReviewLog(market.services.db)).toEqual([])
  })

  test('can be changed and taken back, and the item follows in lists and on its page', async () => {
    const changed = await owner.call('PUT', '/app-store/review', {
      body: { item_id: id, rating: 2 },
    })
    expect(changed.body.data).toMatchObject({ stars: 2, text: '' })
    const gone = await (
      await signIn(market, 'store-2')
    ).call('DELETE', '/app-store/review', { body: { item_id: id } })
    expect(gone.body.data).toEqual({ deleted: true })
    expect(await itemRow()).toEqual({
      rating: '2.00',
      review_count: 1,
      rating_histogram: [0, 1, 0, 0, 0],
    })
    const listed = (
      await call(market, 'GET', '/market/app/list', { query: { per_page: '100' } })
    ).body.data.find((one: { id: string }) => one.id === id)
    expect(listed).toMatchObject({ rating: 2, review_count: 1 })
    const detail = (
      await call(market, 'GET', '/app-store/app/detail', { query: { id, includes: 'reviews' } })
    ).body.data
    expect(detail).toMatchObject({
      rating: 2,
      brought_count: 0,
      reviews: { total: 1, stars: [0, 1, 0, 0, 0], mine: null },
    })
    expect(detail.reviews.data[0].stars).toBe(2)
    const nothing = await (
      await signIn(market, 'store-2')
    ).call('PUT', '/app-store/review', { body: { item_id: id, rating: 2 } })
    expect([nothing.status, nothing.body.code]).toEqual([404, 'reviews.not_written'])
  })

  test('may still be changed 45 days after the item was taken off, not a day later; it can always be taken back', async () => {
    owner = await signIn(market)
    await finished(owner, (await uninstall(owner, id)).body.data.id)
    market.clock.moveSeconds(45 * 86_400 - 3_600)
    owner = await signIn(market)
    const changed = await owner.call('PUT', '/app-store/review', {
      body: { item_id: id, rating: 3, text: 'Gitti' },
    })
    expect(changed.body.data).toMatchObject({ stars: 3, installed_days: 2, still_installed: false })
    market.clock.moveSeconds(3_600)
    owner = await signIn(market)
    market.clock.moveSeconds(1)
    const late = await owner.call('PUT', '/app-store/review', { body: { item_id: id, rating: 1 } })
    expect([late.status, late.body.code]).toEqual([422, 'reviews.too_late'])
    expect(
      (await owner.call('DELETE', '/app-store/review', { body: { item_id: id } })).status,
    ).toBe(200)
    expect(await itemRow()).toEqual({ rating: null, review_count: 0, rating_histogram: null })
    expect((await write(owner, 5)).body.code).toBe('reviews.too_late')
  })

  test('refuses stars that there are not and texts that are too long, with words for the field', async () => {
    for (const rating of [0, 6, 3.5, 'five', null]) {
      const { status, body } = await write(owner, rating)
      expect([status, body.fields], String(rating)).toEqual([
        400,
        { rating: '1 ile 5 arasında bir yıldız seç' },
      ])
    }
    expect((await write(owner, 5, 'x'.repeat(4_001))).body.fields).toEqual({
      text: 'En çok 4.000 karakter olabilir',
    })
    // Three signs for one when it is put in its usual form: too long only then.
    expect((await write(owner, 5, '\u{1d160}'.repeat(2_000))).body.fields).toHaveProperty('text')
    expect((await list({ stars: '6' })).status).toBe(400)
    expect((await list({}, 'itm_nothing')).body.code).toBe('catalog.item_not_found')
  })

  test('S7.33 of a theme is found in the theme store only', async () => {
    const store = await addStore(market, 'theme-owner')
    const theme = await market.services.db
      .selectFrom('items')
      .select('id')
      .where('market', '=', 'theme')
      .limit(1)
      .executeTakeFirstOrThrow()
    await giveItem(market, store, theme.id, { days: 9 })
    const { writeReview } = await import('./reviews.ts')
    await writeReview.run(ctxOf(market, store, 'theme'), {
      body: { item_id: theme.id, rating: 5, text: 'Good' },
    })
    expect(
      (
        await call(market, 'GET', '/theme-store/review', {
          site: 'theme',
          query: { item_id: theme.id },
        })
      ).body.data[0],
    ).toMatchObject({ stars: 5, installed_days: 9, shop: 'theme-owner.stores.example' })
    expect((await list({}, theme.id)).body.code).toBe('catalog.item_not_found')
  })
})

describe('many reviews', () => {
  let item: string
  beforeAll(async () => {
    const { writeReview } = await import('./reviews.ts')
    item = await idOf(await signIn(market), 'zoom')
    for (let n = 0; n < 23; n += 1) {
      const store = await addStore(market, `many-${n}`)
      await giveItem(market, store, item, { days: n })
      await writeReview.run(ctxOf(market, store), {
        body: { item_id: item, rating: 1 + (n % 5), text: `Review ${n}` },
      })
      market.clock.moveSeconds(1)
    }
  })
  const texts = async (query: Record<string, string>) =>
    (await list(query, item)).body.data.map((one: { text: string }) => one.text)

  test('stand in pages, the newest first, and can be asked for by their stars', async () => {
    const pages = [
      await texts({}),
      await texts({ page: '2' }),
      await texts({ page: '3' }),
      await texts({ page: '4' }),
    ]
    expect(pages.map((page) => page.length)).toEqual([10, 10, 3, 0])
    expect(pages.flat()).toEqual(Array.from({ length: 23 }, (_, n) => `Review ${22 - n}`))
    const two = (await list({ stars: '2' }, item)).body
    expect(two.data.map((one: { text: string }) => one.text)).toEqual([
      'Review 21',
      'Review 16',
      'Review 11',
      'Review 6',
      'Review 1',
    ])
    expect(two.meta).toMatchObject({ total: 5, stars: [5, 5, 5, 4, 4] })
    expect((await list({ page: '1000000000' }, item)).status).toBe(400)
  })

  test('a shop that has closed is not named: somebody else may have its address by now', async () => {
    await market.services.db
      .updateTable('stores')
      .set({ status: 'closed' })
      .where('id', '=', 'sto_many-22')
      .execute()
    expect((await list({}, item)).body.data[0]).toMatchObject({ text: 'Review 22', shop: null })
  })

  test('the developer answers once, only under an item of their own (D14)', async () => {
    const { db } = market.services
    const review = (await list({}, item)).body.data[1]
    const { partner_id: partnerId } = await db
      .selectFrom('items')
      .select('partner_id')
      .where('id', '=', item)
      .executeTakeFirstOrThrow()
    const reply = (more: object) =>
      replyToReview(market.services, {
        partnerId,
        reviewId: review.id,
        text: 'Teşekkürler\u202e!',
        ...more,
      })
    expect(await reply({ partnerId: 'par_other' })).toBe('not_their_item')
    expect(await reply({ text: ' \u200b ' })).toBe('empty')
    expect(await reply({ text: 'x'.repeat(4_001) })).toBe('too_long')
    expect(await reply({ reviewId: 'rev_nothing' })).toBe('review_gone')
    expect((await Promise.all([reply({}), reply({}), reply({})])).sort()).toEqual([
      'replied',
      'replied_before',
      'replied_before',
    ])
    expect((await list({}, item)).body.data[1].reply).toMatchObject({
      text: 'Teşekkürler!',
      developer: 'Arasta',
    })
  })

  test('a text that was erased is gone for good, its stars stay, and the page can say so', async () => {
    const [, , review] = (await list({}, item)).body.data
    expect(await eraseReviewText(market.services, review.id)).toBe(true)
    expect((await list({}, item)).body.data[2]).toMatchObject({
      id: review.id,
      stars: review.stars,
      text: '',
      erased: true,
      changed_at: null,
    })
    expect(await eraseReviewText(market.services, 'rev_nothing')).toBe(false)
    const dump = JSON.stringify([
      await market.services.db.selectFrom('reviews').selectAll().execute(),
      await market.services.db.selectFrom('review_log').selectAll().execute(),
    ])
    expect(dump).not.toContain(`"${review.text}"`)
    expect(await verifyReviewLog(market.services.db)).toEqual([])
  })

  test('a reader reports one, once a day: it is kept for the operator, and the review stays', async () => {
    const [review] = (await list({}, item)).body.data
    const report = (body: object, at = review.id) =>
      call(market, 'POST', `/app-store/review/${at}/report`, { body })
    expect((await report({ reason: 'boring' })).body.fields).toHaveProperty('reason')
    expect((await report({ reason: 'other' }, 'rev_nothing')).body.code).toBe('reviews.not_found')
    expect((await report({ reason: 'insult', text: 'Bak\u202e buna' })).body.data).toEqual({
      reported: true,
    })
    const again = await report({ reason: 'insult' })
    expect([again.status, Number(again.headers['retry-after'])]).toEqual([429, 86_400])
    expect(
      await market.services.db
        .selectFrom('review_reports')
        .select(['review_id', 'reason', 'text', 'store_id', 'handled_at'])
        .execute(),
    ).toEqual([
      {
        review_id: review.id,
        reason: 'insult',
        text: 'Bak buna',
        store_id: null,
        handled_at: null,
      },
    ])
    expect((await list({}, item)).body.data[0].id).toBe(review.id)
  })
})
