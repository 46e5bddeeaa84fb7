import type { Actor } from '#kernel/actor.ts'
import type { Context } from 'hono'
import type { HttpBindings } from '@hono/node-server'
import { getCookie } from 'hono/cookie'
import { findSession, isLaunchToken } from '#modules/stores/sessions/public.ts'
import { requirePlatform } from '#modules/stores/platforms/public.ts'
import { type Ctx, languagesAt, marketNameAt, type Services } from '#kernel/context.ts'
import { clientAddress, networkOf } from '#lib/client-address.ts'
import { readLocale, type Locale } from '#lib/locale.ts'
import { MARKETS, type Market } from '#lib/market.ts'
import { isPlatformId } from '#lib/platform-id.ts'
import { refuse } from '#lib/refusal.ts'
import type { Brand } from '#modules/market/brand.ts'
import type { GuestGate } from './guest-gate.ts'
import { localeOf, newIncident, translatorOf } from './errors.ts'

/** The site of a request. */
export interface Site {
  market: Market
  platformId: number
  origin: string
  /** Proxies in front that append to X-Forwarded-For. */
  trustedHops: number
  /** Limits what guests may cost; absent in tests. */
  gate?: GuestGate | undefined
  /** The platform's design (D3), if any. */
  brand?: Brand | null | undefined
  /** As in `StorefrontSite`. */
  languages?: readonly Locale[] | null | undefined
}

/** The services with the languages of a site: whatever it shows is offered in no other one. */
export const servicesAt = (services: Services, { languages = null }: Site): Services =>
  languages === null ? services : { ...services, languages: languagesAt(services, languages) }

/** The caller's address as rate limits count it, and the exact one. */
export function addressesOf(c: Context, trustedHops: number): { ip: string; address: string } {
  const address = clientAddress((c.env as HttpBindings).incoming, trustedHops)
  return { ip: networkOf(address), address }
}

/** Refuses a security parameter that is given twice: two parsers could pick different ones (TOK-7). */
export function single(c: Context, name: string): string | undefined {
  const values = c.req.queries(name)
  if (values && values.length > 1) throw refuse('input.malformed')
  return values?.[0]
}

/**
 * Session and store token of a request: header before cookie. Tokens of launch links are handled
 * earlier.
 */
export function tokensOf(c: Context): {
  session: string | null
  store: string | null
  byCookie: boolean
} {
  const header = c.req.header('apps-token')
  if (header !== undefined && header !== '')
    return { session: header, store: c.req.header('store-token') || null, byCookie: false }
  return {
    session: getCookie(c, 'apps-token') ?? null,
    store: getCookie(c, 'store-token') ?? null,
    byCookie: true,
  }
}

/** The caller; an invalid token makes a visitor. */
export async function actorOf(c: Context, services: Services, platformId: number): Promise<Actor> {
  const { session, store } = tokensOf(c)
  if (session === null || isLaunchToken(session)) return { kind: 'visitor' }
  return (await findSession(services, session, store, platformId)) ?? { kind: 'visitor' }
}

/** Context of a market request. */
export async function makeCtx(
  c: Context,
  services: Services,
  site: Site,
  override: { market?: Market; locale?: Locale; platformId?: number } = {},
): Promise<Ctx> {
  const locale = override.locale ?? localeOf(c, services)
  const platformId = override.platformId ?? site.platformId
  const market = override.market ?? site.market
  // D26: a named platform must exist.
  if (override.platformId !== undefined) await requirePlatform(services, override.platformId)
  return {
    ...services,
    actor: await actorOf(c, services, platformId),
    locale,
    market,
    platformId,
    t: translatorOf(locale, marketNameAt(services, market, platformId)),
    ...addressesOf(c, site.trustedHops),
    requestId: c.get('incident') as string,
    expectedStoreId: c.req.header('store') || undefined,
  }
}

/** Context of a visitor, used when the session cannot be read. */
export function makeVisitorCtx(c: Context, services: Services, site: Site): Ctx {
  const locale = localeOf(c, services)
  return {
    ...services,
    actor: { kind: 'visitor' },
    locale,
    market: site.market,
    platformId: site.platformId,
    t: translatorOf(locale, marketNameAt(services, site.market, site.platformId)),
    ...addressesOf(c, site.trustedHops),
    requestId: c.get('incident') as string,
  }
}

/** Context of a cached page: contains nothing of a request. */
export const makeSharedCtx = (
  services: Services,
  site: Site,
  locale: Locale,
  { touch, changesAt }: Required<Pick<Ctx, 'touch' | 'changesAt'>>,
): Ctx => ({
  ...services,
  actor: { kind: 'visitor' },
  locale,
  market: site.market,
  platformId: site.platformId,
  t: translatorOf(locale, marketNameAt(services, site.market, site.platformId)),
  ip: '',
  address: '',
  requestId: newIncident(),
  touch,
  changesAt,
})

/** Collects what a cached page says about its changes: tags, and the first moment of one. */
export function noteChanges(tags: Set<string>) {
  let until: Date | null = null
  return {
    touch: (tag: string) => void tags.add(tag),
    changesAt: (moment: Date) => {
      if (until === null || moment < until) until = moment
    },
    until: () => until,
  }
}

/** S7.2: `platform_id`, `hl`, `market` of an API call. Unknown values are refused. */
export function marketQuery(
  c: Context,
  { languages }: Pick<Services, 'languages'>,
): { market?: Market; locale?: Locale; platformId?: number } {
  const fields: Record<string, { code: string }> = {}
  const hl = single(c, 'hl')
  const market = single(c, 'market')
  const platform = single(c, 'platform_id')
  const locale = readLocale(hl, languages)
  if (hl !== undefined && locale === null) fields.hl = { code: 'field.invalid' }
  if (market !== undefined && !MARKETS.includes(market as Market))
    fields.market = { code: 'field.invalid' }
  if (platform !== undefined && !isPlatformId(platform))
    fields.platform_id = { code: 'field.invalid' }
  if (Object.keys(fields).length > 0) throw refuse('input.invalid', { fields })
  return {
    ...(market === undefined ? {} : { market: market as Market }),
    ...(platform === undefined ? {} : { platformId: Number(platform) }),
    ...(locale && { locale }),
  }
}
