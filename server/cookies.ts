import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { serialize } from 'hono/utils/cookie'
import { type NewSession, findSession } from '#modules/stores/sessions/public.ts'
import type { Locale } from '#lib/locale.ts'
import type { Services } from '#kernel/context.ts'

/**
 * S9.1: these seven, for an hour each. The two tokens are HttpOnly; the others are for display and
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
    // Delete cookies of an earlier session that this one does not have.
    setCookie(c, name, value ?? '', {
      ...SESSION_COOKIE,
      maxAge: value === null ? 0 : HOUR,
      httpOnly: name.endsWith('-token'),
    })
  }
}

/** S4.6: deletes all stored cookies when a required session is missing. */
export function clearSessionCookies(c: Context): void {
  for (const name of SESSION_COOKIES)
    if (name !== 'hl')
      setCookie(c, name, '', { ...SESSION_COOKIE, maxAge: 0, httpOnly: name.endsWith('-token') })
}

/** Query parameters that visitors' cookies remember. */
export interface VisitorQuery {
  hl: Locale | null
  utm_source: string | null | undefined
  utm_medium: string | null | undefined
}

/**
 * `Set-Cookie` values for an address: the chosen language (D18) and, for a day, the campaign
 * (S9.2).
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

/** A handle that a screen's action keeps in the browser (D6). */
interface Kept {
  handle: string | null
  keep(handle: string | null): void
}

export interface BrowserCookies {
  connect: Kept
  /** Handle of a site claim. */
  claim: Kept
  /** Marks a browser that signed in shops before: it gets codes even while strangers request many. */
  knownBrowser: Kept
  signIn(token: string): void
}

/**
 * A sign-in code's outlives the code, because another may be requested. A claim's lasts as long as
 * the claim.
 */
const KEPT_SECONDS = { connect: 7200, claim: 7 * 86_400, 'known-browser': 180 * 86_400 } as const
type Name = keyof typeof KEPT_SECONDS
const BROWSER_COOKIE = { httpOnly: true, secure: true, sameSite: 'Lax', path: '/' } as const

/** Collects cookies until the page's response exists; then `write` sets them. */
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

/** For cached pages: no browser. */
export const NO_BROWSER: BrowserCookies = {
  connect: { handle: null, keep: () => {} },
  claim: { handle: null, keep: () => {} },
  knownBrowser: { handle: null, keep: () => {} },
  signIn: () => {},
}
