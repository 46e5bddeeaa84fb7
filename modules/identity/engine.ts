import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import type { Db } from '#db/client.ts'
import type { Refusal } from '#lib/refusal.ts'
import type { ConsoleCtx, SignInEngine } from '#kernel/context.ts'
import { KeptRefusal, currentTransaction } from '#kernel/define-operation.ts'
import { refuse } from './errors.ts'
import { findPasswordHash } from './data.ts'
import { type Addressee, sendEmailCheckMail, sendRecoveryMail } from './mails.ts'
import { betterAuth } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { z } from 'zod'
import { newId } from '#lib/ids.ts'
import { createTurnstile } from '#lib/turnstile.ts'
import { FALLBACK_LOCALE, readLocale } from '#lib/locale.ts'
import {
  EMAIL_CHECK_SECONDS,
  FRESH_SECONDS,
  PASSWORD_LENGTH,
  RECOVERY_SECONDS,
  SESSION_SECONDS,
} from './rules.ts'

/** The library's response to a call. */
interface Answered {
  headers?: Headers
  response: unknown
}

/**
 * One hash of a password (scrypt) takes 32 MB and a processor for 60 ms or more. Some twenty may
 * wait, two seconds; more are refused (503).
 */
const hashing = createTurnstile({
  most: Math.max(1, Math.floor(availableParallelism() / 2)),
  waiting: 20,
})

/** A password that was checked before the transaction; `hash` is null for an unknown address. */
interface CheckedPassword {
  password: string
  hash: string | null
  isRight: boolean
}

/** Inside a console transaction the library writes in it, elsewhere by itself. */
const inCurrentTransaction = (db: Db): Db =>
  new Proxy(db, {
    get(pool, name) {
      // The library compares our tables with its schema once, on a separate connection.
      const target = name === 'connection' ? pool : (currentTransaction.getStore() ?? pool)
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function'
        ? (value as (...given: unknown[]) => unknown).bind(target)
        : value
    },
  })

/**
 * The sign-in engine (`docs/decisions/0024`): better-auth, used by its server-side calls only; none
 * of its routes is served.
 */
export function openSignInEngine(
  settings: Omit<
    LibrarySettings,
    'db' | 'password' | 'sendRecovery' | 'sendEmailCheck' | 'onLinkUsed'
  > & { db: Db },
): SignInEngine {
  const requests = new AsyncLocalStorage<ConsoleCtx>()
  const requireContext = (): ConsoleCtx => {
    const ctx = requests.getStore()
    if (!ctx) throw new Error('the sign-in library was called by nobody')
    return ctx
  }
  const checked = new WeakMap<ConsoleCtx['browser'], CheckedPassword>()
  const findChecked = (password: string): CheckedPassword | undefined => {
    const ctx = requests.getStore()
    const known = ctx && checked.get(ctx.browser)
    return known?.password === password ? known : undefined
  }
  const library = openLibrary({
    ...settings,
    password: {
      hash: async (password) =>
        // For an unknown address the library hashes to take as long: that has been done.
        findChecked(password)?.hash === null ? '' : hashing(() => hashPassword(password)),
      verify: async ({ hash, password }) => {
        const known = findChecked(password)
        return known?.hash === hash
          ? known.isRight
          : hashing(() => verifyPassword({ hash, password }))
      },
    },
    db: inCurrentTransaction(settings.db),
    sendRecovery: (person, token) => sendRecoveryMail(requireContext(), person, token),
    sendEmailCheck: (person, token) => sendEmailCheckMail(requireContext(), person, token),
    onLinkUsed: (personId) => {
      requireContext().trail.actorId = personId
    },
  })
  return {
    async checkPassword(ctx, email, password) {
      const hash = await findPasswordHash(settings.db, email)
      const isRight =
        hash === null
          ? await hashing(() => hashPassword(password)).then(() => false)
          : await hashing(() => verifyPassword({ hash, password }))
      checked.set(ctx.browser, { password, hash, isRight })
    },
    async call(ctx, name, given) {
      const headers = new Headers({
        cookie: ctx.browser.cookie,
        'user-agent': ctx.browser.userAgent,
        'x-console-address': ctx.address,
        origin: ctx.consoleOrigin,
      })
      try {
        const { headers: answered, response } = (await requests.run(ctx, () =>
          library.call(name, { ...given, headers, returnHeaders: true }),
        )) as Answered
        const cookies = answered?.getSetCookie() ?? []
        ctx.browser.setCookies.push(...cookies)
        ctx.browser.cookie = withCookies(ctx.browser.cookie, cookies)
        return (response ?? {}) as Record<string, unknown>
      } catch (error) {
        const refusal = asRefusal(error)
        if (!refusal) throw error
        // The library counts failed attempts in this transaction, so it must be committed.
        throw currentTransaction.getStore() ? new KeptRefusal(refusal) : refusal
      }
    },
  }
}

