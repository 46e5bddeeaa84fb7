import { type Insertable, sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { ConnectCodes, ConnectTokens } from '#db/types.gen.ts'

export const findKey = (db: Db, installationId: string) =>
  db
    .selectFrom('web_service_keys')
    .selectAll()
    .where('installation_id', '=', installationId)
    .executeTakeFirst()

type Times = Partial<{ asked_at: Date; taken_at: Date; renew_asked_at: Date }>

export const recordKeyTimes = (db: Db, installationId: string, times: Times) =>
  db
    .insertInto('web_service_keys')
    .values({ installation_id: installationId, ...times })
    .onConflict((conflict) => conflict.column('installation_id').doUpdateSet(times))
    .execute()

/**
 * Claims keys that have reached their maximum age, of apps that receive webhooks. The claim keeps
 * two workers from renewing the same key.
 */
export const claimOldKeys = (db: Db, before: Date, now: Date) =>
  db
    .updateTable('web_service_keys')
    .set({ renew_asked_at: now })
    .where('installation_id', 'in', (old) =>
      old
        .selectFrom('web_service_keys as it')
        .innerJoin('installations', 'installations.id', 'it.installation_id')
        .innerJoin('releases', 'releases.id', 'installations.release_id')
        .select('it.installation_id')
        .where('it.taken_at', '<', before)
        .where('installations.state', '=', 'installed')
        .where((on) =>
          on.or([
            on('it.renew_asked_at', 'is', null),
            on('it.renew_asked_at', '<', on.ref('it.taken_at')),
          ]),
        )
        .where(sql<boolean>`releases.manifest -> 'links' ? 'webhooks'`)
        .orderBy('it.taken_at')
        .limit(50)
        .forUpdate('it')
        .skipLocked(),
    )
    .returning('installation_id')
    .execute()

export const findConnection = (db: Db, installationId: string) =>
  db
    .selectFrom('app_connections')
    .selectAll()
    .where('installation_id', '=', installationId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()

export const insertConnection = (
  db: Db,
  row: { id: string; installation_id: string; scopes: string[]; approved_by: string },
  at: Date,
) =>
  db
    .insertInto('app_connections')
    .values({ ...row, created_at: at })
    .execute()

/** Revokes a connection and with it every token issued for it. */
export const revokeConnections = (
  db: Db,
  which: { id: string } | { installationId: string },
  at: Date,
) =>
  db
    .updateTable('app_connections')
    .set({ revoked_at: at })
    .where('revoked_at', 'is', null)
    .where(
      'id' in which ? 'id' : 'installation_id',
      '=',
      'id' in which ? which.id : which.installationId,
    )
    .execute()

export const insertCode = (db: Db, row: Insertable<ConnectCodes>) =>
  db.insertInto('connect_codes').values(row).execute()

export const lockCode = (db: Db, hash: Buffer) =>
  db
    .selectFrom('connect_codes')
    .selectAll()
    .where('code_hash', '=', hash)
    .forUpdate()
    .executeTakeFirst()
export const markCodeUsed = (db: Db, hash: Buffer, at: Date) =>
  db.updateTable('connect_codes').set({ used_at: at }).where('code_hash', '=', hash).execute()

export const insertTokens = (db: Db, rows: Insertable<ConnectTokens>[]) =>
  db.insertInto('connect_tokens').values(rows).execute()
export const lockRefresh = (db: Db, hash: Buffer) =>
  db
    .selectFrom('connect_tokens')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('kind', '=', 'refresh')
    .forUpdate()
    .executeTakeFirst()
export const markTokenUsed = (db: Db, hash: Buffer, at: Date) =>
  db.updateTable('connect_tokens').set({ used_at: at }).where('token_hash', '=', hash).execute()
export const findTokenConnection = (db: Db, hash: Buffer) =>
  db
    .selectFrom('connect_tokens')
    .select('connection_id')
    .where('token_hash', '=', hash)
    .executeTakeFirst()

/**
 * A connection that is not revoked, of an installation that works, in an open store; with the
 * prefix of its app.
 */
export const findLive = (db: Db, connectionId: string) =>
  db
    .selectFrom('app_connections as it')
    .innerJoin('installations', 'installations.id', 'it.installation_id')
    .innerJoin('items', 'items.id', 'installations.item_id')
    .innerJoin('stores', 'stores.id', 'installations.store_id')
    .select([
      'it.id',
      'it.scopes',
      'it.created_at',
      'items.prefix',
      'installations.store_id',
      'stores.platform_id',
      'stores.name',
      'stores.domain',
      'stores.url',
    ])
    .where('it.id', '=', connectionId)
    .where('it.revoked_at', 'is', null)
    .where('installations.state', 'in', ['installed', 'updating'])
    .where('stores.status', '=', 'active')
    .executeTakeFirst()

export const findByAccess = (db: Db, hash: Buffer, now: Date) =>
  db
    .selectFrom('connect_tokens')
    .select('connection_id')
    .where('token_hash', '=', hash)
    .where('kind', '=', 'access')
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Records the last use to the hour, so that not every call writes the row. */
export const recordUse = (db: Db, id: string, now: Date) =>
  db
    .updateTable('app_connections')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((on) =>
      on.or([
        on('last_used_at', 'is', null),
        on('last_used_at', '<', new Date(now.getTime() - 3_600_000)),
      ]),
    )
    .execute()

export async function purgeExpiredTokens(db: Db, now: Date): Promise<void> {
  // A used code is kept for a day: when it is presented again, the tokens issued for it are
  // revoked.
  await db
    .deleteFrom('connect_codes')
    .where('expires_at', '<', new Date(now.getTime() - 86_400_000))
    .execute()
  await db.deleteFrom('connect_tokens').where('expires_at', '<', now).execute()
}
