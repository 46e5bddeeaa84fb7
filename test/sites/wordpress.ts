import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Somebody's WordPress, in a process of its own: what it and the connector plugin say while a site
 * is connected and looked after, and what was put on it. It is notified by its parent what its
 * owner sets. A real WordPress: `npm run prove -- wordpress`.
 */
export interface SiteSettings {
  plugin: string | null
  rest: boolean
  passwords: boolean
  woocommerce: boolean
  mayManage: boolean
  home: string
  id: string
  market: string | null
  mailbox: string
  down: boolean
}
interface Keys {
  token: string
  client: string
  store: string
}
interface Layer {
  id: string
  kind: string
  slot: string
  package: string
  item: object
  content: object
  place: number
}
export interface SiteDump {
  site: SiteSettings
  keys: Keys | null
  layers: Layer[]
  passwords: string[]
  calls: string[]
}
export type Order =
  | { do: 'look' | 'forget-passwords' | 'end-connection' }
  | { do: 'set'; site: Partial<SiteSettings> }
  | { do: 'take'; from: SiteDump }
  | { do: 'strip' }

type Answer = [status: number, body: object | string, headers?: Record<string, string>]

const secret = () => randomBytes(32).toString('base64url')
const newId = () => `wp-${randomBytes(10).toString('hex')}`
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, held]) => `${JSON.stringify(name)}:${canonical(held)}`)
    .join(',')}}`
}

const server = createServer(
  (request, response) =>
    void answer(request).then(([status, body, headers]) => {
      if (status === 0) return void request.socket.destroy()
      response
        .writeHead(status, {
          'content-type':
            typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json',
          ...headers,
        })
        .end(typeof body === 'string' ? body : JSON.stringify(body))
    }),
)
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve)
})
const site: SiteSettings = {
  plugin: '1.3.0',
  rest: true,
  passwords: true,
  woocommerce: false,
  mayManage: true,
  home: `http://wordpress.localhost:${(server.address() as AddressInfo).port}`,
  id: newId(),
  market: null,
  mailbox: 'owner@example.test',
  down: false,
}
const passwords = new Map<string, string>()
const calls: string[] = []
const nonces = new Set<string>()
let keys: Keys | null = null
let layers: Layer[] = []
let places = 0

function obey(order: Order): void {
  if (order.do === 'set') Object.assign(site, order.site)
  if (order.do === 'forget-passwords') passwords.clear()
  // As the owner does at Settings, Arasta: the plugin has no keys any more.
  if (order.do === 'end-connection') keys = null
  if (order.do === 'strip') layers = []
  // Made of another's database, but for its address.
  if (order.do === 'take') {
    Object.assign(site, { ...order.from.site, home: site.home })
    ;[keys, layers, places] = [order.from.keys, order.from.layers, order.from.layers.length]
  }
}

const index = () => ({
  name: 'Shop',
  home: site.home,
  namespaces: [
    'oembed/1.0',
    'wp/v2',
    ...(site.plugin ? ['arasta/v1'] : []),
    ...(site.woocommerce ? ['wc/v3'] : []),
  ],
  authentication: site.passwords
    ? {
        'application-passwords': {
          endpoints: { authorization: `${site.home}/wp-admin/authorize-application.php` },
        },
      }
    : [],
  // The first release did not say its version.
  ...(site.plugin && site.plugin !== '1.0.0' && { arasta_connector: { version: site.plugin } }),
})

/** `add_query_arg` of WordPress, and a page with two buttons. */
function consent(query: URLSearchParams, form: URLSearchParams | null): Answer {
  if (form?.has('reject')) return [302, '', { location: query.get('reject_url') ?? '/' }]
  if (!form)
    return [
      200,
      `<!doctype html><title>Authorize</title><h1>${query.get('app_name') ?? ''}</h1><form method="post"><button name="approve" value="1">Yes</button><button name="reject" value="1">No</button></form>`,
    ]
  const password = `abcd EFGH ${randomBytes(6).toString('hex')}`
  passwords.set(randomUUID(), password)
  return [
    302,
    '',
    {
      location: `${query.get('success_url') ?? ''}&${new URLSearchParams({ site_url: site.home, user_login: 'admin', password })}`,
    },
  ]
}

function rest(method: string, route: string, authorization: string): Answer {
  if (!site.rest)
    return [401, { code: 'rest_cannot_access', message: 'No.', data: { status: 401 } }]
  if (route === '/') return [200, index()]
  const given = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':')[1]
  const [uuid] = [...passwords].find(([, password]) => password === given) ?? []
  if (!uuid) return [401, { code: 'incorrect_password' }]
  if (route.endsWith('/introspect')) return [200, { uuid }]
  if (method === 'DELETE') return [passwords.delete(route.split('/').at(-1) ?? '') ? 200 : 404, {}]
  if (!site.plugin) return [404, { code: 'rest_no_route' }]
  if (!site.mayManage) return [403, { code: 'rest_forbidden' }]
  if (site.market !== null) return [409, { error: 'connected_elsewhere' }]
  keys ??= { token: secret(), client: secret(), store: secret() }
  return [
    200,
    {
      connector_url: `${site.home}/index.php?rest_route=/arasta/v1/connector`,
      store_id: site.id,
      store_token: keys.token,
      client: { id: 'client', secret: keys.client },
    },
  ]
}

