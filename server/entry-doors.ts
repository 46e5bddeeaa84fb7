import { Hono, type Context } from 'hono'
import { clearSessionCookies, setSessionCookies } from './cookies.ts'
import { confirmEntry, exchangeLaunchToken, isLaunchToken, prepareEntry, type NewSession } from '#contexts/accounts/public.ts'
import { endSession } from '#contexts/accounts/end-session.ts'
import { leaveNewsletter } from '#contexts/contact/leave-newsletter.ts'
import type { Services } from '#contexts/ctx.ts'
import { isMarketPath } from '#lib/market.ts'
import { refuse } from '#lib/refusal.ts'
import { readInsidePath } from '#lib/targets.ts'
import { localeOf, makeCtx, makeVisitorCtx, single, type Site } from './context.ts'
import { requireOwnOrigin } from './origin.ts'

/**
 * Doors that are not screens: coming in from the panel and leaving (D5), and leaving the newsletter.
 */
export function entryDoors(services: Services, site: Site): Hono {
  const doors = new Hono()

  doors.post('/enter', async c => {
    requireOwnOrigin(c, site)
    if (c.req.header('origin') !== undefined && c.req.header('origin') !== site.origin) throw refuse('request.foreign_origin')
    const form = await c.req.parseBody()
    const ctx = await makeCtx(c, services, site)
    const { session, targetPath } = await confirmEntry(ctx, String(form.entry ?? ''))
    await putSession(c, services, session)
    return c.redirect(readInsidePath(targetPath) ?? '/', 303)
  })

  doors.post('/sign-out', async c => {
    requireOwnOrigin(c, site)
    const ctx = await makeCtx(c, services, site)
    if (ctx.actor.kind === 'store') await endSession.run(ctx, {})
    clearSessionCookies(c)
    return c.redirect('/?signed=out', 303)
  })

  // RFC 8058: a mail program presses for its reader, from anywhere and as nobody; the token alone says who leaves. The page's form comes here too.
  doors.post('/newsletter/unsubscribe/:token', async c => {
    const token = c.req.param('token')
    await leaveNewsletter.run(makeVisitorCtx(c, services, site), { body: { unsubscribe_token: token } })
    const form = await c.req.parseBody()
    if (form['List-Unsubscribe'] === 'One-Click') return c.text('', 200)
    return c.redirect(`/newsletter/unsubscribe/${encodeURIComponent(token)}?left=1&hl=${localeOf(c)}`, 303)
  })

  return doors
}

/**
 * A page is asked for with a launch token in its address. Inside the panel's frame it is exchanged at once; at top level, where anyone can
 * make somebody open a link, "Continue as …?" comes first. Either way the token leaves the address (303) and goes nowhere else.
 */
export async function takeLaunchLink(c: Context, services: Services, site: Site): Promise<Response | null> {
  const launchToken = single(c, 'apps-token')
  if (launchToken === undefined) return null
  const url = new URL(c.req.url)
  const storeToken = single(c, 'store-token') || null
  url.searchParams.delete('apps-token')
  url.searchParams.delete('store-token')
  // `//elsewhere` is a path to us and another site to the browser (S4.3).
  const clean = readInsidePath(url.pathname + url.search)
  if (clean === null) throw refuse('input.malformed')
  c.header('referrer-policy', 'no-referrer')
  c.header('cache-control', 'no-store')
  if (!isLaunchToken(launchToken)) throw refuse('session.token_invalid')
  const ctx = await makeCtx(c, services, site)
  const framed = isMarketPath(url.pathname) && c.req.header('sec-fetch-dest') !== 'document'
  if (framed) {
    await putSession(c, services, await exchangeLaunchToken(ctx, launchToken, storeToken))
    return c.redirect(clean, 303)
  }
  const handle = await prepareEntry(ctx, launchToken, storeToken, clean)
  return c.redirect(`/enter/${handle}?hl=${localeOf(c)}`, 303)
}

async function putSession(c: Context, services: Services, session: NewSession): Promise<void> {
  const store = await services.db.selectFrom('stores').select(['domain', 'is_os2']).where('id', '=', session.storeId).executeTakeFirstOrThrow()
  setSessionCookies(c, session, { domain: store.domain, isOs2: store.is_os2 })
}
