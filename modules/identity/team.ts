import type { ConsoleCtx } from '#kernel/context.ts'
import { personOf, personIn, type OperatorRole, type PartnerRole } from '#kernel/actor.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId, newSecret } from '#lib/ids.ts'
import type { z } from 'zod'
import type { team as teamSchema } from './contract.ts'
import { refuse } from './errors.ts'
import { insertInvitation, listOpenInvitations, revokeInvitation } from './invitation-data.ts'
import { sendInvitationMail } from './mails.ts'
import { INVITATION_SECONDS, mailboxOf } from './rules.ts'
import {
  countHeads,
  deleteMember,
  findMember,
  listMembers,
  lockTeam,
  setMemberRole,
} from './team-data.ts'

/**
 * A team is a partner's, or the market's own (null). Whoever may not lack in it: its owners, its
 * admins.
 */
export type TeamOf = string | null
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
 * Writes the invitation and its mail, in the caller's transaction. One that is open for the same
 * address is asked anew: the old link is over.
 */
export async function invite(
  ctx: ConsoleCtx,
  teamOf: TeamOf,
  { email, role }: { email: string; role: Role },
  partnerName: string | null,
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
  await sendInvitationMail(ctx, { id, to, token, partnerName })
  return id
}

export async function withdraw(ctx: ConsoleCtx, teamOf: TeamOf, id: string): Promise<void> {
  if (!(await revokeInvitation(ctx.db, teamOf, { id }, ctx.clock.now()))) throw refuse('not_found')
}

/** Nobody changes their own place, and the last owner or admin stays one. */
export async function changeRole(
  ctx: ConsoleCtx,
  teamOf: TeamOf,
  personId: string,
  role: Role,
): Promise<void> {
  await requireMovable(ctx, teamOf, personId, role)
  await setMemberRole(ctx.db, teamOf, personId, role)
}

/** Their other teams and their account stay. */
export async function removeMember(
  ctx: ConsoleCtx,
  teamOf: TeamOf,
  personId: string,
): Promise<void> {
  await requireMovable(ctx, teamOf, personId, null)
  await deleteMember(ctx.db, teamOf, personId)
}

async function requireMovable(
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
