import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { serialize } from 'hono/utils/cookie'
import { type NewSession, findSession } from '#modules/stores/sessions/public.ts'
import type { Locale } from '#lib/locale.ts'
import type { Services } from '#kernel/context.ts'

/**
 * S9.1: these seven, all for an hour. The two tokens are HttpOnly; the others are for display and
 * never trusted (D5).
 */
const SESSION_COOKIES = [
  'apps-token',
  'store-token',
  'hl',
  'account',
  'domain',
  'expire_time',
  'is_os2',
] as const
const HOUR = 3600
const DAY = 86_400

const SESSION_COOKIE = { secure: true, sameSite: 'None', path: '/', partitioned: true } as const

export function setSessionCookies(
  c: Context,
  session: NewSession,
  store: { domain: string; isOs2: boolean },
): void {
  const values: Record<(typeof SESSION_COOKIES)[number], string | null> = {
    'apps-token': session.token,
    'store-token': session.storeToken,
    hl: session.locale,
    account: session.account.name,
    domain: store.domain,
    expire_time: session.expiresAt.toISOString(),
    is_os2: store.isOs2 ? '1' : '0',
  }
  for (const name of SESSION_COOKIES) {
    const value = values[name]
    // What this session does not have may be left of another one.
    setCookie(c, name, value ?? '', {
      ...SESSION_COOKIE,
      maxAge: value === null ? 0 : HOUR,
      httpOnly: name.endsWith('-token'),
    })
  }
}

/** S4.6: where a session is required and there is none, all that was stored goes. */
export function clearSessionCookies(c: Context): void {
  for (const name of SESSION_COOKIES)
    if (name !== 'hl')
      setCookie(c, name, '', { ...SESSION_COOKIE, maxAge: 0, httpOnly: name.endsWith('-token') })
}

/** What a visitor's address asks for. */
export interface VisitorQuery {
  hl: Locale | null
  utm_source: string | null | undefined
  utm_medium: string | null | undefined
}

/**
 * Ready `Set-Cookie` values of an address: a chosen language stays (D18), a campaign is remembered
 * for a day (S9.2).
 */
export function visitorCookies({ hl, ...campaign }: VisitorQuery): string[] {
  return [
    ...(hl ? [serialize('hl', hl, { ...SESSION_COOKIE, maxAge: HOUR })] : []),
    ...Object.entries(campaign).flatMap(([name, value]) =>
      // cutting may leave half a character, which no cookie can hold
      value
        ? [serialize(name, value.slice(0, 100).toWellFormed(), { ...SESSION_COOKIE, maxAge: DAY })]
        : [],
    ),
  ]
}

export const hasSessionCookie = (c: Context): boolean => getCookie(c, 'apps-token') !== undefined

/**
 * What a screen's action may leave in the browser: the secret of a code that is on its way (D6),
 * and a session.
 */
interface Kept {
  handle: string | null
  keep(handle: string | null): void
}

export interface BrowserCookies {
  connect: Kept
  /** The secret of a site that is being proved. */
  claim: Kept
  /** Says that this browser signed shops in before: it gets codes though strangers ask for many. */
  knownBrowser: Kept
  signIn(token: string): void
}

/**
 * A code's: longer than one is good, for another may be asked for. A claim's: as long as the claim.
 */
const KEPT_SECONDS = { connect: 7200, claim: 7 * 86_400, 'known-browser': 180 * 86_400 } as const
type Name = keyof typeof KEPT_SECONDS
const BROWSER_COOKIE = { httpOnly: true, secure: true, sameSite: 'Lax', path: '/' } as const

/**
 * The cookies go out with the page's answer, which does not exist yet: `write` is called when it
 * does.
 */
export function browserCookies(
  c: Context,
  services: Services,
  { platformId, locale }: { platformId: number; locale: Locale },
): BrowserCookies & { write(): Promise<void> } {
  const kept: Partial<Record<Name, string | null>> = {}
  const keeper = (name: Name): Kept => ({
    handle: getCookie(c, name) ?? null,
    keep: (next) => {
      kept[name] = next
    },
  })
  let sessionToken: string | undefined
  return {
    connect: keeper('connect'),
    claim: keeper('claim'),
    knownBrowser: keeper('known-browser'),
    signIn: (token) => {
      sessionToken = token
    },
    async write() {
      for (const [name, handle] of Object.entries(kept) as [Name, string | null][])
        setCookie(c, name, handle ?? '', {
          ...BROWSER_COOKIE,
          maxAge: handle === null ? 0 : KEPT_SECONDS[name],
        })
      const store =
        sessionToken === undefined
          ? null
          : await findSession(services, sessionToken, null, platformId)
      if (store)
        setSessionCookies(
          c,
          {
            token: sessionToken as string,
            storeToken: null,
            storeId: store.storeId,
            account: store.account,
            locale,
            expiresAt: store.expiresAt,
          },
          store,
        )
    },
  }
}

/** For pages that are the same for all: nobody's browser. */
export const NO_BROWSER: BrowserCookies = {
  connect: { handle: null, keep: () => {} },
  claim: { handle: null, keep: () => {} },
  knownBrowser: { handle: null, keep: () => {} },
  signIn: () => {},
}
