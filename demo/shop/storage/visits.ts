import { createHash, randomBytes } from 'node:crypto'
import type { StoreId } from '../config.ts'
import type { Platform } from '../platform.ts'
import { nowSeconds } from '../platform.ts'
import type { Address } from './address.ts'

/** Somebody's stay in a shop: the cookie holds a secret, the row its hash. */
export interface Visit {
  id: string
  storeId: StoreId
  memberId: number | null
  /** What the first order step asked for. */
  address: Address | null
}

interface VisitRow {
  id: string
  store_id: StoreId
  member_id: number | null
  address: string | null
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

export function getVisit(
  { db }: Platform,
  storeId: StoreId,
  token: string | undefined,
): Visit | undefined {
  if (token === undefined || token === '') return undefined
  const row = db.get<VisitRow>(
    'SELECT * FROM visit WHERE id = ? AND store_id = ?',
    hashToken(token),
    storeId,
  )
  return (
    row && {
      id: row.id,
      storeId: row.store_id,
      memberId: row.member_id,
      address: row.address === null ? null : (JSON.parse(row.address) as Address),
    }
  )
}

/** A new visit and the secret for its cookie. */
export function openVisit(platform: Platform, storeId: StoreId): { visit: Visit; token: string } {
  const token = randomBytes(24).toString('base64url')
  platform.db.run(
    'INSERT INTO visit (id, store_id, created_at) VALUES (?, ?, ?)',
    hashToken(token),
    storeId,
    nowSeconds(platform),
  )
  return { token, visit: { id: hashToken(token), storeId, memberId: null, address: null } }
}

export function keepAddress({ db }: Platform, visit: Visit, address: Address): void {
  db.run(
    'UPDATE visit SET address = ? WHERE id = ? AND store_id = ?',
    JSON.stringify(address),
    visit.id,
    visit.storeId,
  )
}

export function setMember({ db }: Platform, visit: Visit, memberId: number | null): void {
  db.run(
    'UPDATE visit SET member_id = ? WHERE id = ? AND store_id = ?',
    memberId,
    visit.id,
    visit.storeId,
  )
}
