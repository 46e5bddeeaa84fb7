import { createHash, hkdfSync } from 'node:crypto'
import type { SealingKeys } from '#lib/sealed.ts'

/**
 * The sign-in library's secrets: the first is the current one, the others only decrypt; `secret`
 * reads what was encrypted before keys had versions.
 */
export interface LibrarySecrets {
  secret: string
  secrets: { version: number; value: string }[]
}

const derived = (key: Buffer) =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'arasta:console', 32)).toString('base64url')

/** The library wants numbers for versions; a key's id gives always the same one. */
const versionOf = (id: string): number =>
  createHash('sha256').update(id).digest().readUInt32BE(0) >>> 1

/**
 * Derives the secrets of the console's sign-in from the sealing keys, so that they change with
 * them.
 */
export function librarySecrets({ current, keys }: SealingKeys): LibrarySecrets {
  const ids = [current, ...Object.keys(keys).filter((id) => id !== current)]
  const secrets = ids.map((id) => ({ version: versionOf(id), value: derived(keys[id] as Buffer) }))
  // Former keys stand in the order in which they were current: the oldest first.
  const oldest = Object.keys(keys).find((id) => id !== current) ?? current
  return { secret: derived(keys[oldest] as Buffer), secrets }
}
