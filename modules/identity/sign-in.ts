import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '#db/client.ts'
import { sha256Hex } from '#lib/ids.ts'
import { newKnownBrowser, readKnownBrowser } from '#lib/known-browser.ts'
import { type Person, personIn } from '#kernel/actor.ts'
import type { ConsoleCtx, Services } from '#kernel/context.ts'
import { defineOperation, noteChange } from '#kernel/define-operation.ts'
import { purgeAnswers } from '#kernel/idempotency.ts'
import { FALLBACK_LOCALE, readLocale } from '#lib/locale.ts'
import { tryConsumeRateLimits, consumeRateLimits } from '#kernel/rate-limits.ts'
import * as accountContract from './account-contract.ts'
import * as contract from './contract.ts'
import { personOfPasskey, signInChallenge } from './passkeys.ts'
import { LIMITS, mailboxOf } from './rules.ts'
import {
  deleteExpiredSignIns,
  findOperatorRole,
  findPerson,
  findPersonByEmail,
  findRecentAppCode,
  hasPasskey,
  listCredentials,
  listMemberships,
  listSessions,
  requiresSecondFactor,
  revokeCredentials,
} from './data.ts'
import { refuse } from './errors.ts'

/** Makes the person whom the library just signed in the actor of this request. */
export function setActor(ctx: ConsoleCtx, answer: Record<string, unknown>): void {
  const user = answer.user as { id?: unknown } | undefined
  if (typeof user?.id === 'string') ctx.trail.actorId = user.id
}

const ownSession = { kind: 'session', id: (_input: unknown, ctx: ConsoleCtx) => ctx.trail.actorId }

/**
 * Counts an attempt to sign in. Browsers that knew the password before have attempts of their own,
 * which strangers cannot use up.
 */
async function consumeSignInAttempt(ctx: ConsoleCtx, mailbox: string): Promise<void> {
  const browser = knownBrowserOf(ctx, mailbox)
  if (
    browser !== null &&
    (await tryConsumeRateLimits(ctx, [
      { key: `console sign-in browser ${browser}`, ...LIMITS.signInAddress },
    ]))
  )
    return
  await consumeRateLimits(ctx, [{ key: `console sign-in ip ${ctx.ip}`, ...LIMITS.signInIp }])
  if (
    await tryConsumeRateLimits(ctx, [
      { key: `console sign-in ${mailbox}`, ...LIMITS.signInAddress },
    ])
  )
    return
  await consumeRateLimits(ctx, [
    { key: `console sign-in ip ${ctx.ip} ${mailbox}`, ...LIMITS.signInSlowed },
  ])
}

/** Unknown addresses get the same answer after the same time: a password is hashed either way. */
export const signIn = defineOperation({
  ...contract.signIn,

  audit: ownSession,
  // The slow hash waits for its turn here: in the transaction it would hold a connection meanwhile.
  prepare: async (ctx, { body }) => {
    const mailbox = mailboxOf(body.email)
    await consumeSignInAttempt(ctx, mailbox)
    await ctx.engine.checkPassword(ctx, mailbox, body.password)
  },

  run: async (ctx, { body }) => {
    const answer = await ctx.engine.call(ctx, 'signInEmail', {
      body: { email: body.email, password: body.password },
    })
    rememberBrowser(ctx, mailboxOf(body.email))
    if (answer.twoFactorRedirect === true) return { next: 'code' as const }
    setActor(ctx, answer)
    return { next: 'done' as const }
  },
})

/** The cookie of the first step, by its exact name: clients could set one that only ends alike. */
export const secondStepToken = (cookie: string): string | undefined =>
  /(?:^|;\s*)(?:__Secure-)?console\.two_factor=([^;]+)/.exec(cookie)?.[1]

