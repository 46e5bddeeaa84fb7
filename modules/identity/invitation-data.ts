import type { Db } from '#db/client.ts'
import { hashSecret } from '#lib/ids.ts'

const open = (db: Db, now: Date) =>
  db
    .selectFrom('invitations')
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)

export const readOpenInvitation = (db: Db, token: string, now: Date) =>
  open(db, now)
    .innerJoin('people', 'people.id', 'invitations.invited_by')
    .leftJoin('partners', 'partners.id', 'invitations.partner_id')
    .select([
      'invitations.id',
      'invitations.email',
      'invitations.role',
      'invitations.partner_id',
      'partners.name as partner_name',
      'people.name as invited_by_name',
    ])
    .where('token_hash', '=', hashSecret(token))
    .executeTakeFirst()

/** Who presses twice at once waits here for the first press. */
export const lockInvitation = (db: Db, token: string, now: Date) =>
  open(db, now)
    .select(['id', 'email', 'role', 'partner_id'])
    .where('token_hash', '=', hashSecret(token))
    .forUpdate()
    .executeTakeFirst()

/**
 * Of a partner, or of the market's own team (null); those that are over stay until they are taken
 * back.
 */
export const listOpenInvitations = (db: Db, partnerId: string | null) =>
  db
    .selectFrom('invitations')
    .innerJoin('people', 'people.id', 'invitations.invited_by')
    .select([
      'invitations.id',
      'invitations.email',
      'invitations.role',
      'invitations.expires_at',
      'people.name as invited_by',
    ])
    .where('partner_id', partnerId === null ? 'is' : '=', partnerId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id')
    .limit(200)
    .execute()

export const readInvitation = (db: Db, id: string) =>
  db
    .selectFrom('invitations')
    .select(['email', 'role', 'partner_id', 'expires_at', 'revoked_at'])
    .where('id', '=', id)
    .executeTakeFirst()

export const insertInvitation = (
  db: Db,
  row: {
    id: string
    token: string
    email: string
    partnerId: string | null
    role: string
    invitedBy: string
    now: Date
    expiresAt: Date
  },
) =>
  db
    .insertInto('invitations')
    .values({
      id: row.id,
      token_hash: hashSecret(row.token),
      email: row.email,
      partner_id: row.partnerId,
      role: row.role,
      invited_by: row.invitedBy,
      created_at: row.now,
      expires_at: row.expiresAt,
    })
    .execute()

/** Takes an open one of this team back; false when there is none. */
export const revokeInvitation = async (
  db: Db,
  partnerId: string | null,
  which: { id: string } | { email: string },
  now: Date,
): Promise<boolean> =>
  (
    await db
      .updateTable('invitations')
      .set({ revoked_at: now })
      .where('partner_id', partnerId === null ? 'is' : '=', partnerId)
      .where('id' in which ? 'id' : 'email', '=', 'id' in which ? which.id : which.email)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n
