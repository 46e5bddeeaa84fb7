import { sha256Hex } from '#lib/ids.ts'
import { newKnownBrowser, readKnownBrowser } from '#lib/known-browser.ts'
import { personIn } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { hasTurns, takeTurns } from '#kernel/rate-limits.ts'
import { signOut as signOutContract } from './account-contract.ts'
import {
  getPasskeyChallenge as challengeContract,
  signIn as signInContract,
  signInByCode as byCodeContract,
  signInByPasskey as byPasskeyContract,
} from './contract.ts'
import { personOfPasskey, signInChallenge } from './engine-passkeys.ts'
import { LIMITS, mailboxOf } from './rules.ts'

/** Whoever the library has just let in acts from here on. */
export function actsAs(ctx: ConsoleCtx, answer: Record<string, unknown>): void {
  const user = answer.user as { id?: unknown } | undefined
  if (typeof user?.id === 'string') ctx.trail.actorId = user.id
}

const ownSession = { kind: 'session', id: (_input: unknown, ctx: ConsoleCtx) => ctx.trail.actorId }

/**
 * A browser that knew this account's password before has guesses of its own: those of strangers,
 * there or at the same network address, do not count against it.
 */
async function takeGuess(ctx: ConsoleCtx, mailbox: string): Promise<void> {
  const browser = knownBrowserOf(ctx, mailbox)
  if (
    browser !== null &&
    (await hasTurns(ctx, [{ key: `console sign-in browser ${browser}`, ...LIMITS.signInAddress }]))
  )
    return
  await takeTurns(ctx, [{ key: `console sign-in ip ${ctx.ip}`, ...LIMITS.signInIp }])
  if (await hasTurns(ctx, [{ key: `console sign-in ${mailbox}`, ...LIMITS.signInAddress }])) return
  await takeTurns(ctx, [{ key: `console sign-in ip ${ctx.ip} ${mailbox}`, ...LIMITS.signInSlowed }])
}

/**
 * The same answer for an address that is not known; and as long, for a password is hashed either
 * way.
 */
export const signIn = defineOperation({
  ...signInContract,

  audit: ownSession,
  prepare: (ctx, { body }) => takeGuess(ctx, mailboxOf(body.email)),

  run: async (ctx, { body }) => {
    const answer = await ctx.engine.call(ctx, 'signInEmail', {
      body: { email: body.email, password: body.password },
    })
    knowBrowser(ctx, mailboxOf(body.email))
    if (answer.twoFactorRedirect === true) return { next: 'code' as const }
    actsAs(ctx, answer)
    return { next: 'done' as const }
  },
})

/** The cookie of the first step. Its exact name: one that only ends alike is the client's own. */
export const secondStepToken = (cookie: string): string | undefined =>
  /(?:^|;\s*)(?:__Secure-)?console\.two_factor=([^;]+)/.exec(cookie)?.[1]

/** Guesses are counted by browser. */
const stepOf = (ctx: ConsoleCtx) => sha256Hex(secondStepToken(ctx.browser.cookie) ?? ctx.ip)

export const signInByCode = defineOperation({
  ...byCodeContract,

  audit: ownSession,
  limits: (ctx) => [
    { key: `console code ip ${ctx.ip}`, ...LIMITS.codeIp },
    { key: `console code ${stepOf(ctx)}`, ...LIMITS.signInAddress },
  ],

  run: async (ctx, { body }) => {
    const answer = await ctx.engine.call(
      ctx,
      body.kind === 'app' ? 'verifyTOTP' : 'verifyBackupCode',
      { body: { code: body.code.replaceAll(' ', '') } },
    )
    actsAs(ctx, answer)
    return { success: true as const }
  },
})

export const getPasskeyChallenge = defineOperation({
  ...challengeContract,
  run: (ctx) => signInChallenge(ctx),
})

export const signInByPasskey = defineOperation({
  ...byPasskeyContract,

  audit: ownSession,
  limits: (ctx) => [{ key: `console sign-in ip ${ctx.ip}`, ...LIMITS.signInIp }],

  run: async (ctx, { body }) => {
    actsAs(
      ctx,
      await ctx.engine.call(ctx, 'openSession', {
        body: { personId: await personOfPasskey(ctx, body.credential) },
      }),
    )
    return { success: true as const }
  },
})

export const signOut = defineOperation({
  ...signOutContract,
  audit: { kind: 'session', id: (_input, ctx) => personIn(ctx)?.id },
  run: async (ctx) => {
    await ctx.engine.call(ctx, 'signOut', { body: {} })
    return { success: true as const }
  },
})

const COOKIE = 'console.known'
const SECONDS = 180 * 86_400

const subjectOf = (mailbox: string): string => `console ${mailbox}`
const cookieOf = (ctx: ConsoleCtx): string | undefined =>
  new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.~-]{1,400})`).exec(ctx.browser.cookie)?.[1]

/** The id of a browser that knew this account's password before; null for every other. */
const knownBrowserOf = (ctx: ConsoleCtx, mailbox: string): string | null =>
  readKnownBrowser(ctx, cookieOf(ctx), subjectOf(mailbox))

/**
 * Keeps in the browser that it knew this account's password. That opens nothing; its guesses are
 * only counted apart.
 */
function knowBrowser(ctx: ConsoleCtx, mailbox: string): void {
  const old =
    cookieOf(ctx)
      ?.split('~')
      .filter((one) => readKnownBrowser(ctx, one, subjectOf(mailbox)) === null) ?? []
  const secure = ctx.consoleOrigin.startsWith('https:') ? '; Secure' : ''
  const kept = [newKnownBrowser(ctx, subjectOf(mailbox)), ...old].slice(0, 5).join('~')
  ctx.browser.setCookies.push(
    `${COOKIE}=${kept}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`,
  )
}
