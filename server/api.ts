import { createHash } from 'node:crypto'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { z } from 'zod'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Actor, Ctx, Services } from '#contexts/ctx.ts'
import { findSignedApp } from '#contexts/in-app/public.ts'
import { findConnectedApp } from '#contexts/rights/public.ts'
import type { Market } from '#lib/market.ts'
import type { Implementation, Operation } from '#lib/operation.ts'
import { refuse } from '#lib/refusal.ts'
import { fileAnswer } from '#lib/wire.ts'
import { makeCtx, marketQuery, type Site } from './context.ts'
import { apiDocs } from './api-docs.ts'
import { requireOwnBody } from './body-limits.ts'
import { admitGuest, refuseGuestWhenBusy } from './guest-gate.ts'
import { clearSessionCookies, hasSessionCookie } from './cookies.ts'
import { tellFailure } from './failures.ts'
import { readJsonBody } from './json-body.ts'
import { openApiDocument } from './openapi.ts'
import { requireOwnOrigin } from './origin.ts'
import { knows } from './page-cache/page.ts'

const PASSED_HEADERS = ['authorization', 'apps-token', 'store-token', 'idempotency-key', 'connect-handle', 'known-browser', 'claim-handle', 'arasta-key-id', 'arasta-timestamp', 'arasta-nonce', 'arasta-signature']

/** The first door of the operations: HTTP. Thin: it reads, hands over, and writes the answer or the refusal (D8). `part`: behind the market's name, what these calls are for. */
export function makeApi(services: Services, site: Site, operations: readonly Implementation<Ctx>[], part = ''): OpenAPIHono {
  const api = new OpenAPIHono()
  for (const implementation of operations) {
    const { path, method } = implementation.operation
    const paths: [string, Market | undefined][] = typeof path === 'string' ? [[path, undefined]] : [[path.app, 'app'], [path.theme, 'theme']]
    for (const [one, market] of paths) {
      api.on(method.toUpperCase(), one.replace(/\{(\w+)\}/g, ':$1'), c => answer(c, services, site, implementation, market))
    }
  }
  const title = () => services.faces[site.market].name + part
  const document = openApiDocument(operations)
  api.get('/openapi.json', c => c.json(document(title())))
  api.route('/docs', apiDocs(title))
  // A mounted app's own not-found is never asked, so this is a route: everything that no call has taken.
  api.all('*', c => {
    const known = operations.some(({ operation }) => matchesPath(operation.path, c.req.path))
    throw refuse(known ? 'method.not_allowed' : 'not_found')
  })
  api.onError((error, c) => failed(c, services, error))
  return api
}

function matchesPath(path: string | { app: string; theme: string }, asked: string): boolean {
  const patterns = typeof path === 'string' ? [path] : [path.app, path.theme]
  return patterns.some(pattern => new RegExp(`^(/api)?${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(asked))
}

async function answer(c: Context, services: Services, site: Site, implementation: Implementation<Ctx>, market: Market | undefined) {
  const asked = marketQuery(c)
  if (market !== undefined && asked.market !== undefined && asked.market !== market) throw refuse('input.invalid', { fields: { market: { code: 'field.invalid' } } })
  if (c.req.method !== 'GET') requireOwnOrigin(c, site)
  const signer = await signerOf(c, services, implementation.operation)
  const made = await makeCtx(c, services, site, { ...asked, ...(market === undefined ? {} : { market }) })
  const ctx: Ctx = signer ? { ...made, actor: signer, platformId: signer.platformId } : made
  if (ctx.actor.kind === 'visitor') {
    requireOwnBody(c, true)
    // Kept answers do not come here.
    if (implementation.operation.shared) admitGuest(site.gate, c)
    else refuseGuestWhenBusy(site.gate)
  }
  const query = Object.fromEntries(Object.entries(c.req.queries()).map(([name, values]) => {
    if (values.length > 1) throw refuse('input.invalid', { fields: { [name]: { code: 'field.invalid' } } })
    return [name, values[0]]
  }))
  const headers = Object.fromEntries(PASSED_HEADERS.flatMap(name => {
    const value = c.req.header(name)
    return value === undefined ? [] : [[name, value]]
  }))
  const result = await implementation.run(ctx, { params: c.req.param(), query, headers, body: c.req.method === 'GET' ? {} : await readJsonBody(c) })
  c.header('content-language', ctx.locale)
  if (implementation.operation.file) return answerFile(c, fileAnswer.parse(result))
  if (implementation.operation.shared && ctx.actor.kind === 'visitor') return answerVisitor(c, result)
  c.header('cache-control', 'no-store')
  return c.json(result as object)
}

/** A file is saved, never shown as a page of ours. */
function answerFile(c: Context, { filename, contentType, content }: z.output<typeof fileAnswer>): Response {
  c.header('cache-control', 'private, no-store')
  c.header('content-disposition', `attachment; filename="${filename.replace(/[^A-Za-z0-9._-]/g, '_')}"`)
  c.header('x-content-type-options', 'nosniff')
  return c.body(new Uint8Array(content), 200, { 'content-type': contentType })
}

/** An app's signature or access token names it, where an app may call; anywhere else it is not looked at. */
async function signerOf(c: Context, services: Services, { access }: Operation): Promise<Extract<Actor, { kind: 'app' | 'connected' }> | null> {
  if (access === 'connected') return findConnectedApp(services, /^Bearer ([\w-]{1,200})$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '')
  const keyId = c.req.header('arasta-key-id')
  if (keyId === undefined || !['app', 'store-or-app'].includes(access)) return null
  const { pathname, search } = new URL(c.req.url)
  const header = (name: string) => c.req.header(`arasta-${name}`) ?? ''
  return findSignedApp(services, {
    method: c.req.method, path: pathname + search, keyId, timestamp: header('timestamp'), nonce: header('nonce'), signature: header('signature'), body: await c.req.text(),
  })
}

/** What every visitor may have: caches may keep it, but have to ask each time. The page cache answers most of these before they come here. */
function answerVisitor(c: Context, result: unknown): Response {
  const body = JSON.stringify(result)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  c.header('etag', etag)
  c.header('cache-control', 'public, max-age=0, must-revalidate')
  c.header('vary', 'accept-language, cookie, apps-token', { append: true })
  if (knows(c.req.header('if-none-match') ?? '', etag)) return c.body(null, 304)
  return c.body(body, 200, { 'content-type': 'application/json' })
}

function failed(c: Context, services: Services, error: unknown) {
  const wire = tellFailure(error, c, services)
  // S4.6: a session was needed and the stored one is none: all that was stored goes.
  if (wire.statusCode === 401 && hasSessionCookie(c)) clearSessionCookies(c)
  return c.json(wire, wire.statusCode as ContentfulStatusCode)
}
