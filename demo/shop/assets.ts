import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Hono } from 'hono'

const require = createRequire(import.meta.url)
const own = (name: string) => path.join(import.meta.dirname, 'assets', name)
const ofPackage = (file: string) => require.resolve(file)

/**
 * In the order in which they are loaded: a style sheet may name what stands before it as
 * `asset:name`.
 */
const files = {
  'albert-sans.woff2': ofPackage(
    '@fontsource-variable/albert-sans/files/albert-sans-latin-wght-normal.woff2',
  ),
  'albert-sans-ext.woff2': ofPackage(
    '@fontsource-variable/albert-sans/files/albert-sans-latin-ext-wght-normal.woff2',
  ),
  'vazirmatn.woff2': ofPackage(
    '@fontsource-variable/vazirmatn/files/vazirmatn-arabic-wght-normal.woff2',
  ),
  'bootstrap.css': ofPackage('bootstrap/dist/css/bootstrap.min.css'),
  'bootstrap.rtl.css': ofPackage('bootstrap/dist/css/bootstrap.rtl.min.css'),
  'bootstrap.js': ofPackage('bootstrap/dist/js/bootstrap.bundle.min.js'),
  'shop.css': own('shop.css'),
  'panel.css': own('panel.css'),
  'own-site.css': own('own-site.css'),
  'panel.js': own('panel.js'),
} as const
export type AssetName = keyof typeof files

/** Content types of everything that is served as a file; what is not here is a download. */
export const contentTypes: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  md: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  wasm: 'application/wasm',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
}
export const contentTypeOf = (name: string): string =>
  contentTypes[path.extname(name).slice(1).toLowerCase()] ?? 'application/octet-stream'

/**
 * Our own files, each under an address that changes with its bytes, so that it can be kept for
 * good.
 */
export function createAssets() {
  const loaded = new Map<string, { bytes: Uint8Array<ArrayBuffer>; sha256: string }>()
  const hash = (name: AssetName) => loaded.get(name)?.sha256 ?? ''
  const url = (name: AssetName) => `/assets/${hash(name).slice(0, 10)}/${name}`
  for (const [name, file] of Object.entries(files)) {
    const read = readFileSync(file)
    const bytes =
      file.startsWith(import.meta.dirname) && name.endsWith('.css')
        ? new TextEncoder().encode(
            read
              .toString('utf8')
              .replace(/asset:([a-z0-9.-]+)/g, (_, asset: AssetName) => url(asset)),
          )
        : new Uint8Array(read)
    loaded.set(name, { bytes, sha256: createHash('sha256').update(bytes).digest('hex') })
  }
  const app = new Hono().get('/:hash/:name', (c) => {
    const found = loaded.get(c.req.param('name'))
    if (found?.sha256.slice(0, 10) !== c.req.param('hash')) return c.notFound()
    return c.body(found.bytes, 200, {
      'content-type': contentTypeOf(c.req.param('name')),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
  })
  return { app, hash, url }
}
export type Assets = ReturnType<typeof createAssets>
