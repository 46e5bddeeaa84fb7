import { setImmediate } from 'node:timers/promises'
import { OpenAPIHono, createRoute, extendZodWithOpenApi } from '@hono/zod-openapi'
import { z } from 'zod'
import { EARLY_REFUSALS } from '#lib/bounded-server.ts'
import { isConsolePolicy } from '#kernel/actor.ts'
import type { Operation } from '#kernel/operation.ts'
import { statusOfRefusal } from '#lib/refusal.ts'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { createRequire } from 'node:module'
import { dirname, relative } from 'node:path'

extendZodWithOpenApi(z)

const errorBody = z
  .object({
    statusCode: z.number().int(),
    code: z.string(),
    message: z.string(),
    description: z.string().optional(),
    fields: z.record(z.string(), z.string()).optional(),
    incident: z.string().optional(),
  })
  .openapi('Error')

const languageQuery = z.object({ hl: z.enum(['TR', 'EN', 'AR']).optional() })
/** S7.2: query parameters of every market call. */
const marketQuery = languageQuery.extend({
  platform_id: z.coerce.number().int().min(1).max(32_767).optional(),
  market: z.enum(['app', 'theme']).optional(),
})

/** S7.2: the tokens of signed-in callers. Browsers send them as cookies. */
const MARKET_HEADERS = {
  'apps-token': {
    required: false,
    description: "session token of the store (S7.1); without one the call is a visitor's",
  },
  'store-token': { required: false, description: "second token: handle of the store's credential" },
}

const INFO = {
  version: '1',
  description:
    'Money in major units with `currency`; times ISO 8601; errors as in every 4xx and 5xx answer.',
}

/** Operations described per turn of the event loop: all at once would block it for 200 ms. */
const SLICE = 8

type Document = ReturnType<OpenAPIHono['getOpenAPI31Document']>

/**
 * The OpenAPI document of these operations as JSON, with the market's current name as title.
 * Created on first use, because it takes longer than the rest of the start.
 */
export function openApiDocument(
  operations: readonly { operation: Operation }[],
): (title: string) => Promise<string> {
  let whole: Promise<Document> | undefined
  let last: { title: string; json: string } | undefined
  return async (title) => {
    const document = await (whole ??= documentOf(operations))
    if (last?.title !== title)
      last = {
        title,
        json: JSON.stringify({ ...document, info: { title, ...INFO } }, withoutFlags),
      }
    return last.json
  }
}

/** The generator writes `pattern/u`, but JSON Schema patterns have no flags and are Unicode. */
const withoutFlags = (key: string, value: unknown): unknown =>
  key === 'pattern' && typeof value === 'string' ? value.replace(/\/u$/, '') : value

async function documentOf(operations: readonly { operation: Operation }[]): Promise<Document> {
  const whole = partOf([])
  for (let at = 0; at < operations.length; at += SLICE) {
    await setImmediate()
    const part = partOf(operations.slice(at, at + SLICE))
    for (const [path, calls] of Object.entries(part.paths ?? {}))
      (whole.paths ??= {})[path] = { ...whole.paths[path], ...calls }
    Object.assign(((whole.components ??= {}).schemas ??= {}), part.components?.schemas)
  }
  return whole
}

function partOf(operations: readonly { operation: Operation }[]): Document {
  const registry = new OpenAPIHono()
  for (const { operation } of operations) {
    const paths =
      typeof operation.path === 'string'
        ? [operation.path]
        : [operation.path.app, operation.path.theme]
    for (const path of paths) registry.openAPIRegistry.registerPath(routeOf(operation, path))
  }
  registry.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'header',
    name: 'apps-token',
  })
  registry.openAPIRegistry.registerComponent('securitySchemes', 'app', {
    type: 'apiKey',
    in: 'header',
    name: 'arasta-signature',
    description: "An app's signature over its own request: docs/in-app-purchase.md",
  })
  return registry.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: '', ...INFO },
    servers: [{ url: '/api' }],
  })
}

