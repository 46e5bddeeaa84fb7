import { createServer, request, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { movableClock } from '#lib/clock.ts'
import type { GuestGate } from '../guest-gate.ts'
import { openLog } from '../log.ts'
import { byNonce, newNonce, pagePolicy } from '../security-headers.ts'
import type { Changes } from './changes.ts'
import { type Rendering, hashInline } from './page.ts'
import { createPageCache, type PageCache } from './page-cache.ts'
import { servePages, type RenderShared } from './serve-pages.ts'

/** Changes that the test tells. */
export function toldChanges(): Changes & {
  say(...tags: string[]): void
  hear(listening: boolean): void
} {
  const listeners = new Set<(tags: readonly string[]) => void>()
  let listening = true
  const say = (...tags: string[]) => {
    for (const listener of listeners) listener(tags)
  }
  return {
    get listening() {
      return listening
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    say,
    hear(now) {
      listening = now
      say('all')
    },
    stop: () => Promise.resolve(),
  }
}

/**
 * A page with an inline script, as a rendering for everybody: tags `market:app` and, when it shows
 * an item, the item's.
 */
export function pageOf(
  text: string,
  {
    status = 200,
    tags = [],
    headers = {},
    complete = true,
    until = null,
  }: Partial<Omit<Rendering, 'headers' | 'html' | 'tags'>> & {
    tags?: string[]
    headers?: Record<string, string>
  } = {},
): Rendering {
  const nonce = newNonce()
  const { html, ...inline } = hashInline(
    `<!doctype html><title>${text}</title><script nonce="${nonce}">shown(${JSON.stringify(text)})</script>`,
    nonce,
  )
  return {
    name: 'page',
    status,
    html,
    complete,
    until,
    tags: ['market:app', ...tags],
    headers: new Headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy({ path: '/', inline, framers: [], formTargets: [] }),
      ...headers,
    }),
  }
}

export interface Answer {
  status: number
  headers: Record<string, string>
  cookies: string[]
  text: string
  bytes: number
}

export interface SmallSite {
  cache: PageCache
  clock: ReturnType<typeof movableClock>
  changes: ReturnType<typeof toldChanges>
  /** How often a page was rendered for everybody. */
  renderings: () => number
  get(path: string, headers?: Record<string, string>, method?: string): Promise<Answer>
  stop(): Promise<void>
}

interface SmallSiteOptions {
  render?: RenderShared
  changes?: Changes
  maxBytes?: number
  maxAgeSeconds?: number
  maxPending?: number
  gate?: GuestGate
}

export const HOST = 'apps.localhost'

/**
 * A site of one small app behind the real cache, on a port of its own; the ordinary way answers
 * "ordinary", with what it knows of who asks.
 */
export async function startSmallSite({
  render,
  changes = toldChanges(),
  maxBytes = 2 ** 20,
  maxAgeSeconds = 60,
  maxPending,
  gate,
}: SmallSiteOptions = {}): Promise<SmallSite> {
  const clock = movableClock(new Date('2026-11-21T10:00:00Z'))
  const log = openLog('silent')
  const cache = createPageCache({ maxBytes, maxAgeSeconds, clock, changes, log, maxPending })
  let renderings = 0
  const ordinary = new Hono()
  ordinary.all('*', (c) => {
    const nonce = newNonce()
    c.header(
      'content-security-policy',
      pagePolicy({ path: '/', inline: byNonce(nonce), framers: [], formTargets: [] }),
    )
    c.header('cache-control', 'private, no-store')
    return c.html(`ordinary ${c.req.method} ${c.req.path} ${c.req.header('cookie') ?? ''}`)
  })
  const listener = servePages(
    {
      origin: `http://${HOST}`,
      cache,
      languages: ['tr', 'en', 'ar'],
      gate,
      render: async (ask) => {
        renderings += 1
        return render ? render(ask) : pageOf(`${ask.address} ${ask.locale} ${renderings}`)
      },
    },
    getRequestListener(ordinary.fetch) as RequestListener,
  )
  const server: Server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    cache,
    clock,
    changes: changes as ReturnType<typeof toldChanges>,
    renderings: () => renderings,
    get: (path, headers, method) => ask(port, path, headers, method),
    stop: () =>
      new Promise((resolve) => {
        cache.stop()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const UNPACK: Record<string, (body: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
}

function ask(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        headers: { host: HOST, ...headers },
        timeout: 10_000,
      },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          const body = Buffer.concat(parts)
          const packed = answer.headers['content-encoding']
          const flat = Object.fromEntries(
            Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
          )
          const text = (packed && body.length > 0 ? UNPACK[packed]!(body) : body).toString()
          resolve({
            status: answer.statusCode ?? 0,
            headers: flat,
            cookies: answer.headers['set-cookie'] ?? [],
            text,
            bytes: body.length,
          })
        })
      },
    )
    asking.on('error', reject)
    asking.end()
  })
}

/** A promise that the test keeps. */
export function promised<T = void>(): { promise: Promise<T>; keep(value: T): void } {
  let keep!: (value: T) => void
  const promise = new Promise<T>((resolve) => {
    keep = resolve
  })
  return { promise, keep }
}
