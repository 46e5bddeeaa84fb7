import type { ConsoleCtx } from '#kernel/context.ts'
import { noteChange, defineOperation } from '#kernel/define-operation.ts'
import { hasTurns } from '#kernel/rate-limits.ts'
import {
  askForRecovery as askContract,
  confirmEmail as confirmContract,
  getRecovery as getContract,
  recover as recoverContract,
} from './contract.ts'
import { findYoungAppCode, listCredentials, revokeCredentials } from './credentials.ts'
import { findPerson, findPersonByEmail, listSessions } from './data.ts'
import { refuse } from './errors.ts'
import { LIMITS, mailboxOf } from './rules.ts'

/**
 * A mail goes only to an address that its owner has confirmed: a mistyped one would hand the
 * account to somebody else. The answer says nothing of all this.
 */
export const askForRecovery = defineOperation({
  ...askContract,

  audit: { kind: 'person', id: () => null },
  limits: (ctx) => [{ key: `console recovery ip ${ctx.ip}`, ...LIMITS.recoveryIp }],

  run: async (ctx, { body }) => {
    const person = await findPersonByEmail(ctx.db, mailboxOf(body.email))
    if (
      person?.email_verified &&
      (await hasTurns(ctx, [{ key: `console recovery ${person.id}`, ...LIMITS.recoveryAddress }]))
    ) {
      await ctx.engine.call(ctx, 'requestPasswordReset', { body: { email: person.email } })
    }
    return { success: true as const }
  },
})

/** What a recovery takes away where nobody says that it stays. */
async function openersOf(ctx: ConsoleCtx, personId: string) {
  const now = ctx.clock.now()
  const [listed, app] = await Promise.all([
    listCredentials(ctx.db, personId, now),
    findYoungAppCode(ctx.db, personId, now),
  ])
  return app ? [app, ...listed] : listed
}

/** Looks at the link without using it. */
export const getRecovery = defineOperation({
  ...getContract,
  run: async (ctx, { params }) => {
    const { personId, expiresAt } = (await ctx.engine.call(ctx, 'personOfRecovery', {
      body: { token: params.token },
    })) as { personId?: string; expiresAt?: Date }
    const person =
      personId === undefined || expiresAt === undefined || expiresAt <= ctx.clock.now()
        ? undefined
        : await findPerson(ctx.db, personId)
    if (!person) throw refuse('people.link_over')
    const [credentials, sessions] = await Promise.all([
      openersOf(ctx, person.id),
      listSessions(ctx.db, person.id, ctx.clock.now()),
    ])
    return {
      sessions: sessions.length,
      credentials: credentials.map(({ id, kind, name, since }) => ({
        id,
        kind,
        name,
        since: since?.toISOString() ?? null,
      })),
      app_code: person.two_factor_enabled && !credentials.some((one) => one.kind === 'app_code'),
    }
  },
})

export const recover = defineOperation({
  ...recoverContract,

  audit: { kind: 'password', id: (_input, ctx) => ctx.trail.actorId },
  limits: (ctx) => [{ key: `console link ip ${ctx.ip}`, ...LIMITS.linkIp }],
  changes: ['recovered'],

  run: async (ctx, { body }) => {
    await ctx.engine.call(ctx, 'resetPassword', {
      body: { token: body.token, newPassword: body.password },
    })
    const personId = ctx.trail.actorId
    if (personId === undefined) throw new Error('a password was set and nobody was told whose')
    const revoked = (await openersOf(ctx, personId)).filter((one) => !body.keep.includes(one.id))
    await revokeCredentials(ctx.db, personId, revoked, ctx.clock.now())
    noteChange(ctx, {
      change: 'recovered',
      personId,
      revoked: revoked.map((one) => one.name || one.kind),
    })
    return { success: true as const }
  },
})

export const confirmEmail = defineOperation({
  ...confirmContract,

  audit: { kind: 'person', id: (_input, ctx) => ctx.trail.actorId },
  limits: (ctx) => [{ key: `console link ip ${ctx.ip}`, ...LIMITS.linkIp }],

  run: async (ctx, { body }) => {
    await ctx.engine.call(ctx, 'verifyEmail', { query: { token: body.token } })
    return { success: true as const }
  },
})