function routeOf(operation: Operation, path: string) {
  const query = (isConsolePolicy(operation.policy) ? languageQuery : marketQuery).extend(
    operation.query?.shape ?? {},
  )
  const headers = Object.entries({
    ...(isConsolePolicy(operation.policy) ? {} : MARKET_HEADERS),
    ...operation.headers,
  }).map(
    ([name, { required, description }]) =>
      [name, (required ? z.string() : z.string().optional()).describe(description)] as const,
  )
  return createRoute({
    operationId:
      operation.id +
      (typeof operation.path === 'string'
        ? ''
        : path === operation.path.app
          ? 'ForApps'
          : 'ForThemes'),
    method: operation.method,
    path,
    summary: operation.summary,
    tags: [operation.tag],
    description: `${operation.source}. Refusals: ${operation.refusals.join(', ') || 'the common ones'}.`,
    ...(operation.policy.who === 'anyone'
      ? {}
      : {
          security: operation.policy.who
            .split('-or-')
            .map((who): Record<string, string[]> =>
              who === 'app' ? { app: [] } : { session: [] },
            ),
        }),
    request: {
      query,
      ...(operation.params ? { params: operation.params } : {}),
      ...(headers.length > 0 ? { headers: z.object(Object.fromEntries(headers)) } : {}),
      ...(operation.upload
        ? {
            body: {
              content: Object.fromEntries(
                operation.upload.types.map((type) => [
                  type,
                  { schema: z.string().meta({ format: 'binary' }) },
                ]),
              ),
              required: true,
            },
          }
        : {}),
      ...(operation.body
        ? { body: { content: { 'application/json': { schema: operation.body } }, required: true } }
        : {}),
    },
    responses: {
      200: operation.file
        ? {
            description: 'the file',
            content: { 'application/pdf': { schema: z.string().meta({ format: 'binary' }) } },
          }
        : { description: 'done', content: { 'application/json': { schema: operation.output } } },
      ...(operation.shared && {
        304: { description: 'not changed since the ETag in If-None-Match' },
      }),
      ...refusalsByStatus(operation),
    },
  })
}

/** Every status with which a call may be refused; the description lists the codes. */
function refusalsByStatus(operation: Operation) {
  const byStatus = Object.groupBy(new Set(refusalsOf(operation)), (code) => {
    const status = statusOfRefusal(code)
    if (status === undefined)
      throw new Error(`${operation.id} declares ${code}, which no context has`)
    return status
  })
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [
      status,
      { description: codes.join(', '), content: { 'application/json': { schema: errorBody } } },
    ]),
  )
}

/** Codes with which transport and kernel refuse, and the operation's own. */
function refusalsOf({ policy, method, path, refusals, shared }: Operation): string[] {
  const isConsole = isConsolePolicy(policy)
  const { who } = policy
  return [
    'input.invalid',
    'input.malformed',
    'rate.limited',
    'unavailable',
    ...Object.keys(EARLY_REFUSALS),
    ...(isConsole
      ? ['session.required', 'people.token_invalid', 'people.token_elsewhere']
      : ['platform.not_found', 'session.store_changed', 'session.store_mismatch']),
    ...(who.includes('store') ? ['session.required'] : []),
    ...(who.includes('app') ? ['app.signature_invalid'] : []),
    ...(who === 'connected' ? ['app.token_invalid'] : []),
    ...(JSON.stringify(path).includes('{') ? ['not_found'] : []),
    ...(shared ? ['pages.too_many'] : []),
    ...(method === 'get'
      ? []
      : ['request.foreign_origin', ...(isConsole ? ['form.sent_already'] : [])]),
    ...refusals,
  ]
}

const FOLDER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/** The API's docs page: Swagger UI from our own origin, over `/api/openapi.json`. */
export function apiDocs(title: () => string): Hono {
  const docs = new Hono()
  docs.use(async (c, next) => {
    await next()
    // Swagger UI writes style attributes of its own; nothing from outside is loaded.
    c.header(
      'content-security-policy',
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'",
    )
  })
  docs.get('/', (c) =>
    c.html(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title()}</title>
<link rel="stylesheet" href="/api/docs/files/swagger-ui.css"></head>
<body><div id="swagger-ui"></div><script src="/api/docs/files/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`),
  )
  docs.get('/start.js', (c) =>
    c.body(
      "SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', deepLinking: true, supportedSubmitMethods: ['get'] })",
      200,
      { 'content-type': 'text/javascript; charset=utf-8' },
    ),
  )
  docs.get(
    '/files/:file{swagger-ui(-bundle)?\\.(css|js)}',
    serveStatic({
      root: relative(process.cwd(), FOLDER) || '.',
      rewriteRequestPath: (path) => path.replace(/^.*\/files\//, '/'),
    }),
  )
  return docs
}
