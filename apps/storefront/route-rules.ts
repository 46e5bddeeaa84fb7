import type { MiddlewareFunction } from 'react-router'
import type { Market } from '#lib/market.ts'
import { goTo, requireTarget } from './go-to.ts'
import { screenContext } from './screen-context.ts'

export interface RouteRule {
  /** A whole path; `:name` matches one segment, which `to` may refer to. */
  from: string
  /** A path, or `{app}…` and `{theme}…` for a URL of that market. */
  to: string
  /** S4.3: `to` may be a URL of another site. */
  external?: true
  /** Full load: the path has no screen, but another handler of this server. */
  document?: true
}

/** S4.2: redirects from old and obvious paths. The first match counts. */
export const ROUTE_RULES: readonly RouteRule[] = [
  { from: '/app', to: '{app}/list', external: true },
  { from: '/theme', to: '{theme}/list', external: true },
  { from: '/app/:slug', to: '{app}/:slug', external: true },
  { from: '/theme/:slug', to: '{theme}/:slug', external: true },
  { from: '/account/library', to: '/account/installed' },
  { from: '/market/account', to: '/market/installed' },
  { from: '/docs', to: '/api/docs', document: true },
]

type Sites = Record<Market, string | null>
/** Sample URLs for checking the table; the real ones are known per request. */
const SOME_SITES: Sites = { app: 'https://app.example', theme: 'https://theme.example' }

/**
 * Throws when the build is loaded if a rule is invalid or leads to another site without permission
 * (S4.3).
 */
export function checkRules(rules: readonly RouteRule[]): readonly RouteRule[] {
  for (const { from, to, external = false } of rules) {
    requireTarget(from, false)
    requireTarget(fill(to, {}, SOME_SITES) ?? '', external)
  }
  return rules
}

/** The target for this path, or null. The query is kept. */
export function ruleFor(
  { pathname, search }: { pathname: string; search: string },
  { market, sites }: { market: Market; sites: Sites },
  rules = ROUTE_RULES,
): (Pick<RouteRule, 'external' | 'document'> & { to: string }) | null {
  for (const { from, to, ...rest } of rules) {
    const values = match(from, pathname)
    if (values === null) continue
    const filled = fill(to, values, { ...sites, [market]: '' })
    // The platform has no such market.
    if (filled === null) return null
    return { ...rest, to: filled + search }
  }
  return null
}

/** Runs before every screen, on the server. */
export const routeRules: MiddlewareFunction<Response> = async (
  { context, pattern, request, url: { pathname, searchParams } },
  next,
) => {
  const screen = context.get(screenContext)
  screen.named(pattern)
  const query = new URLSearchParams(searchParams)
  // added by data requests (`frame-session.ts`)
  if (new URL(request.url).pathname.endsWith('.data')) query.delete('hl')
  const rule = screen.failure
    ? null
    : ruleFor({ pathname, search: query.size > 0 ? `?${query}` : '' }, screen)
  if (rule)
    throw goTo(rule.to, { external: rule.external === true, document: rule.document === true })
  return next()
}

function match(pattern: string, pathname: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split('/'), pathname.split('/')]
  if (wanted.length !== given.length) return null
  const values: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index]!
    if (part.startsWith(':') && value !== '') values[part.slice(1)] = value
    else if (part !== value) return null
  }
  return values
}

/** Null when the target's market does not exist. */
function fill(to: string, values: Record<string, string>, sites: Sites): string | null {
  const [, market] = /^\{(app|theme)\}/.exec(to) ?? []
  const site = market ? sites[market as Market] : ''
  return site === null
    ? null
    : (market ? site + to.slice(market.length + 2) : to).replace(
        /:(\w+)/g,
        (whole, name: string) => values[name] ?? whole,
      )
}

checkRules(ROUTE_RULES)
