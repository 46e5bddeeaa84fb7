import type { Context } from 'hono'
import {
  exchangeLaunchToken,
  isLaunchToken,
  prepareEntry,
  readLaunchedStore,
} from '#modules/stores/sessions/public.ts'
import type { Ctx, Services } from '#kernel/context.ts'
import { hasCardNumber } from '#lib/card-numbers.ts'
import { hasTokens, readPageAddress, withoutTokens } from '#lib/page-address.ts'
import { isRefusal, refuse } from '#lib/refusal.ts'
import { readInsidePath } from '#lib/targets.ts'
import { makeCtx, makeVisitorCtx, single, type Site } from './context.ts'
import { localeOf } from './errors.ts'
import { putSession } from './endpoints.ts'

/**
 * Why a launch link signed nobody in; it stays in the address of the page that it leads to, where
 * the token may not.
 */
const PARAMETER = 'launch'
const PROBLEMS = ['refused', 'other-store'] as const
export type LinkProblem = (typeof PROBLEMS)[number]

/** What the address of a page says of the launch link that led to it. */
export function readLinkProblem(search: string): LinkProblem | null {
  const value = new URLSearchParams(search).get(PARAMETER)
  return PROBLEMS.find((problem) => problem === value) ?? null
}

/**
 * A page is asked for with a token in its address (S2.32). Inside the panel's frame a launch token
 * is exchanged at once; at top level, where anyone can make somebody open a link, "Continue as …?"
 * comes first (D5). The answer is always the way to the same page without tokens, also when the
 * token is refused: a page for everybody is never blocked by it (S4.6), and a guarded one says what
 * is missing. Only the navigation of a person takes the token; what loads ahead is sent away, and
 * any other request is answered as if it had none.
 */
export async function takeLaunchLink(
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
  // `//elsewhere` is a path to us and another site to the browser (S4.3).
  const home = page.isMarket ? '/market' : '/'
  // Nor does a card's number stay in an address (I12).
  if (hasCardNumber(`${page.path} ${query}`)) return c.redirect(home, 303)
  const path = readInsidePath(page.path) ?? home
  const clean = query.size > 0 ? `${path}?${query}` : path
  if (launchToken === undefined) return c.redirect(clean, 303)

  const ctx = await ctxOf(c, services, site)
  try {
    if (!isLaunchToken(launchToken)) throw refuse('session.token_invalid')
    if (page.isMarket && c.req.header('sec-fetch-dest') !== 'document') {
      await putSession(c, services, await exchangeLaunchToken(ctx, launchToken, storeToken))
      return c.redirect(clean, 303)
    }
    const handle = await prepareEntry(ctx, launchToken, storeToken, clean)
    return c.redirect(`/enter/${handle}?hl=${localeOf(c)}`, 303)
  } catch (error) {
    if (!isRefusal(error) || error.status !== 401) throw error
    const problem = await problemOf(ctx, launchToken)
    if (problem !== null) query.set(PARAMETER, problem)
    return c.redirect(query.size > 0 ? `${path}?${query}` : path, 303)
  }
}

/**
 * A session that is valid counts, unless the link was for another store or nobody can say for which
 * (D5).
 */
async function problemOf(ctx: Ctx, launchToken: string): Promise<LinkProblem | null> {
  if (ctx.actor.kind !== 'store') return 'refused'
  return (await readLaunchedStore(ctx, launchToken)) === ctx.actor.externalId ? null : 'other-store'
}

/** Tokens in cookies that contradict each other make a visitor here, whom the link may sign in. */
const ctxOf = (c: Context, services: Services, site: Site): Promise<Ctx> =>
  makeCtx(c, services, site).catch((error: unknown) => {
    if (isRefusal(error)) return makeVisitorCtx(c, services, site)
    throw error
  })

/**
 * A browser loads the page before anybody has asked for it. What it is refused it asks for again
 * when somebody does.
 */
const isAhead = (c: Context): boolean =>
  /prefetch|prerender/.test(
    `${c.req.header('sec-purpose') ?? ''} ${c.req.header('purpose') ?? ''} ${c.req.header('x-moz') ?? ''}`,
  )

const DOCUMENTS = ['document', 'iframe', 'frame', 'empty', '']

/**
 * A browser that says how it asks must ask for a document to be shown; one that says nothing is
 * believed.
 */
const isNavigation = (c: Context): boolean =>
  c.req.method === 'GET' &&
  DOCUMENTS.includes(c.req.header('sec-fetch-dest') ?? '') &&
  ['navigate', ''].includes(c.req.header('sec-fetch-mode') ?? '')
