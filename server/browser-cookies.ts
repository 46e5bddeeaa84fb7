import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { findSession } from '#modules/stores/sessions/public.ts'
import type { Services } from '#kernel/context.ts'
import type { Locale } from '#lib/locale.ts'
import { setSessionCookies } from './cookies.ts'

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
const attributes = { httpOnly: true, secure: true, sameSite: 'Lax', path: '/' } as const

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
          ...attributes,
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
