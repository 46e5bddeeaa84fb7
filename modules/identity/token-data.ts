import type { PartnerRole, TokenScope } from '#kernel/actor.ts'
import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { hashSecret } from '#lib/ids.ts'

export const listTokenRows = (db: Db, partnerId: string) =>
  db
    .selectFrom('partner_tokens')
    .innerJoin('people', 'people.id', 'partner_tokens.created_by')
    .leftJoin('items', 'items.id', 'partner_tokens.item_id')
    .select([
      'partner_tokens.id',
      'partner_tokens.name',
      'partner_tokens.ending',
      'partner_tokens.scopes',
      'partner_tokens.created_at',
      'partner_tokens.expires_at',
      'partner_tokens.last_used_at',
      'partner_tokens.revoked_at',
      'people.name as maker',
      'items.id as item_id',
      'items.name as item_name',
    ])
    .where('partner_tokens.partner_id', '=', partnerId)
    .orderBy('partner_tokens.created_at', 'desc')
    .orderBy('partner_tokens.id', 'desc')
    .limit(200)
    .execute()

/** What a token may be bound to; the ones changed last. */
export const listItemNames = (db: Db, partnerId: string) =>
  db
    .selectFrom('items')
    .select(['id', 'name'])
    .where('partner_id', '=', partnerId)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()

/** What a token may act for: one, or all. */
export const listItemsForToken = (db: Db, partnerId: string, itemId: string | null) =>
  db
    .selectFrom('items')
    .select(['id', 'prefix', 'slug', 'market', 'status'])
    .where('partner_id', '=', partnerId)
    .$if(itemId !== null, (query) => query.where('id', '=', itemId))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(500)
    .execute()

export const hasItem = async (db: Db, partnerId: string, itemId: string): Promise<boolean> =>
  (await db
    .selectFrom('items')
    .select('id')
    .where('id', '=', itemId)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()) !== undefined

export const countLiveTokens = async (db: Db, partnerId: string, now: Date): Promise<number> =>
  (
    await db
      .selectFrom('partner_tokens')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('partner_id', '=', partnerId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow()
  ).count

export interface NewToken {
  id: string
  partnerId: string
  name: string
  token: string
  scopes: readonly TokenScope[]
  itemId: string | null
  createdBy: string
  now: Date
  expiresAt: Date
  remindAt: Date
}

export const insertToken = (db: Db, row: NewToken) =>
  db
    .insertInto('partner_tokens')
    .values({
      id: row.id,
      partner_id: row.partnerId,
      name: row.name,
      token_hash: hashSecret(row.token),
      ending: row.token.slice(-4),
      scopes: [...row.scopes],
      item_id: row.itemId,
      created_by: row.createdBy,
      created_at: row.now,
      expires_at: row.expiresAt,
      remind_at: row.remindAt,
    })
    .execute()

/** For the audit log: nothing of the secret. */
export const readToken = (db: Db, id: string) =>
  db
    .selectFrom('partner_tokens')
    .select(['name as label', 'scopes', 'item_id', 'expires_at', 'revoked_at'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Undefined when this partner has no such token, or it was revoked before. */
export const revokeToken = (db: Db, partnerId: string, id: string, by: string, now: Date) =>
  db
    .updateTable('partner_tokens')
    .set({ revoked_at: now, revoked_by: by })
    .where('id', '=', id)
    .where('partner_id', '=', partnerId)
    .where('revoked_at', 'is', null)
    .returning(['created_by', 'name'])
    .executeTakeFirst()

/**
 * Those of these secrets that are live tokens end (PKG-7): they lie where others can read them. How
 * many there were.
 */
export const revokeLeakedTokens = async (
  db: Db,
  secrets: readonly string[],
  now: Date,
): Promise<number> =>
  secrets.length === 0
    ? 0
    : Number(
        (
          await db
            .updateTable('partner_tokens')
            .set({ revoked_at: now })
            .where('token_hash', 'in', secrets.map(hashSecret))
            .where('revoked_at', 'is', null)
            .executeTakeFirst()
        ).numUpdatedRows,
      )

const USE_SECONDS = 60

/**
 * The live token of this secret, with whoever made it as long as they are in the team. That it was
 * used is kept to the minute.
 */
export async function findBearer(db: Db, token: string, now: Date) {
  const row = await db
    .selectFrom('partner_tokens')
    .innerJoin('people', 'people.id', 'partner_tokens.created_by')
    .innerJoin('partners', 'partners.id', 'partner_tokens.partner_id')
    .innerJoin('partner_members', (join) =>
      join
        .onRef('partner_members.partner_id', '=', 'partner_tokens.partner_id')
        .onRef('partner_members.person_id', '=', 'people.id'),
    )
    .select([
      'partner_tokens.id',
      'partner_tokens.scopes',
      'partner_tokens.item_id',
      'partner_tokens.last_used_at',
      'partner_tokens.created_at',
      'partner_tokens.expires_at',
      'people.id as person_id',
      'people.name',
      'people.email',
      'people.email_verified',
      'people.locale',
      'partners.id as partner_id',
      'partners.slug',
      'partners.name as partner_name',
      'partner_members.role',
    ])
    .where('token_hash', '=', hashSecret(token))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return undefined
  const stale = secondsAfter(now, -USE_SECONDS)
  if (row.last_used_at === null || row.last_used_at <= stale) {
    await db
      .updateTable('partner_tokens')
      .set({ last_used_at: now })
      .where('id', '=', row.id)
      .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', stale)]))
      .execute()
  }
  return { ...row, scopes: row.scopes as TokenScope[], role: row.role as PartnerRole }
}

/**
 * Tokens whose end is near and nobody has been told yet; locked, so that two workers do not tell it
 * twice.
 */
export const lockEndingTokens = (db: Db, now: Date) =>
  db
    .selectFrom('partner_tokens')
    .innerJoin('people', 'people.id', 'partner_tokens.created_by')
    .innerJoin('partners', 'partners.id', 'partner_tokens.partner_id')
    .select([
      'partner_tokens.id',
      'partner_tokens.name',
      'partner_tokens.ending',
      'partner_tokens.expires_at',
      'partner_tokens.partner_id',
      'partners.name as partner_name',
      'people.email',
      'people.locale',
    ])
    .where('remind_at', '<=', now)
    .where('reminded_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('partner_members')
          .select('role')
          .whereRef('partner_members.partner_id', '=', 'partner_tokens.partner_id')
          .whereRef('person_id', '=', 'people.id'),
      ),
    )
    .orderBy('remind_at')
    .limit(100)
    .forUpdate('partner_tokens')
    .skipLocked()
    .execute()

export const markReminded = (db: Db, ids: readonly string[], now: Date) =>
  db
    .updateTable('partner_tokens')
    .set({ reminded_at: now })
    .where('id', 'in', [...ids])
    .execute()
