import fc from 'fast-check'
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import type { Market } from '#lib/market.ts'

/** A small market of random items, for tests that compare what the database says with what a few lines of TypeScript say. */
export interface RandomItem {
  id: string
  market: Market
  price: { minor: number; currency: 'TRY' | 'USD' | 'EUR' | 'SAR'; kind: 'free' | 'one_time' | 'recurring' | 'usage' }
  /** Half stars times ten and how many gave them; null for none. */
  rating: { tenths: number; reviews: number } | null
  installs: number
  /** Days after 2024-01-01. */
  day: number
  categories: number[]
  words: string[]
  status: 'published' | 'unpublished' | 'draft'
}

export const CATEGORY_COUNT = 5
export const WORDS = ['kargo', 'ışık', 'çiçek', 'hız', 'galeri', 'sepet', 'القهوة', 'slider', 'yorum', 'kupon']

const price: fc.Arbitrary<RandomItem['price']> = fc.oneof(
  fc.constant({ minor: 0, currency: 'TRY' as const, kind: 'free' as const }),
  fc.record({ minor: fc.integer({ min: 0, max: 50_000 }), currency: fc.constantFrom('TRY', 'USD', 'EUR', 'SAR'), kind: fc.constantFrom('one_time', 'recurring', 'usage') }),
)

export const randomItem = (n: number): fc.Arbitrary<RandomItem> => fc.record({
  id: fc.constant(`itm_r${n}`), market: fc.constantFrom<Market>('app', 'app', 'app', 'theme'), price,
  rating: fc.option(fc.record({ tenths: fc.integer({ min: 10, max: 50 }), reviews: fc.integer({ min: 1, max: 4 }) }), { nil: null }),
  installs: fc.integer({ min: 0, max: 20 }), day: fc.integer({ min: 0, max: 30 }),
  categories: fc.uniqueArray(fc.integer({ min: 1, max: CATEGORY_COUNT }), { maxLength: 3 }),
  words: fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }),
  status: fc.constantFrom('published', 'published', 'published', 'published', 'unpublished', 'draft'),
})

export const randomMarket = (count: number) => fc.tuple(...Array.from({ length: count }, (_, n) => randomItem(n)))

const EPOCH = Date.UTC(2024, 0, 1)

export const itemRow = (item: RandomItem) => ({
  market: item.market, slug: item.id.replace('_', '-'), prefix: item.id, partner_id: 'par_r', name: item.words.join(' '), price_minor: item.price.minor, price_kind: item.price.kind,
  price_period: item.price.kind === 'recurring' ? 'month' : null, currency: item.price.currency, brought_stars: item.rating ? String(item.rating.tenths * item.rating.reviews / 10) : '0',
  brought_count: item.rating?.reviews ?? 0, install_count: item.installs, status: item.status, published_at: new Date(EPOCH + item.day * 86_400_000), updated_at: new Date(EPOCH),
})

/** Categories and a partner for random items: number n of either market is called `c-n`. */
export async function prepareRandomMarket(db: Kysely<DB>): Promise<void> {
  await db.insertInto('partners').values({ id: 'par_r', slug: 'random', name: 'Rastgele', created_at: new Date(EPOCH) }).execute()
  for (const market of ['app', 'theme'] as const) {
    await db.insertInto('categories').values(Array.from({ length: CATEGORY_COUNT }, (_, n) => ({
      id: `cat_${market}_${n + 1}`, market, slug: `c-${n + 1}`, name: JSON.stringify({ tr: `Raf ${n + 1}` }), position: n,
    }))).execute()
  }
}

export async function writeRandomItem(db: Kysely<DB>, item: RandomItem): Promise<void> {
  const row = itemRow(item)
  await db.insertInto('items').values({ id: item.id, ...row }).onConflict(conflict => conflict.column('id').doUpdateSet(row)).execute()
  const text = { name: item.words.join(' '), tagline: `Ürün ${item.id}`, description: [item.words.join(' ')] }
  await db.insertInto('item_texts').values({ item_id: item.id, locale: 'tr', ...text }).onConflict(conflict => conflict.columns(['item_id', 'locale']).doUpdateSet(text)).execute()
  await db.deleteFrom('item_categories').where('item_id', '=', item.id).execute()
  if (item.categories.length > 0) {
    await db.insertInto('item_categories').values(item.categories.map(n => ({ item_id: item.id, category_id: `cat_${item.market}_${n}` }))).execute()
  }
}
