import { Hono } from 'hono'
import { Readable } from 'node:stream'
import { keySet } from '#contexts/catalog/public.ts'
import type { Services } from '#contexts/ctx.ts'
import { isTicketValid } from '#contexts/installs/public.ts'
import { makeApi } from '#server/api.ts'
import { newIncident, type Site } from '#server/context.ts'
import { INSTALLER_OPERATIONS } from '#server/operations.ts'
import { commonHeaders } from '#server/security-headers.ts'
import { makeLogRoutes } from './log-routes.ts'

/**
 * The installer service (S7.15): a service of its own address for platforms. Install forms and releases for signed-in stores; packages for
 * whoever holds a ticket; for everybody the public keys that packages are signed with, and the release log.
 */
export function makeInstallerApp(services: Services, site: Site): Hono {
  const app = new Hono()
  app.use(async (c, next) => {
    c.set('incident' as never, newIncident() as never)
    await next()
  })
  app.use(commonHeaders)
  app.route('/api', makeApi(services, site, INSTALLER_OPERATIONS, 'Arasta installer'))
  app.get('/keys.json', c => {
    c.header('cache-control', 'public, max-age=300')
    return c.json(keySet(services))
  })
  app.route('/log', makeLogRoutes(services))
  app.get('/packages/:file', async c => {
    const sha256 = /^([0-9a-f]{64})\.zip$/.exec(c.req.param('file'))?.[1]
    const valid = sha256 !== undefined && isTicketValid(services.ticketKey, sha256, c.req.query('expires') ?? '', c.req.query('ticket') ?? '', services.clock.now())
    if (!valid) return c.json({ statusCode: 403, code: 'package.ticket_invalid', message: 'This download address is not valid any more.' }, 403)
    const blob = await services.blobs.read(sha256)
    if (!blob) return c.json({ statusCode: 404, code: 'not_found', message: 'There is no such package.' }, 404)
    return c.body(Readable.toWeb(blob.stream) as ReadableStream, 200, {
      'content-type': 'application/zip', 'content-length': String(blob.size), 'content-disposition': 'attachment', 'cache-control': 'private, no-store',
    })
  })
  app.get('/health', c => c.json({ ok: true }))
  return app
}
