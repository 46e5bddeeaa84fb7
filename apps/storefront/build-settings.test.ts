import { afterEach, expect, test, vi } from 'vitest'

async function load(market: unknown) {
  vi.resetModules()
  vi.stubGlobal('__MARKET__', market)
  return import('./build-settings.ts')
}
afterEach(() => {
  vi.unstubAllGlobals()
})

test('S1.1 a build is an app store or a theme store, and nothing else', async () => {
  for (const market of ['app', 'theme']) expect((await load(market)).MARKET).toBe(market)
  for (const market of ['', 'apps', 'App', 'shop'])
    await expect(load(market), market).rejects.toThrow('MARKET must be one of app, theme')
})

test('S1.2 a build names no platform: one build runs for each (D26)', async () => {
  expect(Object.keys(await load('app'))).toEqual(['MARKET'])
})