/** The browser's cookies after this answer, for the next call within the same request. */
function withCookies(cookie: string, setCookies: readonly string[]): string {
  const jar = new Map(
    cookie
      .split(/;\s*/)
      .filter(Boolean)
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair] as const),
  )
  for (const one of setCookies) {
    const pair = one.split(';')[0] ?? ''
    jar.set(pair.slice(0, pair.indexOf('=')), pair)
  }
  return [...jar.values()].join('; ')
}

type Code = Parameters<typeof refuse>[0]

/** The library's error codes and ours. */
const OURS: Record<string, Code> = {
  INVALID_EMAIL_OR_PASSWORD: 'people.sign_in_failed',
  INVALID_EMAIL: 'people.sign_in_failed',
  INVALID_CODE: 'people.code_wrong',
  INVALID_BACKUP_CODE: 'people.code_wrong',
  INVALID_TWO_FACTOR_COOKIE: 'people.code_over',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'people.code_over',
  TOTP_ALREADY_ENABLED: 'people.app_code_there',
  TOTP_NOT_ENABLED: 'people.app_code_missing',
  TWO_FACTOR_NOT_ENABLED: 'people.app_code_missing',
  BACKUP_CODES_NOT_ENABLED: 'people.app_code_missing',
  INVALID_TOKEN: 'people.link_over',
  TOKEN_EXPIRED: 'people.link_over',
  USER_NOT_FOUND: 'people.link_over',
  INVALID_USER: 'people.link_over',
  USER_ALREADY_EXISTS: 'people.email_taken',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'people.email_taken',
  UNAUTHORIZED: 'session.required',
}

/** Translates a refusal of the library; null for unexpected errors. */
function asRefusal(error: unknown): Refusal | null {
  if (!(error instanceof Error) || error.name !== 'APIError') return null
  const { body, statusCode } = error as Error & { body?: { code?: string }; statusCode?: number }
  const code = body?.code ?? ''
  if (code === 'INVALID_PASSWORD')
    return refuse('input.invalid', { fields: { password: { code: 'field.password_wrong' } } })
  if (code === 'ACCOUNT_TEMPORARILY_LOCKED') return refuse('rate.limited', { retryAfter: 900 })
  const ours = OURS[code]
  if (ours) return refuse(ours)
  return statusCode === 401 ? refuse('session.required') : null
}

interface LibrarySettings {
  db: Db
  /** Origin of the console as browsers see it. */
  origin: string
  /**
   * The first signs cookies and encrypts the secrets of authenticator apps, the others only
   * decrypt; `secret` reads values from before there were versions.
   */
  secrets: { version: number; value: string }[]
  secret: string
  /** Name of the market, for authenticator apps and passkeys. */
  marketName: string
  password: {
    hash: (password: string) => Promise<string>
    verify: (given: { hash: string; password: string }) => Promise<boolean>
  }
  sendRecovery(person: Addressee, token: string): Promise<void>
  sendEmailCheck(person: Addressee, token: string): Promise<void>
  /** Reports who acted by a mailed link. */
  onLinkUsed(personId: string): void
}

const SHORT_IDS: Record<string, string> = {
  user: 'per',
  session: 'pss',
  account: 'pme',
  verification: 'pch',
  twoFactor: 'pac',
}

const addresseeOf = (
  user: { id: string; name: string; email: string; emailVerified: boolean } & object,
): Addressee => ({
  id: user.id,
  name: user.name,
  email: user.email,
  emailVerified: user.emailVerified,
  locale: readLocale((user as { locale?: string }).locale) ?? FALLBACK_LOCALE,
})

