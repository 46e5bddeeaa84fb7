import fc from 'fast-check'
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import { LOCALES, type Locale } from '#lib/locale.ts'
import { PERMISSIONS, type Market, type PermissionCode } from '#lib/market.ts'

/**
 * A small market of random items, for tests that compare what the database says with what a few
 * lines of TypeScript say.
 */
export interface RandomItem {
  id: string
  market: Market
  price: {
    minor: number
    currency: 'TRY' | 'USD' | 'EUR' | 'SAR'
    kind: 'free' | 'one_time' | 'recurring' | 'usage'
    /** The partner's own in other currencies. */
    others: Partial<Record<'TRY' | 'USD' | 'EUR' | 'SAR', number>>
  }
  /** Half stars times ten and how many gave them; null for none. */
  rating: { tenths: number; reviews: number } | null
  installs: number
  /** Days after 2024-01-01. */
  day: number
  categories: number[]
  words: string[]
  status: 'published' | 'unpublished' | 'draft'
  languages: Locale[]
  /** Its newest release; null when it has none. */
  release: {
    day: number
    packaged: boolean
    platforms: number[]
    permissions: PermissionCode[]
    os2?: boolean
  } | null
}

export const CATEGORY_COUNT = 5
export const WORDS = [
  'kargo',
  'ışık',
  'çiçek',
  'hız',
  'galeri',
  'sepet',
  'القهوة',
  'slider',
  'yorum',
  'kupon',
]

const price: fc.Arbitrary<RandomItem['price']> = fc.oneof(
  fc.constant({ minor: 0, currency: 'TRY' as const, kind: 'free' as const, others: {} }),
  fc.record({
    minor: fc.integer({ min: 0, max: 50_000 }),
    currency: fc.constantFrom('TRY', 'USD', 'EUR', 'SAR'),
    kind: fc.constantFrom('one_time', 'recurring', 'usage'),
    others: fc.dictionary(
      fc.constantFrom('TRY', 'USD', 'EUR', 'SAR'),
      fc.integer({ min: 1, max: 50_000 }),
      { maxKeys: 2 },
    ),
  }),
)

export const randomItem = (n: number): fc.Arbitrary<RandomItem> =>
  fc.record({
    id: fc.constant(`itm_r${n}`),
    market: fc.constantFrom<Market>('app', 'app', 'app', 'theme'),
    price,
    rating: fc.option(
      fc.record({
        tenths: fc.integer({ min: 10, max: 50 }),
        reviews: fc.integer({ min: 1, max: 4 }),
      }),
      { nil: null },
    ),
    installs: fc.integer({ min: 0, max: 20 }),
    day: fc.integer({ min: 0, max: 30 }),
    categories: fc.uniqueArray(fc.integer({ min: 1, max: CATEGORY_COUNT }), { maxLength: 3 }),
    words: fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }),
    status: fc.constantFrom(
      'published',
      'published',
      'published',
      'published',
      'unpublished',
      'draft',
    ),
    languages: fc.uniqueArray(fc.constantFrom(...LOCALES), { minLength: 1 }),
    release: fc.option(
      fc.record({
        day: fc.integer({ min: 0, max: 400 }),
        packaged: fc.boolean(),
        platforms: fc.uniqueArray(fc.constantFrom(1, 2, 3)),
        permissions: fc.uniqueArray(fc.constantFrom(...PERMISSIONS)),
        os2: fc.boolean(),
      }),
      { nil: null },
    ),
  })

export const randomMarket = (count: number) =>
  fc.tuple(...Array.from({ length: count }, (_, n) => randomItem(n)))

const EPOCH = Date.UTC(2024, 0, 1)

export const itemRow = (item: RandomItem) => ({
  market: item.market,
  slug: item.id.replace('_', '-'),
  prefix: item.id,
  partner_id: 'par_r',
  name: item.words.join(' '),
  price_minor: item.price.minor,
  price_kind: item.price.kind,
  price_period: item.price.kind === 'recurring' ? 'month' : null,
  currency: item.price.currency,
  brought_stars: item.rating ? String((item.rating.tenths * item.rating.reviews) / 10) : '0',
  brought_count: item.rating?.reviews ?? 0,
  install_count: item.installs,
  status: item.status,
  published_at: new Date(EPOCH + item.day * 86_400_000),
  updated_at: new Date(EPOCH),
})

