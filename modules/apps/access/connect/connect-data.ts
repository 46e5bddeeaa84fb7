import type { Db } from '#db/client.ts'

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

/** With it everything that was given out by it ends. */
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

export const insertCode = (
  db: Db,
  row: {
    code_hash: Buffer
    connection_id: string
    redirect_uri: string
    challenge: string
    expires_at: Date
  },
) => db.insertInto('connect_codes').values(row).execute()

export const lockCode = (db: Db, hash: Buffer) =>
  db
    .selectFrom('connect_codes')
    .selectAll()
    .where('code_hash', '=', hash)
    .forUpdate()
    .executeTakeFirst()
export const markCode = (db: Db, hash: Buffer, at: Date) =>
  db.updateTable('connect_codes').set({ used_at: at }).where('code_hash', '=', hash).execute()

export const insertTokens = (
  db: Db,
  rows: {
    token_hash: Buffer
    connection_id: string
    kind: 'access' | 'refresh'
    expires_at: Date
  }[],
) => db.insertInto('connect_tokens').values(rows).execute()
export const lockRefresh = (db: Db, hash: Buffer) =>
  db
    .selectFrom('connect_tokens')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('kind', '=', 'refresh')
    .forUpdate()
    .executeTakeFirst()
export const markToken = (db: Db, hash: Buffer, at: Date) =>
  db.updateTable('connect_tokens').set({ used_at: at }).where('token_hash', '=', hash).execute()
export const findTokenConnection = (db: Db, hash: Buffer) =>
  db
    .selectFrom('connect_tokens')
    .select('connection_id')
    .where('token_hash', '=', hash)
    .executeTakeFirst()

/**
 * A connection that lives, on a copy that works, in an open store; with the prefix of the app that
 * it is of.
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

/** To the hour: one row is not written with every call. */
export const noteUse = (db: Db, id: string, now: Date) =>
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

export async function deleteOver(db: Db, now: Date): Promise<void> {
  // A code that was used stays a day: should it come again, what it gave is taken back.
  await db
    .deleteFrom('connect_codes')
    .where('expires_at', '<', new Date(now.getTime() - 86_400_000))
    .execute()
  await db.deleteFrom('connect_tokens').where('expires_at', '<', now).execute()
}
