import { Hono, type MiddlewareHandler } from 'hono'
import type { HttpBindings } from '@hono/node-server'
import type { Readable } from 'node:stream'
import {
  MAX_LOG_ENTRIES,
  currentHead,
  keySet,
  listEntries,
  proveConsistency,
  proveInclusion,
} from '#modules/catalog/public.ts'
import type { Services } from '#kernel/context.ts'
import {
  CHECK_PACKAGES,
  listCheckKeys,
  offerCheckPackage,
} from '#modules/stores/platforms/setup/public.ts'
import { isTicketValid } from '#modules/installs/public.ts'
import { sha256Hex } from '#lib/ids.ts'
import { makeMarketApi } from '#server/site-app.ts'
import type { Site } from '#server/context.ts'
import { beginRequest } from '#server/begin-request.ts'
import { INSTALLER_OPERATIONS } from '#server/operations.ts'
import { matchesEtag } from '#server/page-cache/page.ts'
import { shedGuests } from '#server/guest-gate.ts'
import { commonHeaders } from '#server/security-headers.ts'
import { makeLoaderRoutes } from './loader-routes.ts'
import { z } from 'zod'

/**
 * The installer service (S7.15), with its own address, for platforms: install forms and releases
 * for signed-in stores, packages for whoever holds a ticket, and for everybody the public signing
 * keys and the release log.
 */
export function makeInstallerApp(services: Services, site: Site): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(beginRequest)
  app.use(commonHeaders)
  app.use(shedGuests(services, site.gate, SHOPS_NEED))
  app.use('/api/app/package', onlyWhenChanged)
  app.route('/api', makeMarketApi(services, site, INSTALLER_OPERATIONS, ' installer'))
  app.get('/keys.json', async (c) => {
    c.header('cache-control', 'public, max-age=300')
    const [own, checks] = [keySet(services), await listCheckKeys(services)]
    return c.json({
      keys: [...own.keys, ...checks.keys],
      withdrawn: [...own.withdrawn, ...checks.withdrawn],
    })
  })
  app.route('/log', makeLogRoutes(services))
  app.route('/loader', makeLoaderRoutes(services, site.trustedHops))
  app.get(`${CHECK_PACKAGES}/:file`, (c) =>
    offerCheckPackage(services, c.req.param('file'), () => c.env.outgoing.destroy()),
  )
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
    // Hono also answers HEAD with this handler, and nobody would read the stream.
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
  return app
}

/** A stream that fails breaks the connection, so that nobody takes a part for the whole. */
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

/** Requests of shops' visitors and of running installs. */
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
 * Answers 304 while the release is unchanged: the download address and the head of the log change
 * with every request.
 */
const onlyWhenChanged: MiddlewareHandler = async (c, next) => {
  await next()
  if (c.res.status !== 200) return
  const { data } = (await c.res.clone().json()) as PackageAnswer
  const etag = `W/"${sha256Hex([data.version, data.sha256, data.signature, data.key_id, data.log.index].join('\n')).slice(0, 32)}"`
  if (matchesEtag(c.req.header('if-none-match') ?? '', etag.slice(2))) c.res = c.body(null, 304)
  c.res.headers.set('etag', etag)
}

const place = z.coerce
  .number()
  .int()
  .min(0)
  .max(2 ** 40)
const range = z.object({ from: place.default(0), to: place.optional() })
const proofQuery = z.union([
  z.strictObject({ index: place, size: place }),
  z.strictObject({ first: place, second: place }),
])

const refusal = (status: 400 | 404, code: string, message: string) => ({
  statusCode: status,
  code,
  message,
})

/**
 * The public release log (docs/protocols/release-log.md): its signed head, its entries, inclusion
 * and consistency proofs. Answers for an index or two sizes never change; only the head does.
 */
function makeLogRoutes(services: Services): Hono {
  const app = new Hono()
  app.get('/head', async (c) => {
    c.header('cache-control', 'public, max-age=30')
    return c.json(await currentHead(services))
  })
  app.get('/entries', async (c) => {
    const query = range.safeParse(c.req.query())
    if (!query.success)
      return c.json(refusal(400, 'invalid_input', 'Say from and to, as whole numbers.'), 400)
    const { from, to = from + MAX_LOG_ENTRIES } = query.data
    const entries = await listEntries(services, from, to)
    // Only a full page is final, because the log grows at its end.
    c.header(
      'cache-control',
      entries.length === MAX_LOG_ENTRIES
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=30',
    )
    return c.json({ from, to: from + entries.length, entries })
  })
  app.get('/proof', async (c) => {
    const query = proofQuery.safeParse(c.req.query())
    if (!query.success)
      return c.json(
        refusal(400, 'invalid_input', 'Say index and size, or first and second, as whole numbers.'),
        400,
      )
    const asked = query.data
    const found =
      'index' in asked
        ? await proveInclusion(services, asked.index, asked.size)
        : await proveConsistency(services, asked.first, asked.second).then(
            (proof) => proof && { proof },
          )
    if (!found)
      return c.json(refusal(404, 'not_found', 'The log has no such entry or size yet.'), 404)
    c.header('cache-control', 'public, max-age=31536000, immutable')
    return c.json({ ...asked, ...found })
  })
  return app
}
