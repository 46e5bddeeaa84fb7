import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { isStoreId } from '../config.ts'
import type { StoreId } from '../config.ts'
import { nowSeconds } from '../platform.ts'
import type { Platform } from '../platform.ts'
import { readPerson } from './people.ts'
import type { PersonKey } from './people.ts'
import { hashToken } from '../storage/visits.ts'

const cookie = 'panel-session'
const lifetime = 60 * 60 * 12

/** The stores whose owner signed in with this browser; there may be several, each in its tab. */
export function openStores(c: Context, platform: Platform): StoreId[] {
  const token = getCookie(c, cookie)
  if (!token) return []
  return platform.db
    .all<{ store_id: string }>(
      'SELECT store_id FROM panel_session WHERE token_hash = ? AND created_at > ? ORDER BY store_id',
      hashToken(token),
      nowSeconds(platform) - lifetime,
    )
    .map((row) => row.store_id)
    .filter(isStoreId)
}

/** Who this browser is in the panel of a store. */
export function personHere(c: Context, { db }: Platform, storeId: StoreId): PersonKey {
  const row = db.get<{ person: string }>(
    'SELECT person FROM panel_session WHERE token_hash = ? AND store_id = ?',
    hashToken(getCookie(c, cookie) ?? ''),
    storeId,
  )
  return readPerson(row?.person)
}

export function signIn(
  c: Context,
  platform: Platform,
  storeId: StoreId,
  person: PersonKey = 'owner',
): void {
  const kept = getCookie(c, cookie)
  const token =
    kept !== undefined && openStores(c, platform).length > 0
      ? kept
      : randomBytes(24).toString('base64url')
  platform.db.run(
    'DELETE FROM panel_session WHERE created_at <= ?',
    nowSeconds(platform) - lifetime,
  )
  platform.db.run(
    `INSERT INTO panel_session (token_hash, store_id, created_at, person) VALUES (?, ?, ?, ?)
     ON CONFLICT (token_hash, store_id)
     DO UPDATE SET created_at = excluded.created_at, person = excluded.person`,
    hashToken(token),
    storeId,
    nowSeconds(platform),
    person,
  )
  setCookie(c, cookie, token, { path: '/', httpOnly: true, sameSite: 'Lax', maxAge: lifetime })
}

/** Leaves every store of this browser. */
export function signOut(c: Context, platform: Platform): void {
  const token = getCookie(c, cookie)
  if (token) platform.db.run('DELETE FROM panel_session WHERE token_hash = ?', hashToken(token))
  deleteCookie(c, cookie, { path: '/' })
}
