import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { ConsoleCtx, OpenIdProvider, Services, SignInEngine } from '#kernel/context.ts'
import { isPartnerToken } from '#lib/access-token.ts'
import { FALLBACK_LOCALE, readLocale } from '#lib/locale.ts'
import { refuse, refusing } from '#lib/refusal.ts'
import {
  findBearer,
  findSignedIn,
  librarySecrets,
  openOpenIdProvider,
  openSignInEngine,
} from '#modules/identity/public.ts'
import { addressesOf } from '../context.ts'
import type { GuestGate } from '../guest-gate.ts'
import { localeOf, translatorOf } from '../errors.ts'
import { type HttpClient, createHttp } from '#lib/http.ts'
import type { Config } from '../config.ts'

const refuseToken = refusing({ 'people.token_invalid': 401 })

export interface ConsoleSite {
  /** As browsers see it. */
  origin: string
  trustedHops: number
  /** Limits what guests may cost; absent in tests. */
  gate?: GuestGate | undefined
  engine: SignInEngine
  openId: OpenIdProvider | null
}

/**
 * Programs of partners send a token and no cookie. Browsers do not send this header to other sites
 * by themselves.
 */
export const hasToken = (c: Context): boolean => c.req.header('authorization') !== undefined

/** Context of a request with a partner's token. */
export async function makeTokenCtx(
  c: Context,
  services: Services,
  site: ConsoleSite,
): Promise<ConsoleCtx> {
  const nobody = makeNobodyCtx(c, services, site)
  const visitor = { ...nobody, browser: { ...nobody.browser, cookie: '' } }
  const [, secret = ''] = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
  const bearer = isPartnerToken(secret)
    ? await findBearer(services.db, secret, services.clock.now())
    : undefined
  if (!bearer) throw refuseToken('people.token_invalid')
  return {
    ...visitor,
    actor: {
      kind: 'person',
      token: {
        id: bearer.id,
        scopes: bearer.scopes,
        itemId: bearer.item_id,
        expiresAt: bearer.expires_at,
      },
      id: bearer.person_id,
      name: bearer.name,
      email: bearer.email,
      emailVerified: bearer.email_verified,
      locale: readLocale(bearer.locale) ?? FALLBACK_LOCALE,
      sessionId: bearer.id,
      signedInAt: bearer.created_at,
      hasSecondFactor: false,
      operatorRole: null,
      partners: [
        { id: bearer.partner_id, slug: bearer.slug, name: bearer.partner_name, role: bearer.role },
      ],
    },
  }
}

/** Context of a console request. */
export async function makeConsoleCtx(
  c: Context,
  services: Services,
  site: ConsoleSite,
): Promise<ConsoleCtx> {
  const visitor = makeNobodyCtx(c, services, site)
  // Without our cookies there is no session.
  if (!visitor.browser.cookie.includes('console.')) return visitor
  const person = await findSignedIn(visitor)
  const chosen = c.req.query('hl') !== undefined || getCookie(c, 'hl') !== undefined
  const locale = person && !chosen ? person.locale : visitor.locale
  const actor = person ? { kind: 'person' as const, token: null, ...person } : visitor.actor
  return { ...visitor, actor, locale, t: translatorOf(locale, services.branding.both.name) }
}

export function makeNobodyCtx(c: Context, services: Services, site: ConsoleSite): ConsoleCtx {
  const locale = localeOf(c, services)
  return {
    ...services,
    actor: { kind: 'visitor' },
    locale,
    t: translatorOf(locale, services.branding.both.name),
    ...addressesOf(c, site.trustedHops),
    requestId: c.get('incident' as never) as string,
    consoleOrigin: site.origin,
    engine: site.engine,
    openId: site.openId,
    browser: {
      cookie: c.req.header('cookie') ?? '',
      userAgent: (c.req.header('user-agent') ?? '').slice(0, 500),
      setCookies: [],
    },
    trail: {},
  }
}

/** The console authenticates by cookie only, so writes must come from its own pages (FRM-5). */
export function requireConsoleOrigin(c: Context, site: ConsoleSite): void {
  const origin = c.req.header('origin')
  if (
    origin === undefined ? c.req.header('sec-fetch-site') === 'same-origin' : origin === site.origin
  )
    return
  throw refuse('request.foreign_origin')
}

export function writeCookies(c: Context, ctx: ConsoleCtx): void {
  for (const cookie of ctx.browser.setCookies) c.header('set-cookie', cookie, { append: true })
}

type Settings = Pick<
  Config,
  | 'consoleOrigin'
  | 'trustedHops'
  | 'openIdIssuer'
  | 'openIdClientId'
  | 'openIdClientSecret'
  | 'openIdName'
>

/** Opens the console with these settings. */
export const openConsole = async (
  services: Services,
  config: Settings,
  gate?: GuestGate,
): Promise<ConsoleSite> => ({
  gate,
  origin: config.consoleOrigin,
  trustedHops: config.trustedHops,
  engine: await openSignInEngine({
    db: services.db,
    origin: config.consoleOrigin,
    marketName: 'Arasta',
    ...librarySecrets(services.sealing),
  }),
  openId: openIdOf(services, config),
})

/**
 * The configured issuer may be in a private network; other addresses from its metadata may not
 * (D7).
 */
function openIdOf(
  { clock, http }: Services,
  {
    consoleOrigin,
    openIdIssuer: issuer,
    openIdClientId: clientId,
    openIdClientSecret: clientSecret,
    openIdName: name,
  }: Settings,
): OpenIdProvider | null {
  if (!issuer || !clientId || !clientSecret) return null
  const { origin } = new URL(issuer)
  const issuerHttp = createHttp({ allowOrigins: [origin] })
  const either: HttpClient = {
    request: (url, options) =>
      (URL.parse(url)?.origin === origin ? issuerHttp : http).request(url, options),
  }
  return openOpenIdProvider(
    { issuer, clientId, clientSecret, name },
    { clock, http: either, redirectUri: `${consoleOrigin}/sign-in/openid` },
  )
}
