import { expect, test } from 'vitest'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { INSTALLER_OPERATIONS, OPERATIONS } from '#server/operations.ts'

const callsOf = (operations: typeof OPERATIONS) => operations.flatMap(({ operation }) => {
  const paths = typeof operation.path === 'string' ? [operation.path] : [operation.path.app, operation.path.theme]
  return paths.map(path => `${operation.method.toUpperCase().padEnd(6)} /api${path}  ${operation.access}`)
}).sort()

/** Every screen with the layouts and guards around it. */
function screensOf(entries: RouteConfigEntry[], base = '', around: string[] = []): string[] {
  return entries.flatMap(entry => {
    const path = entry.path === undefined ? base : `${base}/${entry.path}`
    const file = entry.file.replace(/^.*\/(layouts|guards|screens)\//, '').replace(/\.tsx?$/, '')
    if (entry.children) return screensOf(entry.children, path, [...around, file])
    return [`${path || '/'}  ${[...around, file].join(' › ')}`]
  })
}

test('the calls of the market and of the installer are these: whoever adds or removes one shows it here', () => {
  expect(callsOf(OPERATIONS)).toMatchSnapshot('market')
  expect(callsOf(INSTALLER_OPERATIONS)).toMatchSnapshot('installer')
})

test('the screens with their layouts and guards are these (S2, D21)', async () => {
  // The router's helpers ask which folder the routes lie in; the build sets it.
  Object.assign(globalThis, { __reactRouterAppDirectory: 'apps/storefront' })
  const { default: routes } = await import('#apps/storefront/routes.ts')
  expect(screensOf(routes as RouteConfigEntry[])).toMatchSnapshot()
})

test('a framed screen stands behind auth-required, a checkout too (S2.5, S2.8–2.10)', async () => {
  Object.assign(globalThis, { __reactRouterAppDirectory: 'apps/storefront' })
  const { default: routes } = await import('#apps/storefront/routes.ts')
  expect.hasAssertions()
  for (const screen of screensOf(routes as RouteConfigEntry[])) {
    const open = /checkout\/(success|fail)/.test(screen)
    if (/^\/(market|checkout|install|uninstall|account)(\/| )/.test(screen) && !open) expect(screen).toContain('auth-required')
    if (open) expect(screen).not.toContain('›')
  }
})
