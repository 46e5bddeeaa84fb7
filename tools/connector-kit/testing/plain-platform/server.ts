import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sha256 } from '#modules/stores/platforms/kit/signed-calls.ts'
import { createEffects } from './effects.ts'
import { createPackages, readOffer } from './packages.ts'
import { isObject, needText, No, SCOPES, type Plain, type PlainConfig } from './platform.ts'
import { answerShop, startPreview } from './shop.ts'
import { openFolder } from './store-file.ts'

/**
 * A second implementation of the Store Connector protocol, written from the document alone:
 * node:http, a folder of JSON files, no framework, nothing shared with the demo shop. It can be
 * told to break one thing, so that the kit is seen to find it.
 */
export async function startPlainPlatform(config: PlainConfig) {
  const server = createServer(
    (request, response) => void answer(request, response).catch(() => response.destroy()),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const plain: Plain = {
    config,
    data: openFolder(config.folder),
    originOf: (store) => `http://${store}.localhost:${port}`,
    is: (broken) => config.broken === broken,
  }
  const { data, is } = plain
  const [packages, effects] = [createPackages(plain), createEffects(plain)]
  const nonces = new Map<string, number>()
  let busy = 0

  const keyOf = (id: string) =>
    id === config.client.id
      ? { secret: config.client.secret, store: null }
      : Object.entries(config.stores)
          .filter(([, store]) => store.keyId === id)
          .map(([store, { secret }]) => ({ secret, store }))[0]

  /** Section 2; the store whose key it is, or null for the client's. */
  async function caller(request: IncomingMessage, body: Buffer): Promise<string | null> {
    const header = (name: string) => String(request.headers[`arasta-${name}`] ?? '')
    const [timestamp, nonce, given] = [header('timestamp'), header('nonce'), header('signature')]
    const key = keyOf(header('key-id'))
    const target = is('unsigned-query')
      ? String(request.url).replace(/[?].*$/, '')
      : is('signed-call')
        ? decodeURIComponent(String(request.url))
        : String(request.url)
    const hash = is('changed-body') ? null : sha256(body)
    const lines = ['v1', request.method, target, timestamp, nonce]
    const right = (bodyHash: string) =>
      Buffer.from(
        `v1=${createHmac('sha256', key?.secret ?? 'nobody')
          .update([...lines, bodyHash].join('\n'))
          .digest('base64url')}`,
      )
    const fits =
      hash === null ||
      (right(hash).length === Buffer.from(given).length &&
        timingSafeEqual(right(hash), Buffer.from(given)))
    if ((!key || !fits) && !(is('wrong-signature') && key)) throw new No(401, 'bad_signature')
    const now = config.now()
    if ((!/^\d+$/.test(timestamp) || Math.abs(now - Number(timestamp)) > 300) && !is('clock-skew'))
      throw new No(401, 'bad_signature', 'time')
    for (const [one, until] of nonces) if (until < now) nonces.delete(one)
    if (nonce === '' || (nonces.has(nonce) && !is('nonce-replay')))
      throw new No(401, 'bad_signature', 'nonce')
    if (is('nonce-at-once')) await new Promise((resolve) => setTimeout(resolve, 20))
    nonces.set(nonce, (is('nonce-of-a-fast-clock') ? now : Number(timestamp)) + 301)
    return key?.store ?? null
  }

  function storeFor(
    id: string,
    who: string | null,
    { evenClosed = false, forPreview = false } = {},
  ): string {
    const isOpenToClient =
      who === null &&
      (id === config.scratch ||
        (forPreview && id === config.demonstration) ||
        is('client-key-on-a-store'))
    if (is('scratch-store') && id === config.scratch) throw new No(403, 'other_store')
    if (is('preview-demonstration') && who === null && forPreview) throw new No(403, 'other_store')
    if (who !== id && !isOpenToClient && !(is('other-store') && who !== null))
      throw new No(403, 'other_store')
    if (!config.stores[id]) throw new No(404, 'unknown_store')
    if (config.stores[id].isClosed && !evenClosed && !is('closed-store'))
      throw new No(410, 'store_closed')
    return is('effect-of-another-store') ? (Object.keys(config.stores)[0] ?? id) : id
  }

  function json(body: Buffer): unknown {
    try {
      return JSON.parse(body.toString('utf8'))
    } catch {
      throw is('bad-body') ? new No(422, 'bad_effect') : new No(400, 'bad_request', 'not JSON')
    }
  }

  const named = (codes: readonly string[]) => ({
    data: codes.map((code, at) => ({
      id: is('languages') ? at : String(at),
      name: code.toUpperCase(),
      code,
    })),
  })

  function credentials(body: unknown, who: string | null): object {
    if (!isObject(body)) throw new No(400, 'bad_request')
    const token = needText(body, 'store_token')
    if (who !== null && !is('credentials-refused')) throw new No(403, 'other_store')
    const [id, store] = Object.entries(config.stores).find(([, one]) => one.token === token) ?? []
    if (id === undefined || !store) throw new No(404, 'unknown_store_token')
    if (store.isClosed) throw new No(410, 'store_closed')
    // Another key each time, and the one before is good for nothing.
    if (is('credentials')) store.secret = `${store.secret}x`
    return { store_id: id, key_id: store.keyId, secret: store.secret }
  }

  async function call(request: IncomingMessage, body: Buffer): Promise<object> {
    const path = String(request.url)
      .replace(/\?.*$/, '')
      .replace(/^\/connector/, '')
    const [, first = '', id = '', what = '', name = '', more = ''] = path.split('/')
    const route = `${request.method} ${first}${id === '' ? '' : '/:'}${what === '' ? '' : `/${what}`}${name === '' ? '' : '/:'}${more === '' ? '' : `/${more}`}`
    if (
      is('unknown-call') &&
      first !== 'stores' &&
      first !== 'languages' &&
      first !== 'credentials'
    )
      throw new No(404, 'unknown_call')
    const who = await caller(request, body)
    const asked = Number(request.headers['arasta-timestamp'])
    const requireId = () => {
      if (!/^[A-Za-z0-9_-]{1,80}$/.test(name)) throw new No(400, 'bad_request', 'effect id')
    }
    if (route === 'POST credentials') return credentials(json(body), who)
    if (route === 'GET languages') return named((who !== null && storeFor(who, who), ['en', 'tr']))
    if (first !== 'stores' || id === '') throw new No(404, 'unknown_call')
    if (route === 'POST stores/:/previews')
      return startPreview(plain, packages, storeFor(id, who, { forPreview: true }), json(body))
    const store = storeFor(id, who, { evenClosed: route === 'GET stores/:' })
    if (name !== '' && what === 'effects') requireId()
    switch (route) {
      case 'GET stores/:': {
        const told = {
          id,
          name: `Plain ${id}`,
          domain: new URL(plain.originOf(id)).host,
          url: plain.originOf(id),
          locale: 'en',
          currency: 'EUR',
          status: config.stores[id]?.isClosed ? 'closed' : 'active',
          platform_version: '1.0.0',
        }
        return is('store') ? told : { ...told, is_os2: false }
      }
      case 'GET stores/:/languages':
        return named(['en'])
      case 'GET stores/:/customer-groups':
        return is('customer-groups') ? {} : named(['everybody'])
      case 'GET stores/:/state':
        return effects.state(store)
      case 'PUT stores/:/packages/:': {
        const given = json(body)
        if (!isObject(given) || !/^[0-9a-f]{64}$/.test(name)) throw new No(400, 'bad_request')
        const kept = await packages.get(name, readOffer(given))
        data.change(store, (file) => {
          if (file.packages.includes(name) && !is('package')) return
          file.packages = [...new Set([...file.packages, name])]
          file.revision += 1
        })
        return kept
      }
      case 'PUT stores/:/effects/:':
        return effects.put(store, name, json(body), asked)
      case 'GET stores/:/effects/:':
        return effects.get(store, name)
      case 'DELETE stores/:/effects/:':
        return effects.remove(store, name, asked)
      case 'POST stores/:/effects/:/secret':
        return effects.renew(store, name, json(body), `http://localhost:${port}/users/${store}`)
      default:
        throw new No(404, 'unknown_call')
    }
  }

  /** A user's own interface: one thing to read. */
  function answerUser(request: IncomingMessage, response: ServerResponse): void {
    const store = String(request.url).split('/')[2] ?? ''
    const file = data.read(store)
    const found = file.secrets.find(
      (one) =>
        `Bearer ${one.secret}` === request.headers.authorization &&
        (one.until === null || one.until > config.now()),
    )
    const scopes = file.layers.find((layer) => layer.effect_id === found?.effect_id)?.content.scopes
    response.writeHead(Array.isArray(scopes) && scopes.includes(SCOPES[0]) ? 200 : 401).end('[]')
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = String(request.headers.host).replace(/:\d+$/, '')
    const store = host.replace(/\.localhost$/, '')
    if (config.stores[store]) return answerShop(plain, store, request, response)
    if (request.url?.startsWith('/users/')) return answerUser(request, response)
    const say = (status: number, value: object) =>
      void response
        .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(JSON.stringify(value))
    try {
      busy += 1
      if (is('read-at-once')) await new Promise((resolve) => setTimeout(resolve, 30))
      if (is('read-at-once') && busy > 3) throw new No(503, 'busy')
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of request as AsyncIterable<Buffer>) {
        size += chunk.length
        if (size <= 1024 * 1024 || is('huge-body')) chunks.push(chunk)
      }
      if (size > 1024 * 1024 && !is('huge-body')) throw new No(413, 'too_large')
      say(200, await call(request, Buffer.concat(chunks)))
    } catch (error) {
      if (error instanceof No) say(error.status, { error: error.code, message: error.message })
      else say(500, { error: 'internal', message: String(error) })
    } finally {
      busy -= 1
    }
  }

  return {
    connector: `http://localhost:${port}/connector`,
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