const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' }

/**
 * Opens the library on our tables (`people` and below in `db/migrations/`). Its own rate limits,
 * routes and mails are off, because operations have ours.
 */
function openLibrary({
  db,
  origin,
  secret,
  secrets,
  marketName,
  password,
  sendRecovery,
  sendEmailCheck,
  onLinkUsed,
}: LibrarySettings) {
  const auth = betterAuth({
    appName: marketName,
    baseURL: origin,
    basePath: '/sign-in/library',
    trustedOrigins: [origin],
    secret,
    secrets,
    telemetry: { enabled: false },
    // Our log has the refusals already; the library's warnings contain addresses.
    logger: { disabled: true },
    rateLimit: { enabled: false },
    database: { db, type: 'postgres', transaction: false },
    user: {
      modelName: 'people',
      fields: { emailVerified: 'email_verified', ...TIMES },
      additionalFields: {
        locale: { type: 'string', required: false, input: true, defaultValue: FALLBACK_LOCALE },
      },
    },
    session: {
      modelName: 'person_sessions',
      fields: {
        userId: 'person_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...TIMES,
      },
      expiresIn: SESSION_SECONDS,
      disableSessionRefresh: true,
      freshAge: FRESH_SECONDS,
    },
    account: {
      modelName: 'person_means',
      fields: {
        userId: 'person_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...TIMES,
      },
    },
    verification: {
      modelName: 'person_checks',
      fields: { expiresAt: 'expires_at', ...TIMES },
      storeIdentifier: 'hashed',
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      resetPasswordTokenExpiresIn: RECOVERY_SECONDS,
      revokeSessionsOnPasswordReset: true,
      password,
      sendResetPassword: ({ user, token }) => sendRecovery(addresseeOf(user), token),
      onPasswordReset: async ({ user }) => onLinkUsed(user.id),
    },
    emailVerification: {
      expiresIn: EMAIL_CHECK_SECONDS,
      sendOnSignUp: false,
      sendVerificationEmail: ({ user, token }) => sendEmailCheck(addresseeOf(user), token),
      afterEmailVerification: async (user) => onLinkUsed(user.id),
    },
    advanced: {
      cookiePrefix: 'console',
      useSecureCookies: origin.startsWith('https:'),
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true, path: '/' },
      ipAddress: { ipAddressHeaders: ['x-console-address'] },
      database: { generateId: ({ model }) => newId(SHORT_IDS[model] ?? 'per') },
    },
    plugins: [
      twoFactor({
        issuer: marketName,
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            modelName: 'person_app_codes',
            fields: {
              userId: 'person_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
      openSession(),
    ],
  })
  const calls = auth.api as unknown as Record<
    string,
    ((given: object) => Promise<unknown>) | undefined
  >
  return {
    call(name: string, given: object): Promise<unknown> {
      const found = calls[name]
      if (!found) throw new Error(`the sign-in library has no call ${name}`)
      return found(given)
    },
  }
}

/**
 * Plugin that opens a session and sets its cookie for somebody who proved otherwise who they are (a
 * passkey).
 */
const openSession = () => ({
  id: 'open-session',
  endpoints: {
    openSession: createAuthEndpoint(
      '/open-session',
      { method: 'POST', body: z.object({ personId: z.string() }), metadata: { SERVER_ONLY: true } },
      async (ctx) => {
        const user = await ctx.context.internalAdapter.findUserById(ctx.body.personId)
        if (!user) throw new APIError('UNAUTHORIZED', { code: 'UNAUTHORIZED', message: 'nobody' })
        const session = await ctx.context.internalAdapter.createSession(user.id, false)
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ user: { id: user.id } })
      },
    ),
    personOfRecovery: createAuthEndpoint(
      '/person-of-recovery',
      { method: 'POST', body: z.object({ token: z.string() }), metadata: { SERVER_ONLY: true } },
      async (ctx) => {
        const found = await ctx.context.internalAdapter.findVerificationValue(
          `reset-password:${ctx.body.token}`,
        )
        return ctx.json(found ? { personId: found.value, expiresAt: found.expiresAt } : {})
      },
    ),
  },
})
