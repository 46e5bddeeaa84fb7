import { personIn, type OperatorRole, type PartnerRole } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { acceptInvitation as acceptContract, getInvitation as getContract } from './contract.ts'
import { findOperatorRole, findPersonByEmail, listMemberships } from './data.ts'
import { refuse } from './errors.ts'
import { lockInvitation, readOpenInvitation } from './invitation-data.ts'
import { LIMITS } from './rules.ts'
import { actsAs } from './sign-in.ts'

export const getInvitation = defineOperation({
  ...getContract,
  run: async (ctx, { params }) => {
    const found = await readOpenInvitation(ctx.db, params.token, ctx.clock.now())
    if (!found) throw refuse('people.link_over')
    return {
      email: found.email,
      role: found.role as PartnerRole,
      partner:
        found.partner_id === null ? null : { id: found.partner_id, name: found.partner_name ?? '' },
      invited_by: found.invited_by_name,
      known: (await findPersonByEmail(ctx.db, found.email)) !== undefined,
    }
  },
})

/**
 * The link came by mail, so whoever has it reads the mail of that address: it needs no other check.
 */
export const acceptInvitation = defineOperation({
  ...acceptContract,

  audit: {
    kind: 'invitation',
    id: (_input, ctx) => ctx.trail.objectId,
    read: async (db, id) =>
      db
        .selectFrom('invitations')
        .select(['role', 'partner_id', 'accepted_by'])
        .where('id', '=', id)
        .executeTakeFirst(),
  },
  limits: (ctx) => [{ key: `console link ip ${ctx.ip}`, ...LIMITS.linkIp }],

  run: async (ctx, { params, body }) => {
    const invitation = await lockInvitation(ctx.db, params.token, ctx.clock.now())
    if (!invitation) throw refuse('people.link_over')
    ctx.trail.objectId = invitation.id
    const personId = await personFor(ctx, invitation.email, body)
    const now = ctx.clock.now()
    if (invitation.partner_id === null) {
      if (await findOperatorRole(ctx.db, personId)) throw refuse('people.member_already')
      await ctx.db
        .insertInto('operators')
        .values({ person_id: personId, role: invitation.role as OperatorRole, created_at: now })
        .execute()
    } else {
      if ((await listMemberships(ctx.db, personId)).some((one) => one.id === invitation.partner_id))
        throw refuse('people.member_already')
      await ctx.db
        .insertInto('partner_members')
        .values({
          partner_id: invitation.partner_id,
          person_id: personId,
          role: invitation.role,
          created_at: now,
        })
        .execute()
    }
    await ctx.db
      .updateTable('invitations')
      .set({ accepted_at: now, accepted_by: personId })
      .where('id', '=', invitation.id)
      .execute()
    return { partner: invitation.partner_id }
  },
})

/** Who accepts: the one who is signed in, or a new account under the invited address. */
async function personFor(
  ctx: ConsoleCtx,
  email: string,
  body: { name?: string | undefined; password?: string | undefined },
): Promise<string> {
  const person = personIn(ctx)
  if (person) {
    if (person.email !== email) throw refuse('people.other_address')
    return person.id
  }
  if (await findPersonByEmail(ctx.db, email)) throw refuse('people.sign_in_first')
  const missing = Object.fromEntries(
    (['name', 'password'] as const)
      .filter((name) => !body[name])
      .map((name) => [name, { code: 'field.required' }]),
  )
  if (Object.keys(missing).length > 0) throw refuse('input.invalid', { fields: missing })
  const answer = await ctx.engine.call(ctx, 'signUpEmail', {
    body: { name: body.name, email, password: body.password, locale: ctx.locale },
  })
  actsAs(ctx, answer)
  const personId = String(ctx.trail.actorId)
  await ctx.db
    .updateTable('people')
    .set({ email_verified: true })
    .where('id', '=', personId)
    .execute()
  return personId
}
