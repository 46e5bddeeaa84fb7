import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { RESERVED_SLUGS } from '#lib/market.ts'
import { readScreens } from '#test/support/screens.ts'

const STOREFRONT = join(import.meta.dirname, '../../apps/storefront')
const screens = await readScreens()
const screenAt = (path: string) => screens.filter((screen) => screen.path === path)

type Layout = 'site' | 'checkout' | 'frame' | 'preview' | null
type Guard = 'domain-check' | 'auth-required' | null

/**
 * What the product has to have: the demand first, then path, layout and guard. The head of checkout
 * is the site's, without ways out.
 */
const DEMANDED: readonly [string, string, Layout, Guard][] = [
  ['S2.1', '/', 'site', 'domain-check'],
  ['S2.2', '/list', 'site', 'domain-check'],
  ['S2.3', '/search', 'site', 'domain-check'],
  ['S2.4', '/:slug', 'site', 'domain-check'],
  ['S2.5', '/checkout/:slug', 'checkout', 'auth-required'],
  ['S2.6', '/checkout/success', null, null],
  ['S2.7', '/checkout/fail', null, null],
  ['S2.8', '/market', 'frame', 'auth-required'],
  ['S2.9', '/market/:slug', 'frame', 'auth-required'],
  ['S2.10', '/market/checkout/:slug', 'frame', 'auth-required'],
  ['S2.11', '/market/checkout/success', null, null],
  ['S2.12', '/market/checkout/fail', null, null],
  ['S2.13', '/newsletter/:approve_token', 'site', null],
  ['D21', '/account', 'site', 'auth-required'],
  ['S2.18 D21', '/account/installed', 'site', 'auth-required'],
  ['S2.19 D21', '/account/updates', 'site', 'auth-required'],
  ['D21', '/account/orders', 'site', 'auth-required'],
  ['S2.22 D21', '/account/addresses', 'site', 'auth-required'],
  ['D21', '/account/cards', 'site', 'auth-required'],
  ['D21', '/install/:slug', 'site', 'auth-required'],
  ['D21', '/update/:slug', 'site', 'auth-required'],
  ['D21', '/uninstall/:slug', 'site', 'auth-required'],
  ['S2.20 S2.21 D21', '/connect', 'site', null],
  ['S2.18 D21', '/market/installed', 'frame', 'auth-required'],
  ['S2.19 D21', '/market/updates', 'frame', 'auth-required'],
  ['D21', '/market/orders', 'frame', 'auth-required'],
  ['D21', '/market/install/:slug', 'frame', 'auth-required'],
  ['D21', '/market/update/:slug', 'frame', 'auth-required'],
  ['D21', '/market/uninstall/:slug', 'frame', 'auth-required'],
  ['D21', '/market/list', 'frame', 'auth-required'],
  ['D21', '/market/search', 'frame', 'auth-required'],
  ['S2.2 D13', '/compare', 'site', 'domain-check'],
  ['S2.2 D13', '/market/compare', 'frame', 'auth-required'],
  ['S2.17', '/preview/:slug', 'preview', 'domain-check'],
  ['S2.17', '/market/preview/:slug', 'frame', 'auth-required'],
  ['S1.6 D21', '/partners', 'site', null],
  ['S1.6 D21', '/developers', 'site', null],
  ['D21', '/legal/:page', 'site', null],
  ['S2.15 S2.28', '/*', null, null],
]

describe('S1.9 every required screen is in its layout behind its guard', () => {
  for (const [id, path, layout, guard] of DEMANDED) {
    test(`${id} ${path}: ${layout ?? 'no layout'}, ${guard ?? 'no guard'}`, () => {
      const found = screenAt(path)
      expect(
        found.map((screen) => [screen.layout, screen.guards]),
        path,
      ).toEqual([[layout, guard === null ? [] : [guard]]])
      expect(existsSync(join(STOREFRONT, found[0]!.file)), found[0]!.file).toBe(true)
    })
  }
})

