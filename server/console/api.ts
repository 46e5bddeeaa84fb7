import { Hono, type Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ConsoleCtx, ConsoleImplementation } from '#contexts/console.ts'
import type { Services } from '#contexts/ctx.ts'
import { PRESS_KEY } from '#contexts/press-key.ts'
import { refuse } from '#lib/refusal.ts'
import { requireOwnBody } from '../body-limits.ts'
import { tellFailure } from '../failures.ts'
import { refuseGuestWhenBusy } from '../guest-gate.ts'
import { readJsonBody } from '../json-body.ts'
import { openApiDocument } from '../openapi.ts'
import { hasToken, makeConsoleCtx, makeTokenCtx, requireConsoleOrigin, writeCookies, type ConsoleSite } from './context.ts'
import { CONSOLE_OPERATIONS } from './operations.ts'

/** The first door of the console's operations: HTTP, for its own pages. As thin as the market's. */
export function makeConsoleApi(services: Services, site: ConsoleSite): Hono {
  const api = new Hono()
  for (const one of CONSOLE_OPERATIONS) {
    const { method } = one.operation
    const path = pathOf(one).replace(/\{(\w+)\}/g, ':$1')
    api.on(method.toUpperCase(), path, c => answer(c, services, site, one))
  }
  const document = openApiDocument(CONSOLE_OPERATIONS)
  api.get('/openapi.json', c => c.json(document(`${services.faces.both.name} console`)))
  api.all('*', c => {
    const known = CONSOLE_OPERATIONS.some(one => new RegExp(`^/api${pathOf(one).replace(/\{\w+\}/g, '[^/]+')}$`).test(c.req.path))
    throw refuse(known ? 'method.not_allowed' : 'not_found')
  })
  api.onError((error, c) => {
    const wire = tellFailure(error, c, services)
    return c.json(wire, wire.statusCode as ContentfulStatusCode)
  })
  return api
}

const pathOf = ({ operation }: ConsoleImplementation): string => operation.path as string

/** A program by its token, or a page of ours by its cookies. */
async function askerOf(c: Context, services: Services, site: ConsoleSite): Promise<ConsoleCtx> {
  if (hasToken(c)) return makeTokenCtx(c, services, site)
  if (c.req.method !== 'GET') requireConsoleOrigin(c, site)
  return makeConsoleCtx(c, services, site)
}

async function answer(c: Context, services: Services, site: ConsoleSite, one: ConsoleImplementation) {
  const ctx = await askerOf(c, services, site)
  requireOwnBody(c, ctx.person === null)
  if (ctx.person === null) refuseGuestWhenBusy(site.gate)
  // Nobody's large body is read before it is known who sends it.
  if (one.operation.upload) one.admit(ctx, c.req.param())
  const query = Object.fromEntries(Object.entries(c.req.queries()).filter(([name]) => name !== 'hl').map(([name, values]) => {
    if (values.length > 1) throw refuse('input.invalid', { fields: { [name]: { code: 'field.invalid' } } })
    return [name, values[0]]
  }))
  const result = await one.run(ctx, { params: c.req.param(), query, headers: headersOf(c), ...await bodyOf(c, one) })
  writeCookies(c, ctx)
  c.header('cache-control', 'no-store')
  c.header('content-language', ctx.locale)
  return c.json(result as object)
}

const headersOf = (c: Context): Record<string, string> => {
  const key = c.req.header(PRESS_KEY)
  return key === undefined ? {} : { [PRESS_KEY]: key }
}

async function bodyOf(c: Context, { operation }: ConsoleImplementation): Promise<{ body?: unknown; upload?: Uint8Array }> {
  if (c.req.method === 'GET') return {}
  if (!operation.upload) return { body: await readJsonBody(c) }
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!operation.upload.types.includes(type)) throw refuse('input.malformed')
  return { upload: new Uint8Array(await c.req.arrayBuffer()) }
}