/** The day that `RandomItem.day` counts from. */
export const randomDay = (day: number): Date => new Date(EPOCH + day * 86_400_000)

const PACKAGE = 'a'.repeat(64)

/**
 * Categories, a partner and a package for random items: category n of either market is called
 * `c-n`.
 */
export async function prepareRandomMarket(db: Kysely<DB>): Promise<void> {
  await db
    .insertInto('partners')
    .values({ id: 'par_r', slug: 'random', name: 'Rastgele', created_at: new Date(EPOCH) })
    .execute()
  await db
    .insertInto('packages')
    .values({ sha256: PACKAGE, size: 1, created_at: new Date(EPOCH) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const market of ['app', 'theme'] as const) {
    await db
      .insertInto('categories')
      .values(
        Array.from({ length: CATEGORY_COUNT }, (_, n) => ({
          id: `cat_${market}_${n + 1}`,
          market,
          slug: `c-${n + 1}`,
          name: JSON.stringify({ tr: `Raf ${n + 1}` }),
          position: n,
        })),
      )
      .execute()
  }
}

export async function writeRandomItem(db: Kysely<DB>, item: RandomItem): Promise<void> {
  const row = itemRow(item)
  await db
    .insertInto('items')
    .values({ id: item.id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  const text = {
    name: item.words.join(' '),
    tagline: `Ürün ${item.id}`,
    description: [item.words.join(' ')],
  }
  await db
    .deleteFrom('item_texts')
    .where('item_id', '=', item.id)
    .where('locale', 'not in', item.languages)
    .execute()
  for (const locale of item.languages) {
    await db
      .insertInto('item_texts')
      .values({ item_id: item.id, locale, ...text })
      .onConflict((conflict) => conflict.columns(['item_id', 'locale']).doUpdateSet(text))
      .execute()
  }
  await writePlan(db, item)
  await writeRelease(db, item)
  await db.deleteFrom('item_categories').where('item_id', '=', item.id).execute()
  if (item.categories.length > 0) {
    await db
      .insertInto('item_categories')
      .values(
        item.categories.map((n) => ({ item_id: item.id, category_id: `cat_${item.market}_${n}` })),
      )
      .execute()
  }
}

/** The listed plan, with the partner's prices in other currencies. */
async function writePlan(db: Kysely<DB>, { id, price }: RandomItem): Promise<void> {
  await db.deleteFrom('plans').where('item_id', '=', id).execute()
  await db
    .insertInto('plans')
    .values({
      id: `${id.replace('itm_', 'pln_')}_0`,
      item_id: id,
      kind: price.kind,
      period: price.kind === 'recurring' ? 'month' : null,
      price_minor: price.minor,
      currency: price.currency,
      position: 0,
    })
    .execute()
  const others = othersOf(price).map(([currency, price_minor]) => ({
    item_id: id,
    position: 0,
    currency,
    price_minor,
  }))
  if (others.length > 0) await db.insertInto('plan_prices').values(others).execute()
}

/** Those that count: in another currency, of an item that costs something. */
export const othersOf = ({ minor, currency, others }: RandomItem['price']) =>
  minor === 0 ? [] : Object.entries(others).filter(([code]) => code !== currency)

async function writeRelease(db: Kysely<DB>, { id, market, release }: RandomItem): Promise<void> {
  await db.updateTable('items').set({ latest_release_id: null }).where('id', '=', id).execute()
  await db.deleteFrom('releases').where('item_id', '=', id).execute()
  if (release === null) return
  const manifest = JSON.stringify({
    kind: market,
    compatibility: {
      platforms: Object.fromEntries(release.platforms.map((platform) => [platform, '*'])),
    },
    ...(market === 'app'
      ? {
          permissions: release.permissions.map((code) => ({
            code,
            required: true,
            reason: { en: 'Because.' },
          })),
        }
      : { os2: release.os2 ?? true }),
  })
  await db
    .insertInto('releases')
    .values({
      id: `rel_${id}`,
      item_id: id,
      version: '1.0.0',
      version_order: '1',
      notes: '{}',
      status: 'published',
      published_at: randomDay(release.day),
      ...(release.packaged
        ? { manifest, package_sha256: PACKAGE, signature: 's', key_id: 'k' }
        : {}),
    })
    .execute()
  await db
    .updateTable('items')
    .set({ latest_release_id: `rel_${id}` })
    .where('id', '=', id)
    .execute()
}
