import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoreActor } from '#kernel/actor.ts'
import type { Listing } from '#modules/catalog/listing.ts'
import { writeListings } from '#modules/catalog/write-listings.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call } from '#test/support/owner.ts'
import {
  addStore,
  bareListing,
  ctxOf,
  giveItem,
  preparePartner,
  run,
} from '#test/support/reviewers.ts'
import { verifyReviewLog } from './public.ts'
import { changeReview, deleteReview, writeReview } from './reviews.ts'

let market: Marketplace
let stores: StoreActor[]
const ITEMS = ['itm_none', 'itm_counted', 'itm_stated']

/** What came with a catalogue: nothing, single ratings with halves, or an average alone. */
const BROUGHT: Record<string, Listing['counts']> = {
  itm_none: { rating: null, reviewCount: 0, histogram: null, installCount: 0, ratings: [] },
  itm_counted: {
    rating: 3.67,
    reviewCount: 3,
    histogram: [0, 1, 0, 1, 1],
    installCount: 0,
    ratings: [5, 4, 2].map((stars, n) => ({ rater: `r${n}`, stars })),
  },
  itm_stated: { rating: 4.7, reviewCount: 9, histogram: null, installCount: 0, ratings: [] },
}

const importAgain = () =>
  market.services.db.transaction().execute((trx) =>
    writeListings(
      trx,
      ITEMS.map((id) => bareListing(id, BROUGHT[id])),
    ),
  )

beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  await preparePartner(market)
  await importAgain()
  stores = await Promise.all([0, 1, 2, 3].map((n) => addStore(market, `s${n}`)))
  for (const store of stores) for (const item of ITEMS) await giveItem(market, store, item)
})
afterAll(() => market.stop())

/** What a card and a page should say, in a few lines. */
function expected(item: string, own: Map<string, number>) {
  const { rating, reviewCount, histogram, ratings } = BROUGHT[item]!
  const mine = [...own].filter(([key]) => key.startsWith(`${item} `)).map(([, stars]) => stars)
  const count = reviewCount + mine.length
  const sum =
    (ratings.length > 0
      ? ratings.reduce((all, one) => all + one.stars, 0)
      : (rating ?? 0) * reviewCount) + mine.reduce((all, one) => all + one, 0)
  const bars = [1, 2, 3, 4, 5].map(
    (stars) => (histogram?.[stars - 1] ?? 0) + mine.filter((one) => one === stars).length,
  )
  return {
    rating: count === 0 ? null : Number((sum / count + 1e-9).toFixed(2)),
    review_count: count,
    rating_histogram: count === 0 || (reviewCount > 0 && histogram === null) ? null : bars,
    own: mine.length,
  }
}

const step = fc.record({
  store: fc.nat({ max: 3 }),
  item: fc.constantFrom(...ITEMS),
  stars: fc.integer({ min: 1, max: 5 }),
  act: fc.constantFrom('write', 'write', 'change', 'delete', 'import'),
})

test('rating, count, histogram, list and log are what the reviews say, whatever is written, changed and taken back, and however often a catalogue comes in again (D14)', async () => {
  const own = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      for (const { store, item, stars, act } of steps) {
        market.clock.moveSeconds(3_601)
        const [key, ctx, body] = [
          `${item} ${store}`,
          ctxOf(market, stores[store]),
          { item_id: item, rating: stars },
        ]
        if (act === 'import') await importAgain()
        else if (act === 'write')
          expect(await run(writeReview, ctx, { body })).toEqual(
            own.has(key) ? 'reviews.already_written' : { data: expect.objectContaining({ stars }) },
          )
        else if (act === 'change')
          expect(await run(changeReview, ctx, { body })).toEqual(
            own.has(key) ? { data: expect.objectContaining({ stars }) } : 'reviews.not_written',
          )
        else
          expect(await run(deleteReview, ctx, { body })).toEqual(
            own.has(key) ? { data: { deleted: true } } : 'reviews.not_written',
          )
        if (act === 'delete') own.delete(key)
        else if (act === 'change' ? own.has(key) : act === 'write' && !own.has(key))
          own.set(key, stars)
      }
      const cards = (await call(market, 'GET', '/market/app/list')).body.data as {
        id: string
        rating: number | null
        review_count: number
      }[]
      for (const item of ITEMS) {
        const { data } = (
          await call(market, 'GET', '/app-store/app/detail', {
            query: { id: item, includes: 'reviews' },
          })
        ).body
        const { own: total, ...said } = expected(item, own)
        expect({
          rating: data.rating,
          review_count: data.review_count,
          rating_histogram: data.rating_histogram,
        }).toEqual(said)
        expect(cards.find((card) => card.id === item)).toMatchObject({
          rating: said.rating,
          review_count: said.review_count,
        })
        expect(data.reviews.total).toBe(total)
      }
      expect(await verifyReviewLog(market.services.db)).toEqual([])
    }),
    { numRuns: 25, endOnFailure: true },
  )
})

test('a second import of the same changes nothing, though stores have rated since', async () => {
  await run(writeReview, ctxOf(market, stores[0]), { body: { item_id: 'itm_counted', rating: 1 } })
  const rows = () => market.services.db.selectFrom('items').selectAll().orderBy('id').execute()
  const before = await rows()
  await importAgain()
  expect(await rows()).toEqual(before)
})
