import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '#db/client.ts'
import type { Refusal } from '#lib/refusal.ts'
import type { ConsoleCtx, SignInEngine } from '#kernel/context.ts'
import { KeptRefusal, currentTransaction } from '#kernel/define-operation.ts'
import { refuse } from './errors.ts'
import { type Addressee, sendEmailCheckMail, sendRecoveryMail } from './mails.ts'
import { betterAuth } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { z } from 'zod'
import { newId } from '#lib/ids.ts'
import { DEFAULT_LOCALE, type Locale, readLocale } from '#lib/locale.ts'
import {
  EMAIL_CHECK_SECONDS,
  FRESH_SECONDS,
  PASSWORD_LENGTH,
  RECOVERY_SECONDS,
  SESSION_SECONDS,
} from './rules.ts'

/** A call's answer in the library's own form. */
interface Answered {
  headers?: Headers
  response: unknown
}

/** In a transaction of the console the library writes with it, elsewhere by itself. */
const following = (db: Db): Db =>
  new Proxy(db, {
    get(pool, name) {
      // Once it compares our tables with what it expects, on a connection of its own.
      const target = name === 'connection' ? pool : (currentTransaction.getStore() ?? pool)
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function'
        ? (value as (...given: unknown[]) => unknown).bind(target)
        : value
    },
  })

/**
 * `docs/decisions/0024`: better-auth, asked by its server-side calls alone; none of its own routes
 * is served.
 */
export function openSignInEngine(
  settings: Omit<LibrarySettings, 'db' | 'sendRecovery' | 'sendEmailCheck' | 'onLinkUsed'> & {
    db: Db
  },
): SignInEngine {
  const requests = new AsyncLocalStorage<ConsoleCtx>()
  const asker = (): ConsoleCtx => {
    const ctx = requests.getStore()
    if (!ctx) throw new Error('the sign-in library was called by nobody')
    return ctx
  }
  const library = openLibrary({
    ...settings,
    db: following(settings.db),
    sendRecovery: (person, token) => sendRecoveryMail(asker(), person, token),
    sendEmailCheck: (person, token) => sendEmailCheckMail(asker(), person, token),
    onLinkUsed: (personId) => {
      asker().trail.actorId = personId
    },
  })
  return {
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
        // A wrong guess is counted by the library in this transaction, which must not be taken
        // back.
        throw currentTransaction.getStore() ? new KeptRefusal(refusal) : refusal
      }
    },
  }
}

/**
 * The browser's cookies as they will be after this answer, for the next call of the same request.
 */
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

/** What the library calls it → what we do. */
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

/** A "no" of the library as one of ours; null for what is a fault. */
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
  /** Of the console, as browsers see it. */
  origin: string
  /**
   * The first signs cookies and encrypts the secrets of authenticator apps, the others decrypt;
   * `secret` reads what was encrypted before there were versions.
   */
  secrets: { version: number; value: string }[]
  secret: string
  /** Name of the market, for authenticator apps and passkeys. */
  marketName: string
  sendRecovery(person: Addressee, token: string): Promise<void>
  sendEmailCheck(person: Addressee, token: string): Promise<void>
  /** Told who has acted by a link from a mail. */
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
  locale: readLocale((user as { locale?: string }).locale) ?? DEFAULT_LOCALE,
})

const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' }

/**
 * The library with our tables under it (`people` and below in `db/migrations/`). Its own limits,
 * routes and mails are off: ours stand around it.
 */
function openLibrary({
  db,
  origin,
  secret,
  secrets,
  marketName,
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
    // What it would say stands in our log already, as a refusal; its warnings name addresses.
    logger: { disabled: true },
    rateLimit: { enabled: false },
    database: { db, type: 'postgres', transaction: false },
    user: {
      modelName: 'people',
      fields: { emailVerified: 'email_verified', ...TIMES },
      additionalFields: {
        locale: { type: 'string', required: false, input: true, defaultValue: DEFAULT_LOCALE },
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
 * For whoever has proved by other means who they are (a passkey): a session and its cookie, as
 * after any other sign-in.
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
