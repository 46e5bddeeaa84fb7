import { sha256Hex } from '#lib/ids.ts'
import { newKnownBrowser, readKnownBrowser } from '#lib/known-browser.ts'
import { personIn } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation, noteChange } from '#kernel/define-operation.ts'
import { hasTurns, takeTurns } from '#kernel/rate-limits.ts'
import * as accountContract from './account-contract.ts'
import * as contract from './contract.ts'
import { personOfPasskey, signInChallenge } from './passkeys.ts'
import { LIMITS, mailboxOf } from './rules.ts'
import {
  findPerson,
  findPersonByEmail,
  findYoungAppCode,
  listCredentials,
  listSessions,
  revokeCredentials,
} from './data.ts'
import { refuse } from './errors.ts'

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
  ...contract.signIn,

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
  ...contract.signInByCode,

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
  ...contract.getPasskeyChallenge,
  run: (ctx) => signInChallenge(ctx),
})

export const signInByPasskey = defineOperation({
  ...contract.signInByPasskey,

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
  ...accountContract.signOut,
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

/**
 * A mail goes only to an address that its owner has confirmed: a mistyped one would hand the
 * account to somebody else. The answer says nothing of all this.
 */
export const askForRecovery = defineOperation({
  ...contract.askForRecovery,

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
  ...contract.getRecovery,
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
  ...contract.recover,

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
  ...contract.confirmEmail,

  audit: { kind: 'person', id: (_input, ctx) => ctx.trail.actorId },
  limits: (ctx) => [{ key: `console link ip ${ctx.ip}`, ...LIMITS.linkIp }],

  run: async (ctx, { body }) => {
    await ctx.engine.call(ctx, 'verifyEmail', { query: { token: body.token } })
    return { success: true as const }
  },
})