/**
 * The Store Connector protocol, as far as connecting, looking and putting need it; signed as the
 * protocol says, each nonce once.
 */
function connector(request: IncomingMessage, path: string, body: string): Answer {
  if (!site.plugin) return [404, { code: 'rest_no_route' }]
  const header = (name: string) => String(request.headers[`arasta-${name}`] ?? '')
  const key =
    header('key-id') === 'client'
      ? keys?.client
      : header('key-id') === 'store'
        ? keys?.store
        : undefined
  const lines = [
    'v1',
    request.method,
    request.url,
    header('timestamp'),
    header('nonce'),
    sha256(body),
  ].join('\n')
  const nonce = `${header('key-id')} ${header('nonce')}`
  if (
    !keys ||
    !key ||
    nonces.has(nonce) ||
    header('signature') !== `v1=${createHmac('sha256', key).update(lines).digest('base64url')}`
  )
    return [401, { error: 'bad_signature' }]
  nonces.add(nonce)
  if (path === '/credentials')
    return [200, { store_id: site.id, key_id: 'store', secret: keys.store }]
  const [, , store, part, name = ''] = path.split('/')
  if (store !== site.id) return [403, { error: 'other_store' }]
  const given = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>)
  if (part === 'state') return [200, stateOf()]
  if (part === 'packages') return [200, { sha256: name, files: 1 }]
  if (part === 'effects') return effect(request.method ?? 'GET', name, given)
  if (request.method === 'DELETE') {
    ;[keys, layers] = [null, []]
    if (given.copy === true) site.id = newId()
    return [200, { left: true }]
  }
  return [
    200,
    {
      id: site.id,
      name: 'Shop',
      domain: new URL(site.home).host,
      url: site.home,
      locale: 'tr',
      currency: 'TRY',
      is_os2: false,
      status: 'active',
      platform_version: '6.1.9',
      contact_email: site.mailbox,
      contact_name: 'Ayşe',
    },
  ]
}

const shown = ({ id, kind, slot, content, place }: Layer) => ({
  effect_id: id,
  kind,
  slot,
  sha256: sha256(canonical(content)),
  revision: 1,
  place,
})

function stateOf(): object {
  const shop = site.woocommerce
    ? [1003, 1004, 1054, 100100, 100101, 100102].map((code) => `placement:${code}`)
    : []
  const slots = ['placement:1', 'placement:2', 'placement:3', ...shop, 'theme'].map((slot) => {
    const there = layers.filter((layer) => layer.slot === slot)
    return {
      slot,
      base_sha256: sha256(''),
      sha256: sha256(there.map((layer) => layer.id).join()),
      layers: there.map((layer) => ({ ...shown(layer), item: layer.item })),
    }
  })
  return { revision: layers.length, slots, users: [], packages: [], takes_users: false }
}

function effect(method: string, id: string, given: Record<string, unknown>): Answer {
  const there = layers.find((layer) => layer.id === id)
  if (method === 'DELETE') {
    layers = layers.filter((layer) => layer.id !== id)
    return [200, { effect_id: id, removed: there !== undefined }]
  }
  if (method === 'PUT' && typeof given.place === 'number' && given.place > places)
    return [422, { error: 'bad_effect' }]
  if (method === 'PUT' && !there)
    layers.push({
      ...(given as unknown as Layer),
      id,
      place: typeof given.place === 'number' ? given.place : ++places,
    })
  const now = layers.find((layer) => layer.id === id)
  return now
    ? [200, { ...shown(now), package: now.package, content: now.content }]
    : [404, { error: 'unknown_effect' }]
}

async function answer(request: IncomingMessage): Promise<Answer> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const url = new URL(request.url ?? '/', site.home)
  const route = url.searchParams.get('rest_route')
  calls.push(`${request.method} ${route ?? url.pathname}`)
  if (site.down) return [0, '']
  if (url.pathname.endsWith('/authorize-application.php'))
    return consent(url.searchParams, request.method === 'POST' ? new URLSearchParams(body) : null)
  if (route === null)
    return [
      200,
      '<!doctype html><title>Shop</title><link rel="stylesheet" href="/wp-content/themes/x/style.css">',
    ]
  if (route.startsWith('/arasta/v1/connector'))
    return connector(request, route.slice('/arasta/v1/connector'.length), body)
  return rest(request.method ?? 'GET', route, request.headers.authorization ?? '')
}

const dump = (): SiteDump => ({ site, keys, layers, passwords: [...passwords.values()], calls })
process.on('message', ({ turn, order }: { turn: number; order: Order }) => {
  obey(order)
  process.send?.({ turn, dump: dump() })
})
process.on('disconnect', () => process.exit())
process.send?.({ turn: 0, dump: dump() })