/** Attempts are counted per browser. */
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
    setActor(ctx, answer)
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
    setActor(
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

/** The id of a browser that knew this account's password before; null for others. */
const knownBrowserOf = (ctx: ConsoleCtx, mailbox: string): string | null =>
  readKnownBrowser(ctx, cookieOf(ctx), subjectOf(mailbox))

/**
 * Marks the browser as one that knew this account's password. That opens nothing; its attempts are
 * counted separately.
 */
function rememberBrowser(ctx: ConsoleCtx, mailbox: string): void {
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
 * Mails only verified addresses: a mistyped one would give the account away. The answer reveals
 * nothing of this.
 */
export const askForRecovery = defineOperation({
  ...contract.askForRecovery,

  audit: { kind: 'person', id: () => null },
  limits: (ctx) => [{ key: `console recovery ip ${ctx.ip}`, ...LIMITS.recoveryIp }],

  // Both before the transaction, so that neither holds a connection while it waits.
  prepare: async (ctx, { body }) => {
    await Promise.all([mailRecovery(ctx, mailboxOf(body.email)), delay(RECOVERY_MS)])
  },

  run: () => Promise.resolve({ success: true as const }),
})

/** Some times as long as the mail takes: the answer's time does not tell whether there was one. */
const RECOVERY_MS = 60

async function mailRecovery(ctx: ConsoleCtx, mailbox: string): Promise<void> {
  const person = await findPersonByEmail(ctx.db, mailbox)
  if (
    person?.email_verified &&
    (await tryConsumeRateLimits(ctx, [
      { key: `console recovery ${person.id}`, ...LIMITS.recoveryAddress },
    ]))
  )
    await ctx.engine.call(ctx, 'requestPasswordReset', { body: { email: person.email } })
}

/** Credentials that a recovery revokes unless they are kept. */
async function listRevocable(ctx: ConsoleCtx, personId: string) {
  const now = ctx.clock.now()
  const [listed, app] = await Promise.all([
    listCredentials(ctx.db, personId, now),
    findRecentAppCode(ctx.db, personId, now),
  ])
  return app ? [app, ...listed] : listed
}

/** Shows what the link opens without using it. */
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
      listRevocable(ctx, person.id),
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
    const revoked = (await listRevocable(ctx, personId)).filter(
      (one) => !body.keep.includes(one.id),
    )
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

/** The person of the session cookie; null without a valid session. */
export async function findSignedIn(ctx: ConsoleCtx): Promise<Person | null> {
  const { session, user } = (await ctx.engine.call(ctx, 'getSession', {})) as {
    session?: { id: string; expiresAt: Date; createdAt: Date }
    user?: {
      id: string
      name: string
      email: string
      emailVerified: boolean
      locale?: string
      twoFactorEnabled?: boolean | null
    }
  }
  // Our own clock decides, too.
  if (!session || !user || session.expiresAt <= ctx.clock.now()) return null
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    emailVerified: user.emailVerified,
    locale: readLocale(user.locale) ?? FALLBACK_LOCALE,
    sessionId: session.id,
    signedInAt: session.createdAt,
    ...(await findStanding(ctx.db, user.id, user.twoFactorEnabled === true)),
  }
}

/** What a person may do now. `hasApp`: an authenticator app is asked for at sign-in. */
export async function findStanding(
  db: Db,
  personId: string,
  hasApp: boolean,
): Promise<Pick<Person, 'operatorRole' | 'partners' | 'hasSecondFactor' | 'secondMissing'>> {
  const [operatorRole, partners, passkeyThere] = await Promise.all([
    findOperatorRole(db, personId),
    listMemberships(db, personId),
    hasPasskey(db, personId),
  ])
  const hasSecondFactor = hasApp || passkeyThere
  return {
    hasSecondFactor,
    operatorRole,
    partners,
    secondMissing: operatorRole !== null && !hasSecondFactor && (await requiresSecondFactor(db)),
  }
}

/** Deletes expired sessions, checks and idempotent answers. */
export async function purgeSignIns({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await deleteExpiredSignIns(db, clock.now())
  await purgeAnswers(db, clock.now())
}
