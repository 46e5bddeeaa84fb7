import { sha256Hex } from '#lib/ids.ts'
import type { ConsoleCtx } from '../console.ts'
import { hasTurns, takeTurns } from '../limits.ts'
import { implementConsole } from './audit.ts'
import { knowBrowser, knownBrowserOf } from './known-browser.ts'
import { signOut as signOutContract } from './account-contract.ts'
import { signIn as signInContract, signInByCode as byCodeContract, signInByPasskey as byPasskeyContract, getPasskeyChallenge as challengeContract } from './contract.ts'
import { personOfPasskey, signInChallenge } from './engine-passkeys.ts'
import { LIMITS, mailboxOf } from './rules.ts'

/** Whoever the library has just let in acts from here on. */
export function actsAs(ctx: ConsoleCtx, answer: Record<string, unknown>): void {
  const user = answer.user as { id?: unknown } | undefined
  if (typeof user?.id === 'string') ctx.trail.actorId = user.id
}

const ownSession = { kind: 'session', id: (_input: unknown, ctx: ConsoleCtx) => ctx.trail.actorId }

/** A browser that knew this account's password before has guesses of its own: those of strangers, there or at the same network address, do not count against it. */
async function takeGuess(ctx: ConsoleCtx, mailbox: string): Promise<void> {
  const browser = knownBrowserOf(ctx, mailbox)
  if (browser !== null && await hasTurns(ctx, [{ key: `console sign-in browser ${browser}`, ...LIMITS.signInAddress }])) return
  await takeTurns(ctx, [{ key: `console sign-in ip ${ctx.ip}`, ...LIMITS.signInIp }])
  if (await hasTurns(ctx, [{ key: `console sign-in ${mailbox}`, ...LIMITS.signInAddress }])) return
  await takeTurns(ctx, [{ key: `console sign-in ip ${ctx.ip} ${mailbox}`, ...LIMITS.signInSlowed }])
}

/** The same answer for an address that is not known; and as long, for a password is hashed either way. */
export const signIn = implementConsole(signInContract, {
  audit: ownSession,
  prepare: (ctx, { body }) => takeGuess(ctx, mailboxOf(body.email)),
}, async (ctx, { body }) => {
  const answer = await ctx.engine.call(ctx, 'signInEmail', { body: { email: body.email, password: body.password } })
  knowBrowser(ctx, mailboxOf(body.email))
  if (answer.twoFactorRedirect === true) return { next: 'code' as const }
  actsAs(ctx, answer)
  return { next: 'done' as const }
})

/** Whose turn it is to guess is the browser's, by the cookie of the first step. */
const stepOf = (ctx: ConsoleCtx) => sha256Hex(/(?:^|;\s*)[\w.-]*two_factor=([^;]+)/.exec(ctx.browser.cookie)?.[1] ?? ctx.ip)

export const signInByCode = implementConsole(byCodeContract, {
  audit: ownSession,
  limits: ctx => [{ key: `console code ip ${ctx.ip}`, ...LIMITS.codeIp }, { key: `console code ${stepOf(ctx)}`, ...LIMITS.signInAddress }],
}, async (ctx, { body }) => {
  const answer = await ctx.engine.call(ctx, body.kind === 'app' ? 'verifyTOTP' : 'verifyBackupCode', { body: { code: body.code.replaceAll(' ', '') } })
  actsAs(ctx, answer)
  return { success: true as const }
})

export const getPasskeyChallenge = implementConsole(challengeContract, null, ctx => signInChallenge(ctx))

export const signInByPasskey = implementConsole(byPasskeyContract, {
  audit: ownSession, limits: ctx => [{ key: `console sign-in ip ${ctx.ip}`, ...LIMITS.signInIp }],
}, async (ctx, { body }) => {
  actsAs(ctx, await ctx.engine.call(ctx, 'openSession', { body: { personId: await personOfPasskey(ctx, body.credential) } }))
  return { success: true as const }
})

export const signOut = implementConsole(signOutContract, { audit: { kind: 'session', id: (_input, ctx) => ctx.person?.id } }, async ctx => {
  await ctx.engine.call(ctx, 'signOut', { body: {} })
  return { success: true as const }
})
