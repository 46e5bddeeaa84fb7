import type { ConsoleCtx } from '#kernel/context.ts'
import { type OperatorRole, type PartnerRole, personIn, personOf } from '#kernel/actor.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId, newSecret } from '#lib/ids.ts'
import { FALLBACK_LOCALE, type Locale, readLocale } from '#lib/locale.ts'
import type { z } from 'zod'
import type { team as teamSchema } from './contract.ts'
import { refuse } from './errors.ts'
import {
  insertInvitation,
  listOpenInvitations,
  readInvitation,
  revokeInvitation,
} from './invitations.ts'
import { type InvitedFor, sendInvitationMail } from './mails.ts'
import { INVITATION_SECONDS, LIMITS as PEOPLE_LIMITS, mailboxOf } from './rules.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import * as operatorContract from './operator-contract.ts'
import { sql } from 'kysely'
import type { Db } from '#db/client.ts'

/** A team of a partner, or the market's own (null). It keeps at least one head: an owner or admin. */
type TeamOf = string | null
type Role = OperatorRole | PartnerRole
export const headOf = (teamOf: TeamOf): Role => (teamOf === null ? 'admin' : 'owner')

/** Members and open invitations. */
export async function listTeam(
  ctx: ConsoleCtx,
  teamOf: TeamOf,
): Promise<z.input<typeof teamSchema>> {
  const now = ctx.clock.now()
  const [members, invitations] = await Promise.all([
    listMembers(ctx.db, teamOf),
    listOpenInvitations(ctx.db, teamOf),
  ])
  return {
    members: members.map((one) => ({
      id: one.id,
      name: one.name,
      email: one.email,
      role: one.role as Role,
      since: one.created_at.toISOString(),
      you: one.id === personIn(ctx)?.id,
      second_factor: one.two_factor_enabled || one.has_passkey,
    })),
    invitations: invitations.map((one) => ({
      id: one.id,
      email: one.email,
      role: one.role as Role,
      invited_by: one.invited_by,
      expires_at: one.expires_at.toISOString(),
      over: one.expires_at <= now,
    })),
  }
}

/**
 * Stores an invitation and queues its mail, in the caller's transaction. Replaces an open
 * invitation of the same address. The mail is in the inviter's language unless the invited
 * person's is known.
 */
export async function invite(
  ctx: ConsoleCtx,
  teamOf: TeamOf,
  { email, role }: { email: string; role: Role },
  partnerName: string | null,
  { locale = ctx.locale, why = 'invitation' }: { locale?: Locale; why?: InvitedFor } = {},
): Promise<string> {
  const to = mailboxOf(email)
  await lockTeam(ctx.db, teamOf)
  if ((await listMembers(ctx.db, teamOf)).some((one) => one.email === to))
    throw refuse('people.member_already')
  const [id, token, now] = [newId('inv'), newSecret(), ctx.clock.now()]
  await revokeInvitation(ctx.db, teamOf, { email: to }, now)
  const person = personOf(ctx)
  await insertInvitation(ctx.db, {
    id,
    token,
    email: to,
    partnerId: teamOf,
    role,
    invitedBy: person.id,
    now,
    expiresAt: secondsAfter(now, INVITATION_SECONDS),
  })
  await sendInvitationMail(ctx, { id, to, token, partnerName, locale, why })
  return id
}

export async function withdraw(ctx: ConsoleCtx, teamOf: TeamOf, id: string): Promise<void> {
  if (!(await revokeInvitation(ctx.db, teamOf, { id }, ctx.clock.now()))) throw refuse('not_found')
}

/** Changes the role of a member. Refuses one's own role and the last owner or admin. */
export async function changeRole(
  ctx: ConsoleCtx,
  teamOf: TeamOf,
  personId: string,
  role: Role,
): Promise<void> {
  await requireChangeable(ctx, teamOf, personId, role)
  await setMemberRole(ctx.db, teamOf, personId, role)
}

/** Removes a member; other teams and the account stay. */
export async function removeMember(
  ctx: ConsoleCtx,
  teamOf: TeamOf,
  personId: string,
): Promise<void> {
  await requireChangeable(ctx, teamOf, personId, null)
  await deleteMember(ctx.db, teamOf, personId)
}

