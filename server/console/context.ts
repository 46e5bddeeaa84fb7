import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { ConsoleCtx, SignInEngine } from '#contexts/console.ts'
import type { Services } from '#contexts/ctx.ts'
import { findSignedIn } from '#contexts/people/public.ts'
import { refuse } from '#lib/refusal.ts'
import { ipOf, localeOf, translatorOf } from '../context.ts'

export interface ConsoleSite {
  /** As browsers see it. */
  origin: string
  trustProxy: boolean
  engine: SignInEngine
}

/** Everything an operation of the console may use, for this request. */
export async function makeConsoleCtx(c: Context, services: Services, site: ConsoleSite): Promise<ConsoleCtx> {
  const visitor = makeNobodyCtx(c, services, site)
  // Without a cookie of ours there is nobody to look for.
  if (!visitor.browser.cookie.includes('console.')) return visitor
  const person = await findSignedIn(visitor)
  const chosen = c.req.query('hl') !== undefined || getCookie(c, 'hl') !== undefined
  const locale = person && !chosen ? person.locale : visitor.locale
  return { ...visitor, person, locale, t: translatorOf(locale) }
}

export function makeNobodyCtx(c: Context, services: Services, site: ConsoleSite): ConsoleCtx {
  const locale = localeOf(c)
  return {
    ...services, person: null, locale, t: translatorOf(locale), ip: ipOf(c, site.trustProxy), requestId: c.get('incident' as never) as string, consoleOrigin: site.origin,
    engine: site.engine, browser: { cookie: c.req.header('cookie') ?? '', userAgent: (c.req.header('user-agent') ?? '').slice(0, 500), setCookies: [] }, trail: {},
  }
}

/** The console knows cookies only: every write comes from its own pages (FRM-5). */
export function requireConsoleOrigin(c: Context, site: ConsoleSite): void {
  const origin = c.req.header('origin')
  if (origin === undefined ? c.req.header('sec-fetch-site') === 'same-origin' : origin === site.origin) return
  throw refuse('request.foreign_origin')
}

export function writeCookies(c: Context, ctx: ConsoleCtx): void {
  for (const cookie of ctx.browser.setCookies) c.header('set-cookie', cookie, { append: true })
}
