import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { serialize } from 'hono/utils/cookie'
import type { NewSession } from '#modules/stores/sessions/public.ts'
import type { Locale } from '#lib/locale.ts'

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

const attributes = { secure: true, sameSite: 'None', path: '/', partitioned: true } as const

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
      ...attributes,
      maxAge: value === null ? 0 : HOUR,
      httpOnly: name.endsWith('-token'),
    })
  }
}

/** S4.6: where a session is required and there is none, all that was stored goes. */
export function clearSessionCookies(c: Context): void {
  for (const name of SESSION_COOKIES)
    if (name !== 'hl')
      setCookie(c, name, '', { ...attributes, maxAge: 0, httpOnly: name.endsWith('-token') })
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
    ...(hl ? [serialize('hl', hl, { ...attributes, maxAge: HOUR })] : []),
    ...Object.entries(campaign).flatMap(([name, value]) =>
      // cutting may leave half a character, which no cookie can hold
      value
        ? [serialize(name, value.slice(0, 100).toWellFormed(), { ...attributes, maxAge: DAY })]
        : [],
    ),
  ]
}

export const hasSessionCookie = (c: Context): boolean => getCookie(c, 'apps-token') !== undefined
