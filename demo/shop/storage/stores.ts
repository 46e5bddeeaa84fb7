import { isLocale } from '../catalogue/product.ts'
import type { Currency, Locale, Text } from '../catalogue/product.ts'
import { isStoreId, storeIds } from '../config.ts'
import type { StoreId } from '../config.ts'
import type { Database } from './database.ts'

export interface Store {
  id: StoreId
  names: Text
  isOs2: boolean
  status: 'active' | 'closed'
  /** The store's first language. */
  locale: Locale
  currency: Currency
  platformVersion: string
  contactEmail: string
  ownerName: string
  billing: Billing | null
  /** Grows by one with every change of slots, users and packages. */
  revision: number
}

/** As the connector protocol names it. */
export type Billing = Record<
  | 'company'
  | 'tax_office'
  | 'tax_number'
  | 'email'
  | 'phone'
  | 'country'
  | 'city'
  | 'district'
  | 'zip_code'
  | 'address',
  string
>

export interface Language {
  id: string
  name: string
  code: string
}
export interface CustomerGroup {
  id: string
  name: string
  code: string
}

interface StoreRow {
  id: StoreId
  names: string
  is_os2: number
  status: Store['status']
  locale: Locale
  currency: Currency
  platform_version: string
  contact_email: string
  owner_name: string
  billing: string | null
  revision: number
}

export function getStore(db: Database, id: string): Store | undefined {
  const row = isStoreId(id) ? db.get<StoreRow>('SELECT * FROM store WHERE id = ?', id) : undefined
  return (
    row && {
      id: row.id,
      names: JSON.parse(row.names) as Text,
      isOs2: row.is_os2 === 1,
      status: row.status,
      locale: row.locale,
      currency: row.currency,
      platformVersion: row.platform_version,
      contactEmail: row.contact_email,
      ownerName: row.owner_name,
      billing: row.billing === null ? null : (JSON.parse(row.billing) as Billing),
      revision: row.revision,
    }
  )
}

export function requireStore(db: Database, id: StoreId): Store {
  const store = getStore(db, id)
  if (!store) throw new Error(`no store ${id}: the database was not seeded`)
  return store
}

export const allStores = (db: Database): Store[] => storeIds.map((id) => requireStore(db, id))

export function setStatus(db: Database, id: StoreId, status: Store['status']): void {
  db.run('UPDATE store SET status = ? WHERE id = ?', status, id)
}

export const platformLanguages = (db: Database): Language[] =>
  db.all<Language>('SELECT id, name, code FROM language ORDER BY id')

export const storeLanguages = (db: Database, id: StoreId): Language[] =>
  db.all<Language>(
    `SELECT l.id, l.name, l.code FROM store_language s JOIN language l ON l.id = s.language_id
   WHERE s.store_id = ? ORDER BY s.position`,
    id,
  )

/** The languages that the shop front can show: those of the store that have texts. */
export const storeLocales = (db: Database, id: StoreId): Locale[] =>
  storeLanguages(db, id)
    .map((language) => language.code)
    .filter(isLocale)

export const customerGroups = (db: Database, id: StoreId): CustomerGroup[] =>
  db.all<CustomerGroup>(
    'SELECT id, name, code FROM customer_group WHERE store_id = ? ORDER BY rowid',
    id,
  )
