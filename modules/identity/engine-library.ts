import { betterAuth } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import { DEFAULT_LOCALE, readLocale, type Locale } from '#lib/locale.ts'
import {
  EMAIL_CHECK_SECONDS,
  FRESH_SECONDS,
  PASSWORD_LENGTH,
  RECOVERY_SECONDS,
  SESSION_SECONDS,
} from './rules.ts'

export interface Addressee {
  id: string
  name: string
  email: string
  emailVerified: boolean
  locale: Locale
}

export interface LibrarySettings {
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
export function openLibrary({
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
