import { newKnownBrowser, readKnownBrowser } from '../accounts/public.ts'
import type { ConsoleCtx } from '../console.ts'

const COOKIE = 'console.known'
const SECONDS = 180 * 86_400

const subjectOf = (mailbox: string): string => `console ${mailbox}`
const cookieOf = (ctx: ConsoleCtx): string | undefined => new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.~-]{1,400})`).exec(ctx.browser.cookie)?.[1]

/** The id of a browser that knew this account's password before; null for every other. */
export const knownBrowserOf = (ctx: ConsoleCtx, mailbox: string): string | null => readKnownBrowser(ctx, cookieOf(ctx), subjectOf(mailbox))

/** Keeps in the browser that it knew this account's password. That opens nothing; its guesses are only counted apart. */
export function knowBrowser(ctx: ConsoleCtx, mailbox: string): void {
  const old = cookieOf(ctx)?.split('~').filter(one => readKnownBrowser(ctx, one, subjectOf(mailbox)) === null) ?? []
  const secure = ctx.consoleOrigin.startsWith('https:') ? '; Secure' : ''
  const kept = [newKnownBrowser(ctx, subjectOf(mailbox)), ...old].slice(0, 5).join('~')
  ctx.browser.setCookies.push(`${COOKIE}=${kept}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`)
}
