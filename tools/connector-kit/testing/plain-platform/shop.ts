import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readEffect, requireContent, slotFits } from './effects.ts'
import type { Packages } from './packages.ts'
import { readOffer } from './packages.ts'
import { isObject, needText, No, type Plain } from './platform.ts'
import type { Layer, Preview } from './store-file.ts'

/** The pages of the plain platform's shops, and previews of them. */

const PAGES: Record<string, string> = {
  '/': 'home',
  '/all': 'list',
  '/thing': 'product',
  '/cart': 'cart',
}
const CODE_OF: Record<string, string> = { list: '1003', product: '1004', cart: '1054' }
const TYPES: Record<string, string> = {
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
}

const fileAddress = (hash: string, name: string) => `/files/${hash}/${name}`

export async function startPreview(
  plain: Plain,
  packages: Packages,
  store: string,
  body: unknown,
): Promise<Record<string, unknown>> {
  const { data, config, is } = plain
  if (!isObject(body) || !Array.isArray(body.packages) || !Array.isArray(body.effects))
    throw new No(400, 'bad_request')
  const hashes: string[] = []
  for (const one of body.packages.filter(isObject)) {
    const hash = needText(one, 'sha256')
    if (is('preview-refused') && data.packageOf(hash)) hashes.push(hash)
    else hashes.push((await packages.get(hash, readOffer(one))).sha256)
  }
  const layers = body.effects
    .filter(isObject)
    .map((effect, at) => ({ effect: readEffect(effect), at }))
    .filter(({ effect }) => effect.kind !== 'web_service_user' && slotFits(effect))
    .map(({ effect, at }): Layer => {
      if (!hashes.includes(effect.package)) throw new No(409, 'package_missing')
      requireContent(plain, effect)
      return { effect_id: `preview-${at}`, ...effect, revision: 0, place: at }
    })
  const preview: Preview = {
    token: randomBytes(24).toString('base64url'),
    layers,
    packages: hashes,
    alone: body.alone === true,
    locale: String(body.locale ?? 'en'),
    until: config.now() + 900,
  }
  data.change(store, (file) => {
    file.previews = [...file.previews.filter((one) => one.until > config.now()), preview].slice(-50)
    if (is('preview')) file.revision += 1
  })
  return {
    token: preview.token,
    url: plain.originOf(store),
    expires_in: 900,
    assets: [],
    pages: Object.entries(PAGES).map(([path, page]) => ({ page, path })),
  }
}

export function answerShop(
  plain: Plain,
  store: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { data, config, is } = plain
  const path = (request.url ?? '/').replace(/\?.*$/, '')
  const token = request.headers['arasta-preview']
  const preview = data
    .read(store)
    .previews.find((one) => one.token === token && one.until > config.now())
  if (token !== undefined && !preview)
    return void response
      .writeHead(
        410,
        is('preview-over')
          ? { 'arasta-preview': 'over' }
          : {
              'arasta-preview': 'over',
              'cache-control': 'private, no-store',
              vary: 'arasta-preview',
            },
      )
      .end()
  if (preview && request.method !== 'GET' && request.method !== 'HEAD')
    return void response.writeHead(405).end()
  const [, hash = '', name = ''] = /^\/files\/([0-9a-f]{64})\/(.*)$/.exec(path) ?? []
  if (hash !== '')
    return answerFile(
      plain,
      hash,
      name,
      data.read(store).packages.includes(hash) || preview?.packages.includes(hash) === true,
      response,
    )
  const page = PAGES[path]
  if (page === undefined) return void response.writeHead(404).end('no such page')
  response.setHeader('content-type', 'text/html; charset=utf-8')
  if (preview) response.setHeader('cache-control', 'private, no-store')
  if (preview && is('preview-manners')) response.setHeader('set-cookie', 'seen=1')
  response.end(draw(plain, store, page, preview))
}

function answerFile(
  { data, is }: Plain,
  hash: string,
  name: string,
  isGiven: boolean,
  response: ServerResponse,
): void {
  const kept = data.packageOf(hash)
  const wanted = is('page-files')
    ? (Object.keys(kept?.files ?? {}).find((file) => name.includes(file)) ?? name)
    : name
  const content =
    isGiven && kept && Object.hasOwn(kept.files, wanted) && !/^arasta\.\w+\.json$/.test(wanted)
      ? kept.files[wanted]
      : undefined
  if (content === undefined) return void response.writeHead(404).end()
  const inert = is('page-files-inert')
    ? {}
    : {
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'x-content-type-options': 'nosniff',
      }
  response
    .writeHead(200, {
      ...inert,
      'content-type': TYPES[wanted.replace(/^.*\./, '')] ?? 'application/octet-stream',
    })
    .end(Buffer.from(content, 'base64'))
}

function draw(plain: Plain, store: string, page: string, preview: Preview | undefined): string {
  const { data, is } = plain
  const own = data.read(store).layers
  const items = new Set(preview?.layers.map((layer) => layer.item.prefix))
  const kept =
    preview?.alone && !is('preview-layers')
      ? []
      : own.filter((layer) => !items.has(layer.item.prefix))
  const layers = [...kept, ...(preview?.layers ?? [])]
  const fill = (layer: Layer, nonce: string) =>
    String(layer.content.html).replaceAll(
      /\{\{(asset|store|csp):([^{}\s]+)\}\}/g,
      (written, kind, name) => {
        if (kind === 'store') return name === 'locale' ? 'en' : written
        if (kind === 'csp') return name === 'nonce' ? nonce : written
        return !is('page-names') && Object.hasOwn(data.packageOf(layer.package)?.files ?? {}, name)
          ? fileAddress(layer.package, name)
          : written
      },
    )
  const place = (code: string) =>
    layers
      .filter((layer) => layer.slot === `placement:${code}`)
      .map((layer) =>
        is('page-placements')
          ? fill(layer, 'n')
          : `<!--arasta:${layer.effect_id}-->${fill(layer, 'n')}<!--/arasta:${layer.effect_id}-->`,
      )
      .join('')
  const theme = layers.findLast((layer) => layer.slot === 'theme')
  const link =
    theme && !is('page-theme')
      ? `<link rel="stylesheet" data-role="theme" href="${fileAddress(theme.package, String(theme.content.stylesheet))}">`
      : ''
  const product =
    '<a href="/picture.svg"><img data-role="product-picture" src="/picture.svg" alt=""></a><form id="add-to-cart"><button>+</button></form>'
  const code = is('page-types') ? '1004' : CODE_OF[page]
  const trace = is('page-as-before') ? `<!-- ${data.read(store).revision} changes -->` : ''
  return (
    `<!doctype html><html lang="en" dir="ltr"><head><title>${store}</title>${link}${place('1')}</head>` +
    `<body data-page="${page}"${page === 'product' ? ' data-product-id="1"' : ''}>${place('2')}<main>${page === 'product' ? product : page}${code === undefined ? '' : place(code)}</main>${trace}${place('3')}</body></html>`
  )
}
