import type { Context } from 'hono'
import {
  exchangeLaunchToken,
  isLaunchToken,
  prepareEntry,
  readLaunchedStore,
} from '#modules/stores/sessions/public.ts'
import type { Ctx, Services } from '#kernel/context.ts'
import { hasCardNumber } from '#lib/field-rules.ts'
import { hasTokens, readPageAddress, withoutTokens } from '#lib/page-address.ts'
import { isRefusal, refuse } from '#lib/refusal.ts'
import { readInsidePath } from '#lib/targets.ts'
import { makeCtx, makeVisitorCtx, single, type Site } from './context.ts'
import { localeOf } from './errors.ts'
import { setSession } from './endpoints.ts'

/** Query parameter that says why a launch link signed nobody in, after its token was removed. */
const PARAMETER = 'launch'
const PROBLEMS = ['refused', 'other-store'] as const
export type LinkProblem = (typeof PROBLEMS)[number]

/** The problem of the launch link that led to a page. */
export function readLinkProblem(search: string): LinkProblem | null {
  const value = new URLSearchParams(search).get(PARAMETER)
  return PROBLEMS.find((problem) => problem === value) ?? null
}

/**
 * Handles a page address with tokens (S2.32). In the panel's frame a launch token is exchanged at
 * once; at top level, where anybody can make people open a link, "Continue as …?" comes first (D5).
 * Always redirects to the page without tokens, also when the token is refused: public pages are
 * never blocked (S4.6), and guarded ones say what is missing. Only a navigation uses the token;
 * prefetches are refused, and other requests are answered as if it were absent.
 */
export async function handleLaunchLink(
  c: Context,
  services: Services,
  site: Site,
): Promise<Response | null> {
  const url = new URL(c.req.url)
  if (!hasTokens(url.search)) return null
  c.header('referrer-policy', 'no-referrer')
  c.header('cache-control', 'no-store')
  const page = readPageAddress(url.pathname)
  if (isAhead(c)) return c.body(null, 503)
  if (page.isData || !isNavigation(c)) return null
  const launchToken = single(c, 'apps-token')
  const storeToken = single(c, 'store-token') || null
  const query = new URLSearchParams(withoutTokens(url.search))
  query.delete(PARAMETER)
  // Browsers read `//elsewhere` as another site (S4.3).
  const home = page.isMarket ? '/market' : '/'
  // A card number must not stay in an address (I12).
  if (hasCardNumber(`${page.path} ${query}`)) return c.redirect(home, 303)
  const path = readInsidePath(page.path) ?? home
  const clean = query.size > 0 ? `${path}?${query}` : path
  if (launchToken === undefined) return c.redirect(clean, 303)

  const ctx = await ctxOf(c, services, site)
  try {
    if (!isLaunchToken(launchToken)) throw refuse('session.token_invalid')
    if (page.isMarket && c.req.header('sec-fetch-dest') !== 'document') {
      await setSession(c, services, await exchangeLaunchToken(ctx, launchToken, storeToken))
      return c.redirect(clean, 303)
    }
    const handle = await prepareEntry(ctx, launchToken, storeToken, clean)
    return c.redirect(`/enter/${handle}?hl=${localeOf(c, services)}`, 303)
  } catch (error) {
    if (!isRefusal(error) || error.status !== 401) throw error
    const problem = await problemOf(ctx, launchToken)
    if (problem !== null) query.set(PARAMETER, problem)
    return c.redirect(query.size > 0 ? `${path}?${query}` : path, 303)
  }
}

/** A valid session counts, unless the link was for another or an unknown store (D5). */
async function problemOf(ctx: Ctx, launchToken: string): Promise<LinkProblem | null> {
  if (ctx.actor.kind !== 'store') return 'refused'
  return (await readLaunchedStore(ctx, launchToken)) === ctx.actor.externalId ? null : 'other-store'
}

/** Contradicting token cookies make a visitor, whom the link may sign in. */
const ctxOf = (c: Context, services: Services, site: Site): Promise<Ctx> =>
  makeCtx(c, services, site).catch((error: unknown) => {
    if (isRefusal(error)) return makeVisitorCtx(c, services, site)
    throw error
  })

/** Whether the browser prefetches the page. It requests a refused page again on a real navigation. */
const isAhead = (c: Context): boolean =>
  /prefetch|prerender/.test(
    `${c.req.header('sec-purpose') ?? ''} ${c.req.header('purpose') ?? ''} ${c.req.header('x-moz') ?? ''}`,
  )

const DOCUMENTS = ['document', 'iframe', 'frame', 'empty', '']

/** Fetch metadata must say that a document is navigated to; without metadata it is assumed. */
const isNavigation = (c: Context): boolean =>
  c.req.method === 'GET' &&
  DOCUMENTS.includes(c.req.header('sec-fetch-dest') ?? '') &&
  ['navigate', ''].includes(c.req.header('sec-fetch-mode') ?? '')
