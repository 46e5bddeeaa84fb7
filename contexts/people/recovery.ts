import { hasTurns } from '../limits.ts'
import { implementConsole } from './audit.ts'
import { askForRecovery as askContract, confirmEmail as confirmContract, recover as recoverContract } from './contract.ts'
import { findPersonByEmail } from './data.ts'
import { LIMITS, mailboxOf } from './rules.ts'

/**
 * A mail goes only to an address that its owner has confirmed: a mistyped one would hand the account to somebody else. The answer says
 * nothing of all this.
 */
export const askForRecovery = implementConsole(askContract, {
  audit: { kind: 'person', id: () => null }, limits: ctx => [{ key: `console recovery ip ${ctx.ip}`, ...LIMITS.recoveryIp }],
}, async (ctx, { body }) => {
  const person = await findPersonByEmail(ctx.db, mailboxOf(body.email))
  if (person?.email_verified && await hasTurns(ctx, [{ key: `console recovery ${person.id}`, ...LIMITS.recoveryAddress }])) {
    await ctx.engine.call(ctx, 'requestPasswordReset', { body: { email: person.email } })
  }
  return { success: true as const }
})

export const recover = implementConsole(recoverContract, {
  audit: { kind: 'password', id: (_input, ctx) => ctx.trail.actorId }, limits: ctx => [{ key: `console link ip ${ctx.ip}`, ...LIMITS.linkIp }],
}, async (ctx, { body }) => {
  await ctx.engine.call(ctx, 'resetPassword', { body: { token: body.token, newPassword: body.password } })
  return { success: true as const }
})

export const confirmEmail = implementConsole(confirmContract, {
  audit: { kind: 'person', id: (_input, ctx) => ctx.trail.actorId }, limits: ctx => [{ key: `console link ip ${ctx.ip}`, ...LIMITS.linkIp }],
}, async (ctx, { body }) => {
  await ctx.engine.call(ctx, 'verifyEmail', { query: { token: body.token } })
  return { success: true as const }
})
