import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What WordPress and the connector plugin say while a site is being connected, and no more: the index of REST, the page that asks, keys for a password, the store and its
 * state. A real WordPress: `npm run prove -- wordpress`.
 */
export interface WordPressDouble {
  origin: string
  host: string
  /** What the owner of the site sets. */
  site: { plugin: string | null; rest: boolean; passwords: boolean; woocommerce: boolean; mayManage: boolean; home: string; id: string; market: string | null; down: boolean }
  passwords: Map<string, string>
  /** Asked for by whom, in order: method and route. */
  calls: string[]
  /** As the owner does at Settings, Arasta: the plugin has no keys any more. */
  endConnection(): void
  stop(): Promise<void>
}

type Answer = [status: number, body: object | string, headers?: Record<string, string>]

export async function startWordPressDouble(): Promise<WordPressDouble> {
  const server = createServer((request, response) => void answer(request).then(([status, body, headers]) => {
    if (status === 0) return void request.socket.destroy()
    response.writeHead(status, { 'content-type': typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json', ...headers }).end(typeof body === 'string' ? body : JSON.stringify(body))
  }))
  await new Promise<void>(resolve => { server.listen(0, '127.0.0.1', resolve) })
  const host = `wordpress.localhost:${(server.address() as AddressInfo).port}`
  const origin = `http://${host}`
  const site: WordPressDouble['site'] = { plugin: '1.1.0', rest: true, passwords: true, woocommerce: false, mayManage: true, home: origin, id: `wp-${randomBytes(10).toString('hex')}`, market: null, down: false }
  const passwords = new Map<string, string>()
  const calls: string[] = []
  let keys: { token: string; client: string; store: string } | null = null
  const secret = () => randomBytes(32).toString('base64url')

  const index = () => ({
    name: 'Shop', home: site.home, namespaces: ['oembed/1.0', 'wp/v2', ...(site.plugin ? ['arasta/v1'] : []), ...(site.woocommerce ? ['wc/v3'] : [])],
    authentication: site.passwords ? { 'application-passwords': { endpoints: { authorization: `${origin}/wp-admin/authorize-application.php` } } } : [],
    // The first release did not say its version.
    ...(site.plugin && site.plugin !== '1.0.0' && { arasta_connector: { version: site.plugin } }),
  })

  /** `add_query_arg` of WordPress, and a page with two buttons. */
  function consent(query: URLSearchParams, form: URLSearchParams | null): Answer {
    if (form?.has('reject')) return [302, '', { location: query.get('reject_url') ?? '/' }]
    if (!form) return [200, `<!doctype html><title>Authorize</title><h1>${query.get('app_name') ?? ''}</h1><form method="post"><button name="approve" value="1">Yes</button><button name="reject" value="1">No</button></form>`]
    const [uuid, password] = [randomUUID(), 'abcd EFGH ijkl MNOP qrst UVWX']
    passwords.set(uuid, password)
    return [302, '', { location: `${query.get('success_url') ?? ''}&${new URLSearchParams({ site_url: origin, user_login: 'admin', password })}` }]
  }

  function rest(method: string, route: string, authorization: string): Answer {
    if (!site.rest) return [401, { code: 'rest_cannot_access', message: 'No.', data: { status: 401 } }]
    if (route === '/') return [200, index()]
    const given = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString().split(':')[1]
    const [uuid] = [...passwords].find(([, password]) => password === given) ?? []
    if (!uuid) return [401, { code: 'incorrect_password' }]
    if (route.endsWith('/introspect')) return [200, { uuid }]
    if (method === 'DELETE') return [passwords.delete(route.split('/').at(-1) ?? '') ? 200 : 404, {}]
    if (!site.plugin) return [404, { code: 'rest_no_route' }]
    if (!site.mayManage) return [403, { code: 'rest_forbidden' }]
    if (site.market !== null) return [409, { error: 'connected_elsewhere' }]
    keys ??= { token: secret(), client: secret(), store: secret() }
    return [200, { connector_url: `${origin}/index.php?rest_route=/arasta/v1/connector`, store_id: site.id, store_token: keys.token, client: { id: 'client', secret: keys.client } }]
  }

  /** The Store Connector protocol, as far as connecting and looking need it; signed as the protocol says. */
  function connector(request: IncomingMessage, path: string, body: string): Answer {
    if (!site.plugin) return [404, { code: 'rest_no_route' }]
    const header = (name: string) => String(request.headers[`arasta-${name}`] ?? '')
    const key = header('key-id') === 'client' ? keys?.client : header('key-id') === 'store' ? keys?.store : undefined
    const lines = ['v1', request.method, request.url, header('timestamp'), header('nonce'), createHash('sha256').update(body).digest('hex')].join('\n')
    if (!keys || !key || header('signature') !== `v1=${createHmac('sha256', key).update(lines).digest('base64url')}`) return [401, { error: 'bad_signature' }]
    if (path === '/credentials') return [200, { store_id: site.id, key_id: 'store', secret: keys.store }]
    if (path === `/stores/${site.id}/state`) return [200, { revision: 0, slots: ['placement:1', 'placement:2', 'placement:3', 'theme'].map(slot => ({ slot, base_sha256: '', sha256: '', layers: [] })), users: [], packages: [], takes_users: false }]
    if (request.method === 'DELETE') {
      keys = null
      return [200, { left: true }]
    }
    return [200, { id: site.id, name: 'Shop', domain: host, url: site.home, locale: 'tr', currency: 'TRY', is_os2: false, status: 'active', platform_version: '6.1.9', contact_email: 'owner@example.test', contact_name: 'Ayşe' }]
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const url = new URL(request.url ?? '/', origin)
    const route = url.searchParams.get('rest_route')
    calls.push(`${request.method} ${route ?? url.pathname}`)
    if (site.down) return [0, '']
    if (url.pathname.endsWith('/authorize-application.php')) return consent(url.searchParams, request.method === 'POST' ? new URLSearchParams(body) : null)
    if (route === null) return [200, '<!doctype html><title>Shop</title><link rel="stylesheet" href="/wp-content/themes/x/style.css">']
    if (route.startsWith('/arasta/v1/connector')) return connector(request, route.slice('/arasta/v1/connector'.length), body)
    return rest(request.method ?? 'GET', route, request.headers.authorization ?? '')
  }

  return {
    origin, host, site, passwords, calls,
    endConnection: () => { keys = null },
    async stop() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}