describe('the route table', () => {
  test('S4.1 every guarded route has a loader, without which client navigation would skip the server', () => {
    const blind = screens
      .filter((screen) => screen.guards.length > 0)
      .filter(
        (screen) =>
          !/export (const|async function|function) loader\b|export \{[^}]*\bloader\b/.test(
            readFileSync(join(STOREFRONT, screen.file), 'utf8'),
          ),
      )
    expect(blind.map((screen) => screen.path)).toEqual([])
  })

  test('S2.5 S2.8–2.10 routes of a store, of the frame or of checkout require auth-required', () => {
    const open = screens.filter(
      ({ path }) =>
        /^\/(market|checkout|install|update|uninstall|account)(\/|$)/.test(path) &&
        !/checkout\/(success|fail)$/.test(path),
    )
    expect(
      open
        .filter((screen) => !screen.guards.includes('auth-required'))
        .map((screen) => screen.path),
    ).toEqual([])
  })

  test('D3 no item slug can equal a fixed path segment, on the site or in the frame', () => {
    const words = new Set(
      screens.flatMap((screen) => screen.path.split('/')).filter((word) => /^[a-z]/.test(word)),
    )
    expect([...words]).toEqual(
      expect.arrayContaining([
        'list',
        'installed',
        'cards',
        'site-notice',
        'unsubscribe',
        'reviews',
      ]),
    )
    expect([...words].filter((word) => !RESERVED_SLUGS.includes(word))).toEqual([])
  })

  test('every id is unique, and a screen in the frame has the id of the one on the site', () => {
    const ids = screens.map((screen) => screen.id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    expect(
      screens
        .filter(({ path, id }) => /^\/market(\/|$)/.test(path) && !id.startsWith('market-'))
        .map((screen) => screen.path),
    ).toEqual([])
  })
})

/** Code of the storefront, its tests left out. */
const sources = readdirSync(STOREFRONT, { withFileTypes: true, recursive: true })
  .filter(
    (entry) =>
      entry.isFile() &&
      /\.tsx?$/.test(entry.name) &&
      !/\.test\./.test(entry.name) &&
      !entry.parentPath.includes('.react-router'),
  )
  .map((entry) => join(entry.parentPath, entry.name))
const using = (what: RegExp) =>
  sources
    .filter((path) => what.test(readFileSync(path, 'utf8')))
    .map((path) => relative(STOREFRONT, path))
    .sort()

test('S4.3 every redirect uses goTo, which knows what needs a permission', () => {
  expect(using(/\b(redirect|redirectDocument|replace)\b[^;]*from 'react-router'/)).toEqual([
    'go-to.ts',
  ])
  // the bank's page takes the place of what stands in its own window (D20); the way back to an app
  // is no answer of a form, which the page's policy keeps at home; an app opens in a tab of its
  // own; a part of the page that did not come has a page of its own that does
  expect(using(/\blocation\.(assign|replace|href\s*=[^=])/)).toEqual([
    'open-app-link.tsx',
    'open-shop.tsx',
    'screens/agree.tsx',
    'screens/authorize.tsx',
    'screens/checkout-result.tsx',
    'screens/checkout/use-checkout.ts',
    'sign-in.tsx',
    'start-guard.ts',
  ])
})

test('S7.39 the browser sends requests by one client; exceptions are its header for frames and one prefetch', () => {
  expect(using(/(?<![.\w])fetch\(/)).toEqual(['release-watch.ts'])
  expect(using(/window\.fetch\b/)).toEqual(['frame-session.ts'])
})

test('S2.15 unknown addresses have a page in both applications: a route without a component would respond with JSON', () => {
  for (const application of ['storefront', 'console']) {
    const folder = join(STOREFRONT, '..', application)
    const module = /route\('\*', '([^']+)'/.exec(
      readFileSync(join(folder, 'routes.ts'), 'utf8'),
    )?.[1]
    expect(readFileSync(join(folder, module ?? ''), 'utf8'), application).toMatch(
      /export default function/,
    )
  }
})
