import type { Category, Locale, ProductTexts } from '../catalogue/product.ts'
import { locales } from '../catalogue/product.ts'
import type { StoreId } from '../config.ts'
import type { Database } from './database.ts'

export interface Product extends ProductTexts {
  slug: string
  category: Category
  priceMinor: number
  wasMinor: number | null
  size: string
}

interface ProductRow {
  slug: string
  category: Category
  price_minor: number
  was_minor: number | null
  size: string
  texts: string
}

const fromRow = (row: ProductRow): Product => ({
  slug: row.slug,
  category: row.category,
  priceMinor: row.price_minor,
  wasMinor: row.was_minor,
  size: row.size,
  ...(JSON.parse(row.texts) as ProductTexts),
})

export const allProducts = (db: Database, store: StoreId): Product[] =>
  db
    .all<ProductRow>('SELECT * FROM product WHERE store_id = ? ORDER BY position', store)
    .map(fromRow)

export function getProduct(db: Database, store: StoreId, slug: string): Product | undefined {
  const row = db.get<ProductRow>(
    'SELECT * FROM product WHERE store_id = ? AND slug = ?',
    store,
    slug,
  )
  return row && fromRow(row)
}

export interface Wish {
  category?: Category
  words?: string
}

/**
 * Products of a category that hold every word in any language: who types "vazo" on the English page
 * means a vase.
 */
export function findProducts(
  db: Database,
  store: StoreId,
  { category, words = '' }: Wish,
): Product[] {
  const wanted = fold(words)
    .split(' ')
    .filter((word) => word !== '')
  return allProducts(db, store)
    .filter((product) => category === undefined || product.category === category)
    .filter((product) => wanted.every((word) => textOf(product).includes(word)))
}

const textOf = (product: Product): string =>
  fold(
    locales
      .flatMap((locale: Locale) => [
        product.name[locale],
        product.line[locale],
        product.material[locale],
      ])
      .join(' '),
  )

/**
 * Case, accents and the Turkish i fall together, so that "kase" finds "kâse" and "ISIK" finds
 * "ışık".
 */
const fold = (text: string): string =>
  text
    .toLocaleLowerCase('tr')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ı', 'i')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