async function requireChangeable(
  ctx: ConsoleCtx,
  teamOf: TeamOf,
  personId: string,
  next: Role | null,
): Promise<void> {
  await lockTeam(ctx.db, teamOf)
  const member = await findMember(ctx.db, teamOf, personId)
  if (!member) throw refuse('not_found')
  if (personId === personOf(ctx).id) throw refuse('people.not_yourself')
  const head = headOf(teamOf)
  if (member.role === head && next !== head && (await countHeads(ctx.db, teamOf, head)) < 2)
    throw refuse('people.last_owner')
}

const OWN_TEAM = null
const memberAudit = {
  kind: 'operator',
  id: ({ params }: { params: { person: string } }) => params.person,
  read: (db: ConsoleCtx['db'], id: string) => findMember(db, OWN_TEAM, id),
}
const done = { success: true as const }

export const getOperatorTeam = defineOperation({
  ...operatorContract.getOperatorTeam,
  run: (ctx) => listTeam(ctx, OWN_TEAM),
})

export const inviteOperator = defineOperation({
  ...operatorContract.inviteOperator,

  audit: { kind: 'invitation', id: (_input, _ctx, answer) => answer?.id, read: readInvitation },
  limits: () => [{ key: 'console invitations by operators', ...PEOPLE_LIMITS.invitationTeam }],

  run: async (ctx, { body }) => ({ id: await invite(ctx, OWN_TEAM, body, null) }),
})

export const withdrawOperatorInvitation = defineOperation({
  ...operatorContract.withdrawOperatorInvitation,
  audit: { kind: 'invitation', id: ({ params }) => params.invitation, read: readInvitation },
  run: async (ctx, { params }) => {
    await withdraw(ctx, OWN_TEAM, params.invitation)
    return done
  },
})

export const changeOperator = defineOperation({
  ...operatorContract.changeOperator,
  audit: memberAudit,
  run: async (ctx, { params, body }) => {
    await changeRole(ctx, OWN_TEAM, params.person, body.role)
    return done
  },
})

export const removeOperator = defineOperation({
  ...operatorContract.removeOperator,
  audit: memberAudit,
  run: async (ctx, { params }) => {
    await removeMember(ctx, OWN_TEAM, params.person)
    return done
  },
})

const hasPasskeySql = sql<boolean>`exists (select from person_passkeys where person_passkeys.person_id = people.id)`

const listMembers = async (db: Db, teamOf: TeamOf) =>
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
          hasPasskeySql.as('has_passkey'),
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
          hasPasskeySql.as('has_passkey'),
        ])
        .where('partner_id', '=', teamOf)
        .orderBy('partner_members.created_at')
        .orderBy('people.id')
        .limit(500)
        .execute()

/** A member's role, also for the audit log. */
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

/** Serializes changes of a team: two owners who remove each other at once would leave none. */
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

async function setMemberRole(
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

async function deleteMember(db: Db, teamOf: TeamOf, personId: string): Promise<void> {
  if (teamOf === null) await db.deleteFrom('operators').where('person_id', '=', personId).execute()
  else
    await db
      .deleteFrom('partner_members')
      .where('partner_id', '=', teamOf)
      .where('person_id', '=', personId)
      .execute()
}

/** Names of the market's own team, for choosing one of them. */
export const listOperatorNames = (db: Db): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('operators')
    .innerJoin('people', 'people.id', 'operators.person_id')
    .select(['people.id', 'people.name'])
    .orderBy('people.name')
    .limit(500)
    .execute()

/** Where and in which language somebody of the market's own team is written to. */
export async function findOperatorContact(db: Db, personId: string) {
  const row = await db
    .selectFrom('operators')
    .innerJoin('people', 'people.id', 'operators.person_id')
    .select(['people.email', 'people.locale', 'operators.role'])
    .where('people.id', '=', personId)
    .executeTakeFirst()
  return (
    row && {
      ...row,
      role: row.role as OperatorRole,
      locale: readLocale(row.locale) ?? FALLBACK_LOCALE,
    }
  )
}
