import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Db } from '#db/client.ts'
import type { SealingKeys } from '#lib/sealed.ts'
import { librarySecrets } from './app-code-secrets.ts'

/**
 * The same for what the sign-in library encrypts: secrets of authenticator apps and backup codes.
 * Returns how many values changed.
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
