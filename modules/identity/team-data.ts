import { sql } from 'kysely'
import type { Db } from '#db/client.ts'

/** A partner's team, or the market's own (null). */
type TeamOf = string | null

const passkeyThere = sql<boolean>`exists (select from person_passkeys where person_passkeys.person_id = people.id)`

export const listMembers = async (db: Db, teamOf: TeamOf) =>
  teamOf === null
    ? db
        .selectFrom('operators')
        .innerJoin('people', 'people.id', 'operators.person_id')
        .select([
          'people.id',
          'people.name',
          'people.email',
          'people.two_factor_enabled',
          'operators.role',
          'operators.created_at',
          passkeyThere.as('has_passkey'),
        ])
        .orderBy('operators.created_at')
        .orderBy('people.id')
        .limit(500)
        .execute()
    : db
        .selectFrom('partner_members')
        .innerJoin('people', 'people.id', 'partner_members.person_id')
        .select([
          'people.id',
          'people.name',
          'people.email',
          'people.two_factor_enabled',
          'partner_members.role',
          'partner_members.created_at',
          passkeyThere.as('has_passkey'),
        ])
        .where('partner_id', '=', teamOf)
        .orderBy('partner_members.created_at')
        .orderBy('people.id')
        .limit(500)
        .execute()

/** A member's place in the team, for the audit log too. */
export const findMember = (
  db: Db,
  teamOf: TeamOf,
  personId: string,
): Promise<{ role: string } | undefined> =>
  teamOf === null
    ? db.selectFrom('operators').select('role').where('person_id', '=', personId).executeTakeFirst()
    : db
        .selectFrom('partner_members')
        .select('role')
        .where('partner_id', '=', teamOf)
        .where('person_id', '=', personId)
        .executeTakeFirst()

/**
 * Changes of one team come one after the other: two owners who remove each other at once would
 * leave none.
 */
export async function lockTeam(db: Db, teamOf: TeamOf): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`team ${teamOf ?? 'operators'}`}))`.execute(db)
}

export const countHeads = async (db: Db, teamOf: TeamOf, head: string): Promise<number> =>
  (teamOf === null
    ? await db
        .selectFrom('operators')
        .select('person_id')
        .where('role', '=', head)
        .limit(2)
        .execute()
    : await db
        .selectFrom('partner_members')
        .select('person_id')
        .where('partner_id', '=', teamOf)
        .where('role', '=', head)
        .limit(2)
        .execute()
  ).length

export async function setMemberRole(
  db: Db,
  teamOf: TeamOf,
  personId: string,
  role: string,
): Promise<void> {
  if (teamOf === null)
    await db.updateTable('operators').set({ role }).where('person_id', '=', personId).execute()
  else
    await db
      .updateTable('partner_members')
      .set({ role })
      .where('partner_id', '=', teamOf)
      .where('person_id', '=', personId)
      .execute()
}

export async function deleteMember(db: Db, teamOf: TeamOf, personId: string): Promise<void> {
  if (teamOf === null) await db.deleteFrom('operators').where('person_id', '=', personId).execute()
  else
    await db
      .deleteFrom('partner_members')
      .where('partner_id', '=', teamOf)
      .where('person_id', '=', personId)
      .execute()
}
