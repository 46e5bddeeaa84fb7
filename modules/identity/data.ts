import type { OperatorRole, PartnerRole } from '#kernel/actor.ts'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { APP_CODE_SETTLED_SECONDS } from './rules.ts'

export const findPersonByEmail = (db: Db, email: string) =>
  db
    .selectFrom('people')
    .select(['id', 'name', 'email', 'email_verified'])
    .where('email', '=', email)
    .executeTakeFirst()

/** Null for an unknown address, and for somebody who has no password. */
export const findPasswordHash = async (db: Db, email: string): Promise<string | null> =>
  (
    await db
      .selectFrom('people')
      .innerJoin('person_means', 'person_means.person_id', 'people.id')
      .select('password')
      .where('email', '=', email)
      .where('provider_id', '=', 'credential')
      .executeTakeFirst()
  )?.password ?? null

export const findPerson = (db: Db, id: string) =>
  db
    .selectFrom('people')
    .select(['id', 'name', 'email', 'email_verified', 'locale', 'two_factor_enabled'])
    .where('id', '=', id)
    .executeTakeFirst()

export const findOperatorRole = async (db: Db, personId: string): Promise<OperatorRole | null> =>
  ((
    await db
      .selectFrom('operators')
      .select('role')
      .where('person_id', '=', personId)
      .executeTakeFirst()
  )?.role as OperatorRole | undefined) ?? null

export const listMemberships = async (db: Db, personId: string) =>
  (
    await db
      .selectFrom('partner_members')
      .innerJoin('partners', 'partners.id', 'partner_members.partner_id')
      .select(['partners.id', 'partners.slug', 'partners.name', 'partner_members.role'])
      .where('person_id', '=', personId)
      .orderBy('partners.name')
      .orderBy('partners.id')
      .execute()
  ).map(({ role, ...partner }) => ({ ...partner, role: role as PartnerRole }))

export const hasPasskey = async (db: Db, personId: string): Promise<boolean> =>
  (
    await db
      .selectFrom('person_passkeys')
      .select('id')
      .where('person_id', '=', personId)
      .limit(1)
      .execute()
  ).length > 0

export const listPasskeys = (db: Db, personId: string) =>
  db
    .selectFrom('person_passkeys')
    .select(['id', 'name', 'created_at', 'backed_up'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const listSessions = (db: Db, personId: string, now: Date) =>
  db
    .selectFrom('person_sessions')
    .select(['id', 'created_at', 'expires_at', 'ip_address', 'user_agent'])
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute()

export const hasPassword = async (db: Db, personId: string): Promise<boolean> =>
  (
    await db
      .selectFrom('person_means')
      .select('id')
      .where('person_id', '=', personId)
      .where('provider_id', '=', 'credential')
      .where('password', 'is not', null)
      .execute()
  ).length > 0

/** Deletes the sessions of a person except `keep`; returns their number. */
export const deleteSessions = async (
  db: Db,
  personId: string,
  keep: string | null,
): Promise<number> =>
  Number(
    (
      await db
        .deleteFrom('person_sessions')
        .where('person_id', '=', personId)
        .$if(keep !== null, (query) => query.where('id', '<>', keep as string))
        .executeTakeFirst()
    ).numDeletedRows,
  )

/** Deletes expired sessions and checks. */
export async function deleteExpiredSignIns(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('person_sessions').where('expires_at', '<=', now).execute()
  await db.deleteFrom('person_checks').where('expires_at', '<=', now).execute()
}

/** Locks the first operator's link, so that concurrent uses run one after another. */
export const lockFirstLink = (db: Db) =>
  db.selectFrom('first_operator_links').selectAll().forUpdate().executeTakeFirst()
export const hasOperator = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('operators').select('person_id').limit(1).execute()).length > 0

/** Whether operators must have a second factor; set in the console. */
export const requiresSecondFactor = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('market_settings').select('operators_need_second').executeTakeFirst())
    ?.operators_need_second ?? false

/** A credential of an account besides password and sessions. */
export interface Credential {
  id: string
  kind: 'passkey' | 'provider' | 'token' | 'app_code'
  name: string
  since: Date | null
}

/**
 * Passkeys, linked providers and live partner tokens of a person, newest first, so that an
 * intruder's is on top.
 */
export async function listCredentials(db: Db, personId: string, now: Date): Promise<Credential[]> {
  const [passkeys, providers, tokens] = await Promise.all([
    db
      .selectFrom('person_passkeys')
      .select(['id', 'name', 'created_at'])
      .where('person_id', '=', personId)
      .execute(),
    db
      .selectFrom('person_means')
      .select(['id', 'provider_id', 'created_at'])
      .where('person_id', '=', personId)
      .where('provider_id', '<>', 'credential')
      .execute(),
    db
      .selectFrom('partner_tokens')
      .select(['id', 'name', 'created_at'])
      .where('created_by', '=', personId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .execute(),
  ])
  return [
    ...passkeys.map((one) => ({
      id: one.id,
      kind: 'passkey' as const,
      name: one.name ?? '',
      since: one.created_at,
    })),
    ...providers.map((one) => ({
      id: one.id,
      kind: 'provider' as const,
      name: one.provider_id,
      since: one.created_at,
    })),
    ...tokens.map((one) => ({
      id: one.id,
      kind: 'token' as const,
      name: one.name,
      since: one.created_at,
    })),
  ].sort((a, b) => (b.since?.getTime() ?? 0) - (a.since?.getTime() ?? 0))
}

/**
 * An authenticator app that was added recently, perhaps by somebody who stole the password. An
 * older one is never removed by a mailed link; otherwise access to the mailbox would be enough to
 * sign in.
 */
export async function findRecentAppCode(
  db: Db,
  personId: string,
  now: Date,
): Promise<Credential | null> {
  const row = await db
    .selectFrom('person_app_codes')
    .select(['id', 'confirmed_at'])
    .where('person_id', '=', personId)
    .where('confirmed_at', '>', secondsAfter(now, -APP_CODE_SETTLED_SECONDS))
    .executeTakeFirst()
  return row ? { id: row.id, kind: 'app_code', name: '', since: row.confirmed_at } : null
}

/** Revokes credentials of one person. */
export async function revokeCredentials(
  db: Db,
  personId: string,
  those: readonly Credential[],
  now: Date,
): Promise<void> {
  const idsOf = (kind: Credential['kind']) =>
    those.filter((one) => one.kind === kind).map((one) => one.id)
  const [passkeys, providers, tokens, apps] = [
    idsOf('passkey'),
    idsOf('provider'),
    idsOf('token'),
    idsOf('app_code'),
  ]
  if (passkeys.length > 0)
    await db
      .deleteFrom('person_passkeys')
      .where('person_id', '=', personId)
      .where('id', 'in', passkeys)
      .execute()
  if (providers.length > 0)
    await db
      .deleteFrom('person_means')
      .where('person_id', '=', personId)
      .where('id', 'in', providers)
      .execute()
  if (tokens.length > 0)
    await db
      .updateTable('partner_tokens')
      .set({ revoked_at: now, revoked_by: personId })
      .where('created_by', '=', personId)
      .where('id', 'in', tokens)
      .execute()
  if (apps.length === 0) return
  await db
    .deleteFrom('person_app_codes')
    .where('person_id', '=', personId)
    .where('id', 'in', apps)
    .execute()
  await db
    .updateTable('people')
    .set({ two_factor_enabled: false })
    .where('id', '=', personId)
    .execute()
}
