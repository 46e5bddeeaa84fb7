import { randomBytes } from 'node:crypto'
import { ceramics } from '../catalogue/ceramics.ts'
import { lighting, textiles } from '../catalogue/lighting-and-textiles.ts'
import type { Currency, Locale, Text } from '../catalogue/product.ts'
import type { StoreId } from '../config.ts'
import type { Database } from './database.ts'
import type { Billing } from './stores.ts'

interface SeedStore {
  id: StoreId
  names: Text
  isOs2: boolean
  languages: readonly Locale[]
  currency: Currency
  contactEmail: string
  ownerName: string
  /** Whom the platform invoices for the store; absent where it does not know. */
  billing?: Billing
}

const stores: readonly SeedStore[] = [
  {
    id: 'store-1',
    isOs2: false,
    languages: ['tr', 'en', 'ar'],
    currency: 'TRY',
    contactEmail: 'owner@shop.localhost',
    names: { tr: 'Demo Mağaza', en: 'Demo Shop', ar: 'المتجر التجريبي' },
    ownerName: 'Demo Owner 1',
  },
  {
    id: 'store-2',
    isOs2: true,
    languages: ['en', 'ar'],
    currency: 'USD',
    contactEmail: 'owner@shop2.localhost',
    names: { tr: 'İkinci Demo Mağaza', en: 'Second Demo Shop', ar: 'المتجر التجريبي الثاني' },
    ownerName: 'Demo Owner 2',
    billing: {
      company: 'Demo Mağaza Ltd. Şti.',
      tax_office: 'Setbaşı',
      tax_number: '1234567890',
      email: 'owner@shop2.localhost',
      phone: '+90 224 123 45 67',
      country: 'TR',
      city: 'Bursa',
      district: 'Osmangazi',
      zip_code: '16070',
      address: 'Çekirge Mah. 1. Sok. No: 4',
    },
  },
  {
    id: 'scratch',
    isOs2: false,
    languages: ['tr', 'en', 'ar'],
    currency: 'TRY',
    contactEmail: 'owner@scratch.localhost',
    names: { tr: 'Deneme Mağazası', en: 'Scratch Shop', ar: 'متجر التجارب' },
    ownerName: 'Demo Owner 3',
  },
]

/**
 * What the platform knows, in the order in which a store's own list starts with its first language.
 */
const languages = [
  { id: '1', name: 'Türkçe', code: 'tr' },
  { id: '2', name: 'English', code: 'en' },
  { id: '3', name: 'العربية', code: 'ar' },
  { id: '4', name: 'Deutsch', code: 'de' },
  { id: '5', name: 'Français', code: 'fr' },
]

const groups: ReadonlyArray<{ code: string; name: Text }> = [
  { code: 'retail', name: { tr: 'Perakende', en: 'Retail', ar: 'تجزئة' } },
  { code: 'wholesale', name: { tr: 'Toptan', en: 'Wholesale', ar: 'جملة' } },
  { code: 'vip', name: { tr: 'VIP', en: 'VIP', ar: 'كبار العملاء' } },
]

/** Fills an empty database; rows that are there already stay as they are. */
export function seed(db: Database, fleet = 0): void {
  db.transaction(() => {
    for (const { id, name, code } of languages)
      db.run('INSERT OR IGNORE INTO language VALUES (?, ?, ?)', id, name, code)
    for (const store of stores) seedStore(db, store)
    for (let n = 1; n <= fleet; n += 1) seedFleetStore(db, `fleet-${n}`)
  })
}

function seedStore(db: Database, store: SeedStore): void {
  const first = store.languages[0] ?? 'en'
  const added = db.run(
    `INSERT OR IGNORE INTO store (id, names, is_os2, status, locale, currency, platform_version, contact_email, owner_name, billing)
     VALUES (?, ?, ?, 'active', ?, ?, '2.4.0', ?, ?, ?)`,
    store.id,
    JSON.stringify(store.names),
    Number(store.isOs2),
    first,
    store.currency,
    store.contactEmail,
    store.ownerName,
    store.billing ? JSON.stringify(store.billing) : null,
  )
  if (added === 0) return
  store.languages.forEach((code, position) =>
    db.run(
      'INSERT INTO store_language SELECT ?, id, ? FROM language WHERE code = ?',
      store.id,
      position,
      code,
    ),
  )
  for (const { code, name } of groups) {
    db.run(
      'INSERT INTO customer_group VALUES (?, ?, ?, ?)',
      `${store.id}-${code}`,
      store.id,
      name[first],
      code,
    )
  }
  interleaved().forEach(({ slug, category, price, was, size, ...texts }, position) =>
    db.run(
      'INSERT INTO product VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      store.id,
      slug,
      category,
      position,
      price[store.currency],
      was?.[store.currency] ?? null,
      size,
      JSON.stringify(texts),
    ),
  )
  issueCredential(db, store.id)
}

/** A store as the connector sees one, with nothing to sell. */
function seedFleetStore(db: Database, id: StoreId): void {
  const added = db.run(
    `INSERT OR IGNORE INTO store (id, names, is_os2, status, locale, currency, platform_version, contact_email, owner_name)
     VALUES (?, ?, 0, 'active', 'en', 'USD', '2.4.0', ?, ?)`,
    id,
    JSON.stringify({ tr: id, en: id, ar: id }),
    `owner@${id}.localhost`,
    id,
  )
  if (added === 0) return
  db.run("INSERT INTO store_language SELECT ?, id, 0 FROM language WHERE code = 'en'", id)
  issueCredential(db, id)
}

/** A shelf that mixes the categories, as a shopkeeper would lay it out. */
function interleaved() {
  const rows = [ceramics, lighting, textiles]
  return Array.from({ length: 5 }, (_, at) => rows.flatMap((row) => row[at] ?? [])).flat()
}

/** Makes the store's API key and its handle anew; what was given out before stops working. */
export function issueCredential(db: Database, storeId: StoreId): void {
  db.transaction(() => {
    db.run('DELETE FROM credential WHERE store_id = ?', storeId)
    db.run(
      'INSERT INTO credential VALUES (?, ?, ?, ?)',
      `key_${randomBytes(9).toString('base64url')}`,
      storeId,
      randomBytes(32).toString('base64url'),
      randomBytes(24).toString('base64url'),
    )
  })
}
