import { createHash } from 'node:crypto'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { z } from 'zod'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { RequestContext, Services } from '#kernel/context.ts'
import type { DefinedOperation } from '#kernel/define-operation.ts'
import { IDEMPOTENCY_KEY, type Operation } from '#kernel/operation.ts'
import type { Market } from '#lib/market.ts'
import { refuse } from '#lib/refusal.ts'
import { jsonBytes } from '#lib/shared-json.ts'
import { nameWork } from '#lib/telemetry.ts'
import type { WireError } from '#lib/wire-error.ts'
import { fileAnswer } from '#lib/wire.ts'
import { apiDocs, openApiDocument } from './openapi.ts'
import { readJsonBody, requireOwnBody } from './request-body.ts'
import { describeFailure } from './errors.ts'
import { admitGuest, refuseGuestWhenBusy, type GuestGate } from './guest-gate.ts'
import { matchesEtag } from './page-cache/page.ts'

/** Request headers that operations may read. */
const PASSED_HEADERS = [
  'authorization',
  'apps-token',
  'store-token',
  IDEMPOTENCY_KEY,
  'connect-handle',
  'known-browser',
  'claim-handle',
  'arasta-key-id',
  'arasta-timestamp',
  'arasta-nonce',
  'arasta-signature',
]

/** One set of operations at one address: the market's, the installer's or the console's. */
export interface ApiSurface<C extends RequestContext> {
  operations: readonly DefinedOperation<C>[]
  /** Title of the OpenAPI document; the market may be renamed while the process runs. */
  title(): string
  /** Serves `/docs`, too. */
  hasDocs: boolean
  gate: GuestGate | undefined
  /**
   * Authenticates the caller and builds the context. `market`: of the path, where an operation has
   * one path for each market.
   */
  makeContext(c: Context, operation: Operation, market: Market | undefined): Promise<C>
  /** After success: cookies that the operation set. */
  onAnswer?(c: Context, ctx: C): void
  onRefusal?(c: Context, error: WireError): void
}

/** The HTTP transport of operations: reads the request, runs the operation, writes JSON (D8). */
export function makeApi<C extends RequestContext>(
  services: Services,
  surface: ApiSurface<C>,
): OpenAPIHono {
  const api = new OpenAPIHono()
  for (const defined of surface.operations) {
    const { path, method } = defined.operation
    for (const [one, market] of pathsOf(path))
      api.on(method.toUpperCase(), one.replace(/\{(\w+)\}/g, ':$1'), (c) =>
        answer(c, surface, defined, market),
      )
  }
  const document = openApiDocument(surface.operations)
  api.get('/openapi.json', async (c) =>
    c.body(await document(surface.title()), 200, { 'content-type': 'application/json' }),
  )
  if (surface.hasDocs) api.route('/docs', apiDocs(surface.title))
  // Hono never calls the notFound handler of a mounted app, hence this route.
  const patterns = surface.operations.flatMap(({ operation }) =>
    pathsOf(operation.path).map(
      ([path]) => new RegExp(`^(/api)?${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    ),
  )
  api.all('*', (c) => {
    const isKnown = patterns.some((pattern) => pattern.test(c.req.path))
    throw refuse(isKnown ? 'method.not_allowed' : 'not_found')
  })
  api.onError((error, c) => {
    const wire = describeFailure(error, c, services)
    surface.onRefusal?.(c, wire)
    return c.json(wire, wire.statusCode as ContentfulStatusCode)
  })
  return api
}

const pathsOf = (path: Operation['path']): [string, Market | undefined][] =>
  typeof path === 'string'
    ? [[path, undefined]]
    : [
        [path.app, 'app'],
        [path.theme, 'theme'],
      ]

async function answer<C extends RequestContext>(
  c: Context,
  surface: ApiSurface<C>,
  defined: DefinedOperation<C>,
  market: Market | undefined,
) {
  const { operation } = defined
  nameWork(operation.id)
  const ctx = await surface.makeContext(c, operation, market)
  const isGuest = ctx.actor.kind === 'visitor'
  if (isGuest) {
    requireOwnBody(c, true)
    // Cached answers are served earlier.
    if (operation.shared) admitGuest(surface.gate, c)
    else refuseGuestWhenBusy(surface.gate)
  }
  // Authorize before reading the upload.
  if (operation.upload) defined.authorize(ctx, c.req.param())
  const result = await defined.run(ctx, {
    params: c.req.param(),
    query: queryOf(c),
    headers: headersOf(c),
    ...(await bodyOf(c, operation)),
  })
  surface.onAnswer?.(c, ctx)
  c.header('content-language', ctx.locale)
  if (operation.file) return answerFile(c, fileAnswer.parse(result))
  if (operation.shared && isGuest) return answerVisitor(c, result)
  c.header('cache-control', 'no-store')
  return c.json(result as object)
}

/** The language (`hl`) belongs to the transport and is read by `makeContext`. */
const queryOf = (c: Context): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(c.req.queries())
      .filter(([name]) => name !== 'hl')
      .map(([name, values]) => {
        if (values.length > 1)
          throw refuse('input.invalid', { fields: { [name]: { code: 'field.invalid' } } })
        return [name, values[0]]
      }),
  )

const headersOf = (c: Context): Record<string, string> =>
  Object.fromEntries(
    PASSED_HEADERS.flatMap((name) => {
      const value = c.req.header(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )

async function bodyOf(
  c: Context,
  { upload }: Operation,
): Promise<{ body?: unknown; upload?: Uint8Array }> {
  if (c.req.method === 'GET') return { body: {} }
  if (!upload) return { body: await readJsonBody(c) }
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!upload.types.includes(type)) throw refuse('input.malformed')
  return { upload: new Uint8Array(await c.req.arrayBuffer()) }
}

/** Files are downloads, never shown as a page of ours. */
function answerFile(
  c: Context,
  { filename, contentType, content }: z.output<typeof fileAnswer>,
): Response {
  c.header('cache-control', 'private, no-store')
  c.header(
    'content-disposition',
    `attachment; filename="${filename.replace(/[^A-Za-z0-9._-]/g, '_')}"`,
  )
  c.header('x-content-type-options', 'nosniff')
  return c.body(new Uint8Array(content), 200, { 'content-type': contentType })
}

/** Caches may keep the answer to a visitor but must revalidate it each time. */
function answerVisitor(c: Context, result: unknown): Response {
  const body = jsonBytes(result)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  c.header('etag', etag)
  c.header('cache-control', 'public, max-age=0, must-revalidate')
  c.header('vary', 'accept-language, cookie, apps-token', { append: true })
  if (matchesEtag(c.req.header('if-none-match') ?? '', etag)) return c.body(null, 304)
  return c.body(body, 200, { 'content-type': 'application/json' })
}
