import type { Db } from '#db/client.ts'
import { hashSecret, newId, newSecret } from '#lib/ids.ts'
import { prepareRandomMarket, writeRandomItem } from '#test/support/random-market.ts'

/**
 * Prices of every size and currency, round ones and such that leave a rest when the tax is taken
 * out.
 */
const PRICES = [24_990, 1, 99, 3_333, 100_000, 7, 49_901, 1_234_567, 12_345, 60] as const
const CURRENCIES = ['TRY', 'USD', 'EUR', 'SAR'] as const

export interface SeededItem {
  slug: string
  priceMinor: number
  /** Its newest; 1.0.0 where nobody says otherwise. */
  release?: string
}
export interface SeededStore {
  id: string
  token: string
  place: number
}

/** Items that cost something, each with a release, in an empty market. */
export async function seedItems(db: Db, count: number): Promise<SeededItem[]> {
  await prepareRandomMarket(db)
  const items: SeededItem[] = []
  for (let n = 0; n < count; n += 1) {
    const id = `itm_m${n}`
    const minor = PRICES[n % PRICES.length] as number
    const price = {
      minor,
      currency: CURRENCIES[n % CURRENCIES.length] as 'TRY',
      kind: 'one_time' as const,
      // What the stores here pay, whatever the rate of the day.
      others: { TRY: minor },
    }
    await writeRandomItem(db, {
      id,
      market: 'app',
      price,
      rating: null,
      installs: 0,
      day: 1,
      categories: [1],
      words: [`ürün-${n}`],
      status: 'published',
      languages: ['tr', 'en', 'ar'],
      release: { day: 1, packaged: true, platforms: [1], permissions: [] },
    })
    items.push({ slug: id.replace('_', '-'), priceMinor: price.minor })
  }
  return items
}

/** Stores with an owner who is signed in. */
export async function seedStores(db: Db, count: number, from = 0): Promise<SeededStore[]> {
  const [now, later] = [new Date(), new Date(Date.now() + 86_400_000)]
  const stores = Array.from({ length: count }, (_, n) => ({
    id: newId('sto'),
    name: `magaza-${from + n}`,
    token: newSecret(),
    place: from + n,
  }))
  await db
    .insertInto('stores')
    .values(
      stores.map(({ id, name }) => ({
        id,
        platform_id: 1,
        external_id: name,
        domain: `${name}.localhost`,
        name,
        url: `http://${name}.localhost`,
        is_os2: false,
        status: 'active',
        checked_at: now,
        created_at: now,
      })),
    )
    .execute()
  await db
    .insertInto('sessions')
    .values(
      stores.map(({ id, token }) => ({
        token_hash: hashSecret(token),
        id: newId('ses'),
        store_id: id,
        account: JSON.stringify({ id: `u-${id}`, name: 'Ayşe Demir', email: 'ayse@shop.example' }),
        entered_by: 'panel',
        created_at: now,
        expires_at: later,
      })),
    )
    .execute()
  return stores.map(({ id, token, place }) => ({ id, token, place }))
}
