import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

/**
 * What a first visit of a page loads as JavaScript, compressed by gzip. The goal is 110 kB, of
 * which React and its router are 105 kB (docs/bench.md), so these are what the pages have reached:
 * lower a limit when a page gets lighter.
 */
const PAGES = {
  home: { routes: ['site', 'site-open', 'home'], words: ['browse', 'home'], kB: 156.2 },
  list: { routes: ['site', 'site-open', 'list'], words: ['browse', 'list'], kB: 156.2 },
  item: { routes: ['site', 'site-open', 'detail'], words: ['browse', 'item', 'fit'], kB: 171 },
  checkout: {
    routes: ['site-checkout', 'checkout-signed-in', 'checkout'],
    words: ['browse', 'work'],
    kB: 205.4,
  },
} as const

interface Manifest {
  entry: { module: string; imports: string[] }
  routes: Record<string, Record<string, unknown> & { module: string; imports: string[] }>
}

const ROOT = join(import.meta.dirname, '../..')
const PARTS = ['clientActionModule', 'clientLoaderModule', 'clientMiddlewareModule']

function readBuild(market: 'app' | 'theme') {
  const folder = join(ROOT, `build/storefront-${market}`)
  const manifestPath = /\/assets\/manifest-[\w-]+\.js/.exec(
    readFileSync(join(folder, 'server/index.js'), 'utf8'),
  )?.[0]
  if (!manifestPath) throw new Error(`${folder} names no manifest of the router`)
  const read = (path: string) => readFileSync(join(folder, 'client', path))
  const text = read(manifestPath).toString()
  const manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
  const files = readdirSync(join(folder, 'client/assets'))
  const weigh = (path: string) => gzipSync(read(path), { level: 9 }).length
  /** The messages of one area in the heaviest language. A chunk of code may have the same name. */
  const weighWords = (area: string) =>
    Math.max(
      ...files
        .filter((name) => new RegExp(`^${area}-[\\w-]{8}\\.js$`).test(name))
        .filter((name) => !read(`/assets/${name}`).includes('/router-'))
        .map((name) => weigh(`/assets/${name}`)),
    )
  return { manifest, manifestPath, weigh, weighWords }
}

for (const market of ['app', 'theme'] as const)
  for (const [page, { routes, words, kB }] of Object.entries(PAGES))
    test(`a first visit of a page loads no more script than its budget: ${page}, ${market}`, () => {
      const { manifest, manifestPath, weigh, weighWords } = readBuild(market)
      const parts = [manifest.entry, ...['root', ...routes].map((id) => manifest.routes[id]!)]
      const scripts = new Set([
        manifestPath,
        ...parts.flatMap((part) => [part.module, ...part.imports]),
        ...parts.flatMap((part) =>
          PARTS.map((kind) => (part as Record<string, unknown>)[kind]).filter(
            (path) => typeof path === 'string',
          ),
        ),
      ])
      expect(scripts.size).toBeGreaterThan(8)
      const bytes =
        [...scripts].reduce((sum, path) => sum + weigh(path), 0) +
        words.reduce((sum, area) => sum + weighWords(area), 0)
      expect(bytes / 1000, `kB of script on ${page}`).toBeLessThanOrEqual(kB)
    })
