import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OWN_RELOAD } from './chunk-reload.ts'
import { UNUSED } from './unused-modules.ts'

// Each patch is needed as long as upstream is as described here. A test that fails after an update
// says which file of this folder to look at, and perhaps to delete.
const MODULES = join(import.meta.dirname, '../../../node_modules')
const read = (path: string): string => readFileSync(join(MODULES, path), 'utf8')
const ROUTER = 'react-router/dist/production/lib'

test('React Router reloads without a limit when the module of a route does not load (chunk-reload.ts)', () => {
  expect(read(`${ROUTER}/dom/ssr/routeModules.js`)).toMatch(OWN_RELOAD)
})

test('React Router imports route discovery and instrumentation whether or not they are used (unused-modules.ts)', () => {
  expect(read(`${ROUTER}/dom/ssr/components.js`)).toContain('from "./fog-of-war.js"')
  expect(read(`${ROUTER}/router/router.js`)).toContain('from "./instrumentation.js"')
  for (const [path, standIn] of Object.entries(UNUSED))
    expect(read(`${ROUTER}/${path}`).length).toBeGreaterThan(standIn.length)
})

test('Scripts of React Router writes its module script and preloads with fixed types (defer-scripts.ts)', () => {
  const components = read(`${ROUTER}/dom/ssr/components.js`)
  expect(components).toContain('type: "module"')
  expect(components).toContain('rel: "modulepreload"')
})

test("Vite's preload helper handles style sheets and searches the document (preload-helper.ts)", () => {
  const helper = read('vite/dist/node/chunks/node.js')
  expect(helper).toContain('document.getElementsByTagName("link")')
  expect(helper).toContain('vite:preloadError')
})

test('ServerRouter waits for each chunk of the data, keeps it in a cache, and builds all routes (ui/render-page.ts)', () => {
  const transfer = read(`${ROUTER}/dom/ssr/single-fetch.js`)
  expect(transfer).toContain('let { streamCache } = context.renderMeta')
  expect(transfer).toContain('let { done, value } = promise.result')
  expect(read(`${ROUTER}/dom/ssr/server.js`)).toContain('createServerRoutes(manifest.routes')
})
