import { createHash, hkdfSync } from 'node:crypto'
import type { SealingKeys } from '#lib/sealed.ts'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Db } from '#db/client.ts'

/**
 * Secrets of the sign-in library: the first is current, the others only decrypt; `secret` reads
 * values from before keys had versions.
 */
export interface LibrarySecrets {
  secret: string
  secrets: { version: number; value: string }[]
}

const derived = (key: Buffer) =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'arasta:console', 32)).toString('base64url')

/** The library needs numeric versions: derived from the key's id. */
const versionOf = (id: string): number =>
  createHash('sha256').update(id).digest().readUInt32BE(0) >>> 1

/** Derives the library's secrets from the sealing keys, so that they rotate together. */
export function librarySecrets({ current, keys }: SealingKeys): LibrarySecrets {
  const ids = [current, ...Object.keys(keys).filter((id) => id !== current)]
  const secrets = ids.map((id) => ({ version: versionOf(id), value: derived(keys[id] as Buffer) }))
  // Former keys are ordered by age, the oldest first.
  const oldest = Object.keys(keys).find((id) => id !== current) ?? current
  return { secret: derived(keys[oldest] as Buffer), secrets }
}

/**
 * Re-encrypts what the sign-in library has encrypted: secrets of authenticator apps and backup
 * codes. Returns how many values changed.
 */
export async function resealAppCodes(db: Db, sealing: SealingKeys): Promise<number> {
  const { secret, secrets } = librarySecrets(sealing)
  const [current] = secrets
  if (!current) return 0
  const key = {
    keys: new Map(secrets.map(({ version, value }) => [version, value])),
    currentVersion: current.version,
    legacySecret: secret,
  }
  const isCurrent = (value: string) => value.startsWith(`$ba$${current.version}$`)
  const again = async (value: string) =>
    isCurrent(value)
      ? value
      : symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data: value }) })
  const rows = await db
    .selectFrom('person_app_codes')
    .select('id')
    .where((on) =>
      on.or([
        on('secret', 'not like', `$ba$${current.version}$%`),
        on('backup_codes', 'not like', `$ba$${current.version}$%`),
      ]),
    )
    .execute()
  for (const { id } of rows) {
    await db.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom('person_app_codes')
        .select(['secret', 'backup_codes'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (row)
        await trx
          .updateTable('person_app_codes')
          .set({ secret: await again(row.secret), backup_codes: await again(row.backup_codes) })
          .where('id', '=', id)
          .execute()
    })
  }
  return rows.length
}
