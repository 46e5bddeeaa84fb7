import { Hono, type MiddlewareHandler } from 'hono'
import type { HttpBindings } from '@hono/node-server'
import type { Readable } from 'node:stream'
import { keySet } from '#modules/catalog/public.ts'
import type { Services } from '#kernel/context.ts'
import { isTicketValid } from '#modules/installs/public.ts'
import { sha256Hex } from '#lib/ids.ts'
import { makeMarketApi } from '#server/site-app.ts'
import { type Site } from '#server/context.ts'
import { newIncident } from '#server/errors.ts'
import { INSTALLER_OPERATIONS } from '#server/operations.ts'
import { matchesEtag } from '#server/page-cache/page.ts'
import { shedGuests } from '#server/guest-gate.ts'
import { commonHeaders } from '#server/security-headers.ts'
import { makeLoaderRoutes } from './loader-routes.ts'
import { makeLogRoutes } from './log-routes.ts'

/** A stream that fails in the middle breaks the line, so that nobody takes a part for the whole. */
function delivered(
  stream: Readable,
  breakOff: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next()
        if (!done) return controller.enqueue(value)
      } catch (error) {
        breakOff(error)
      }
      controller.close()
    },
    cancel() {
      stream.destroy()
    },
  })
}

/** What customers of shops and installs under way are waiting for. */
const SHOPS_NEED = /^\/(?:loader|packages)\/|^\/keys\.json$/

interface PackageAnswer {
  data: {
    version: string
    sha256: string
    signature: string
    key_id: string
    log: { index: number }
  }
}

/**
 * A platform that asks every day is told in a line that nothing changed: its download address and
 * the log's head are new each time, the release is not.
 */
const onlyWhenChanged: MiddlewareHandler = async (c, next) => {
  await next()
  if (c.res.status !== 200) return
  const { data } = (await c.res.clone().json()) as PackageAnswer
  const etag = `W/"${sha256Hex([data.version, data.sha256, data.signature, data.key_id, data.log.index].join('\n')).slice(0, 32)}"`
  if (matchesEtag(c.req.header('if-none-match') ?? '', etag.slice(2))) c.res = c.body(null, 304)
  c.res.headers.set('etag', etag)
}

/**
 * The installer service (S7.15): a service of its own address for platforms. Install forms and
 * releases for signed-in stores; packages for whoever holds a ticket; for everybody the public keys
 * that packages are signed with, and the release log.
 */
export function makeInstallerApp(services: Services, site: Site): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(async (c, next) => {
    c.set('incident' as never, newIncident() as never)
    await next()
  })
  app.use(commonHeaders)
  app.use(shedGuests(services, site.gate, SHOPS_NEED))
  app.use('/api/app/package', onlyWhenChanged)
  app.route('/api', makeMarketApi(services, site, INSTALLER_OPERATIONS, ' installer'))
  app.get('/keys.json', (c) => {
    c.header('cache-control', 'public, max-age=300')
    return c.json(keySet(services))
  })
  app.route('/log', makeLogRoutes(services))
  app.route('/loader', makeLoaderRoutes(services))
  app.get('/packages/:file', async (c) => {
    const sha256 = /^([0-9a-f]{64})\.zip$/.exec(c.req.param('file'))?.[1]
    const valid =
      sha256 !== undefined &&
      isTicketValid(
        services.downloadTokenKey,
        sha256,
        c.req.query('expires') ?? '',
        c.req.query('ticket') ?? '',
        services.clock.now(),
      )
    if (!valid)
      return c.json(
        {
          statusCode: 403,
          code: 'package.ticket_invalid',
          message: 'This download address is not valid any more.',
        },
        403,
      )
    const etag = `"${sha256}"`
    const headers = {
      'content-type': 'application/zip',
      'content-disposition': 'attachment',
      'cache-control': 'private, no-cache',
      etag,
    }
    if (matchesEtag(c.req.header('if-none-match') ?? '', etag)) return c.body(null, 304, { etag })
    const blob = await services.blobs.read(sha256)
    if (!blob)
      return c.json(
        { statusCode: 404, code: 'not_found', message: 'There is no such package.' },
        404,
      )
    // Hono answers a HEAD by this, too, and nobody would read the stream.
    if (c.req.method === 'HEAD') blob.stream.destroy()
    const breakOff = (error: unknown) => {
      services.log.error({ error, sha256 }, 'a package was not delivered whole')
      c.env.outgoing.destroy()
    }
    return c.body(delivered(blob.stream, breakOff), 200, {
      ...headers,
      'content-length': String(blob.size),
    })
  })
  app.get('/health', (c) => c.json({ ok: true }))
  return app
}
