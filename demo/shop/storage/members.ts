import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { StoreId } from '../config.ts'
import type { Platform } from '../platform.ts'
import { nowSeconds } from '../platform.ts'

export interface Member {
  id: number
  email: string
  fullName: string
}
interface MemberRow {
  id: number
  email: string
  full_name: string
  password_hash: string
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

async function hash(password: string, salt = randomBytes(16)): Promise<string> {
  return `${salt.toString('base64url')}.${(await derive(password.normalize('NFKC'), salt, 32)).toString('base64url')}`
}

/** Undefined when the address has an account already. */
export async function register(
  platform: Platform,
  storeId: StoreId,
  person: { email: string; fullName: string; password: string },
): Promise<Member | undefined> {
  const passwordHash = await hash(person.password)
  const email = person.email.toLowerCase()
  const added = platform.db.run(
    'INSERT OR IGNORE INTO member (store_id, email, full_name, password_hash, created_at) VALUES (?, ?, ?, ?, ?)',
    storeId,
    email,
    person.fullName,
    passwordHash,
    nowSeconds(platform),
  )
  return added === 1 ? rowByEmail(platform, storeId, email)?.member : undefined
}

/**
 * The member, if the password fits. Takes as long for an unknown address as for a wrong password.
 */
export async function signIn(
  platform: Platform,
  storeId: StoreId,
  email: string,
  password: string,
): Promise<Member | undefined> {
  const found = rowByEmail(platform, storeId, email.toLowerCase())
  const [salt = '', expected = ''] = (found?.passwordHash ?? (await hash(''))).split('.')
  const given = (await hash(password, Buffer.from(salt, 'base64url'))).split('.')[1] ?? ''
  return found && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
    ? found.member
    : undefined
}

export function getMember({ db }: Platform, id: number | null | undefined): Member | undefined {
  const row = id == null ? undefined : db.get<MemberRow>('SELECT * FROM member WHERE id = ?', id)
  return row && { id: row.id, email: row.email, fullName: row.full_name }
}

function rowByEmail({ db }: Platform, storeId: StoreId, email: string) {
  const row = db.get<MemberRow>(
    'SELECT * FROM member WHERE store_id = ? AND email = ?',
    storeId,
    email,
  )
  return (
    row && {
      passwordHash: row.password_hash,
      member: { id: row.id, email: row.email, fullName: row.full_name },
    }
  )
}
