import { Hono, type Context } from 'hono'
import { clearSessionCookies, setSessionCookies } from './cookies.ts'
import { confirmEntry, type NewSession } from '#modules/stores/sessions/public.ts'
import { endSession } from '#modules/stores/sessions/sessions.ts'
import { leaveNewsletter } from '#modules/messaging/newsletter.ts'
import type { Services } from '#kernel/context.ts'
import { refuse } from '#lib/refusal.ts'
import { readInsidePath } from '#lib/targets.ts'
import { makeCtx, makeVisitorCtx, type Site } from './context.ts'
import { localeOf } from './translator.ts'
import { requireOwnOrigin } from './origin.ts'

/**
 * Doors that are not screens: coming in from the panel and leaving (D5), and leaving the
 * newsletter.
 */
export function entryDoors(services: Services, site: Site): Hono {
  const doors = new Hono()

  doors.post('/enter', async (c) => {
    requireOwnOrigin(c, site)
    if (c.req.header('origin') !== undefined && c.req.header('origin') !== site.origin)
      throw refuse('request.foreign_origin')
    const form = await c.req.parseBody()
    const ctx = await makeCtx(c, services, site)
    const { session, targetPath } = await confirmEntry(ctx, String(form.entry ?? ''))
    await putSession(c, services, session)
    return c.redirect(readInsidePath(targetPath) ?? '/', 303)
  })

  doors.post('/sign-out', async (c) => {
    requireOwnOrigin(c, site)
    const ctx = await makeCtx(c, services, site)
    if (ctx.actor.kind === 'store') await endSession.run(ctx, {})
    clearSessionCookies(c)
    return c.redirect('/?signed=out', 303)
  })

  // RFC 8058: a mail program presses for its reader, from anywhere and as nobody; the token alone
  // says who leaves. The page's form comes here too.
  doors.post('/newsletter/unsubscribe/:token', async (c) => {
    const token = c.req.param('token')
    await leaveNewsletter.run(makeVisitorCtx(c, services, site), {
      body: { unsubscribe_token: token },
    })
    const form = await c.req.parseBody()
    if (form['List-Unsubscribe'] === 'One-Click') return c.text('', 200)
    return c.redirect(
      `/newsletter/unsubscribe/${encodeURIComponent(token)}?left=1&hl=${localeOf(c)}`,
      303,
    )
  })

  return doors
}

/** Signs this browser in. */
export async function putSession(
  c: Context,
  services: Services,
  session: NewSession,
): Promise<void> {
  const store = await services.db
    .selectFrom('stores')
    .select(['domain', 'is_os2'])
    .where('id', '=', session.storeId)
    .executeTakeFirstOrThrow()
  setSessionCookies(c, session, { domain: store.domain, isOs2: store.is_os2 })
}
