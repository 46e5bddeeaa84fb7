import type { OperatorRole, PartnerRole } from '#kernel/actor.ts'
import type { Db } from '#db/client.ts'

export const findPersonByEmail = (db: Db, email: string) =>
  db
    .selectFrom('people')
    .select(['id', 'name', 'email', 'email_verified'])
    .where('email', '=', email)
    .executeTakeFirst()

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

/** Sessions of a person but `keep`; how many there were. */
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

/** Of everybody's: what is over. */
export async function deleteEndedSignIns(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('person_sessions').where('expires_at', '<=', now).execute()
  await db.deleteFrom('person_checks').where('expires_at', '<=', now).execute()
}

/** Links of the first operator and members of teams are decided one after the other. */
export const lockFirstLink = (db: Db) =>
  db.selectFrom('first_operator_links').selectAll().forUpdate().executeTakeFirst()
export const hasOperator = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('operators').select('person_id').limit(1).execute()).length > 0

/** Whether operators come in with a second proof only; the console sets it. */
export const needsSecond = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('market_settings').select('operators_need_second').executeTakeFirst())
    ?.operators_need_second ?? false
