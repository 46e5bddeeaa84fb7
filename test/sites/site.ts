import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/**
 * Somebody's site that no platform runs, as a process of its own: `node test/sites/site.ts
 * <static|spa|strict> <folder>`. What its owner puts into its pages lies in the folder: `head.html`
 * (script tag, meta tag), `policy.txt` (sources that the policy of the strict one gets besides its
 * own), and files below `well-known/`. It knows nothing of the market. Says its port in the first
 * line.
 */
const [kind = 'static', folder = '.'] = process.argv.slice(2)

const read = (name: string): string => {
  try {
    return readFileSync(join(folder, name), 'utf8')
  } catch {
    return ''
  }
}

const PAGES: Record<string, { title: string; main: string }> = {
  '/': { title: 'Toprak', main: '<h1>Toprak</h1><p>Hand-made pots.</p>' },
  '/urunler': {
    title: 'Urunler',
    main: '<h1>Urunler</h1><ul class="pots"><li><a href="/urun/mavi-vazo">Mavi vazo</a></li><li><a href="/urun/kirmizi-vazo">Kirmizi vazo</a></li></ul>',
  },
  '/urun/mavi-vazo': {
    title: 'Mavi vazo',
    main: '<h1>Mavi vazo</h1><div class="buy-box"><button>Add</button></div>',
  },
  '/urun/kirmizi-vazo': {
    title: 'Kirmizi vazo',
    main: '<h1>Kirmizi vazo</h1><div class="buy-box"><button>Add</button></div>',
  },
  '/sepet': { title: 'Sepet', main: '<h1>Sepet</h1><p>Empty.</p>' },
}
const LINKS = Object.entries(PAGES)
  .map(([path, { title }]) => `<a href="${path}">${title}</a>`)
  .join(' ')

const page = (path: string, attributes = ''): string => {
  const { title, main } = PAGES[path] ?? { title: '404', main: '<h1>404</h1>' }
  return (
    `<!doctype html><html lang="tr"><head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,">${read('head.html').replaceAll('<script ', `<script ${attributes}`)}</head>` +
    `<body><nav>${LINKS}</nav><main>${main}</main><footer>Toprak</footer></body></html>`
  )
}

/**
 * The single-page one: an empty shell, and a script that draws by the History API after a moment,
 * as one does that asks a server first.
 */
const SHELL = () =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Toprak</title><link rel="icon" href="data:,">${read('head.html')}</head>` +
  '<body><div id="app"></div><script src="/app.js"></script></body></html>'
const APP = `const pages = ${JSON.stringify(PAGES)}
const draw = () => setTimeout(() => {
  const { title, main } = pages[location.pathname] ?? { title: '404', main: '404' }
  document.title = title
  document.getElementById('app').innerHTML = ${JSON.stringify(`<nav>${LINKS}</nav>`)} + '<main>' + main + '</main>'
}, 30)
addEventListener('popstate', draw)
addEventListener('click', event => {
  const link = event.target.closest('a[href^="/"]')
  if (!link) return
  event.preventDefault()
  history.pushState(null, '', link.getAttribute('href'))
  draw()
})
draw()`

const server = createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://here').pathname
  const send = (status: number, type: string, body: string) =>
    response
      .writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' })
      .end(body)
  if (path.startsWith('/.well-known/')) {
    const text = read(
      `well-known/${path.slice('/.well-known/'.length).replaceAll(/[^a-z.-]/g, '')}`,
    )
    return text ? send(200, 'text/plain', text) : send(404, 'text/plain', 'no')
  }
  if (kind === 'spa')
    return path === '/app.js' ? send(200, 'text/javascript', APP) : send(200, 'text/html', SHELL())
  if (kind === 'strict') {
    const more = read('policy.txt').trim()
    // One page goes by a nonce that it hands on, the others by addresses alone; all demand Trusted
    // Types.
    const nonce = path === '/sepet' ? 'n0nce1234567890' : ''
    const scripts = nonce ? `'nonce-${nonce}' 'strict-dynamic'` : `'self' ${more}`
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src ${scripts}; connect-src ${more || "'none'"}; style-src 'self'; img-src data:; base-uri 'none'; require-trusted-types-for 'script'; trusted-types arasta`,
    )
    return send(PAGES[path] ? 200 : 404, 'text/html', page(path, nonce ? `nonce="${nonce}" ` : ''))
  }
  return send(PAGES[path] ? 200 : 404, 'text/html', page(path))
})
server.listen(Number(process.env.SITE_PORT ?? 0), '127.0.0.1', () =>
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`),
)
process.on('disconnect', () => process.exit(0))
