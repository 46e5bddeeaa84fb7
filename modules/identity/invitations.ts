import { type OperatorRole, type PartnerRole, personIn } from '#kernel/actor.ts'
import type { ConsoleCtx, Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import * as contract from './contract.ts'
import {
  findOperatorRole,
  findPersonByEmail,
  hasOperator,
  listMemberships,
  lockFirstLink,
} from './data.ts'
import { refuse } from './errors.ts'
import { FIRST_LINK_SECONDS, LIMITS } from './rules.ts'
import { setActor } from './sign-in.ts'
import { timingSafeEqual } from 'node:crypto'
import { secondsAfter } from '#lib/clock.ts'
import { hashSecret, newSecret } from '#lib/ids.ts'
import type { Db } from '#db/client.ts'

export const getInvitation = defineOperation({
  ...contract.getInvitation,
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

/** The link was mailed, so its holder reads the mail of that address: no other check is needed. */
export const acceptInvitation = defineOperation({
  ...contract.acceptInvitation,

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

/** The person who accepts: the signed-in one, or a new account with the invited address. */
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
  setActor(ctx, answer)
  const personId = String(ctx.trail.actorId)
  await ctx.db
    .updateTable('people')
    .set({ email_verified: true })
    .where('id', '=', personId)
    .execute()
  return personId
}

/**
 * Creates the link for the first operator at the start of the product and returns its token, or
 * null when there is an operator. Only its hash is stored, and an older link becomes invalid.
 */
export async function newFirstOperatorLink({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string | null> {
  if (await hasOperator(db)) return null
  const token = newSecret()
  const link = {
    token_hash: hashSecret(token),
    expires_at: secondsAfter(clock.now(), FIRST_LINK_SECONDS),
  }
  await db
    .insertInto('first_operator_links')
    .values(link)
    .onConflict((conflict) => conflict.column('one_row').doUpdateSet(link))
    .execute()
  return token
}

async function isGood(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
  link: { token_hash: Buffer; expires_at: Date } | undefined,
): Promise<boolean> {
  return (
    link !== undefined &&
    link.expires_at > clock.now() &&
    timingSafeEqual(link.token_hash, hashSecret(token)) &&
    !(await hasOperator(db))
  )
}

export const getFirstOperator = defineOperation({
  ...contract.getFirstOperator,
  run: async (ctx, { params }) => {
    const link = await ctx.db.selectFrom('first_operator_links').selectAll().executeTakeFirst()
    if (!(await isGood(ctx, params.token, link))) throw refuse('people.link_over')
    return { success: true as const }
  },
})

export const createFirstOperator = defineOperation({
  ...contract.createFirstOperator,

  audit: {
    kind: 'operator',
    id: (_input, ctx) => ctx.trail.actorId,
    read: async (db, id) => ({ role: await findOperatorRole(db, id) }),
  },
  limits: (ctx) => [{ key: `console link ip ${ctx.ip}`, ...LIMITS.linkIp }],

  run: async (ctx, { params, body }) => {
    if (!(await isGood(ctx, params.token, await lockFirstLink(ctx.db))))
      throw refuse('people.link_over')
    setActor(
      ctx,
      await ctx.engine.call(ctx, 'signUpEmail', {
        body: { name: body.name, email: body.email, password: body.password, locale: ctx.locale },
      }),
    )
    await ctx.db
      .insertInto('operators')
      .values({ person_id: String(ctx.trail.actorId), role: 'admin', created_at: ctx.clock.now() })
      .execute()
    await ctx.db.deleteFrom('first_operator_links').execute()
    // The address is unverified, and recovery by mail needs a verified one.
    await ctx.engine.call(ctx, 'sendVerificationEmail', { body: { email: body.email } })
    return { success: true as const }
  },
})

const open = (db: Db, now: Date) =>
  db
    .selectFrom('invitations')
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)

const readOpenInvitation = (db: Db, token: string, now: Date) =>
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

/** Concurrent clicks run one after another. */
const lockInvitation = (db: Db, token: string, now: Date) =>
  open(db, now)
    .select(['id', 'email', 'role', 'partner_id'])
    .where('token_hash', '=', hashSecret(token))
    .forUpdate()
    .executeTakeFirst()

/**
 * Invitations of a partner or of the market's own team (null). Expired ones are listed until they
 * are withdrawn.
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

/** Revokes an open invitation of this team; false when there is none. */
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
