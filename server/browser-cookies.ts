import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { findSession } from '#contexts/accounts/public.ts'
import type { Services } from '#contexts/ctx.ts'
import type { Locale } from '#lib/locale.ts'
import { setSessionCookies } from './cookies.ts'

/** What a screen's action may leave in the browser: the secret of a code that is on its way (D6), and a session. */
export interface BrowserCookies {
  connect: { handle: string | null; keep(handle: string | null): void }
  signIn(token: string): void
}

const NAME = 'connect'
/** Longer than a code is good, for another one may be asked for. */
const KEPT_SECONDS = 1800
const attributes = { httpOnly: true, secure: true, sameSite: 'Lax', path: '/' } as const

/** The cookies go out with the page's answer, which does not exist yet: `write` is called when it does. */
export function browserCookies(c: Context, services: Services, { platformId, locale }: { platformId: number; locale: Locale }): BrowserCookies & { write(): Promise<void> } {
  let handle: string | null | undefined
  let sessionToken: string | undefined
  return {
    connect: { handle: getCookie(c, NAME) ?? null, keep: next => { handle = next } },
    signIn: token => { sessionToken = token },
    async write() {
      if (handle !== undefined) setCookie(c, NAME, handle ?? '', { ...attributes, maxAge: handle === null ? 0 : KEPT_SECONDS })
      const store = sessionToken === undefined ? null : await findSession(services, sessionToken, null, platformId)
      if (store) setSessionCookies(c, { token: sessionToken as string, storeToken: null, storeId: store.storeId, account: store.account, locale, expiresAt: store.expiresAt }, store)
    },
  }
}

/** For pages that are the same for all: nobody's browser. */
export const NO_BROWSER: BrowserCookies = { connect: { handle: null, keep: () => {} }, signIn: () => {} }
