import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '#db/client.ts'
import type { Refusal } from '#lib/refusal.ts'
import type { ConsoleCtx, SignInEngine } from '#kernel/context.ts'
import { currentTransaction, KeptRefusal } from '#kernel/define-operation.ts'
import { type LibrarySettings, openLibrary } from './engine-library.ts'
import { refuse } from './errors.ts'
import { sendEmailCheckMail, sendRecoveryMail } from './mails.ts'

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
