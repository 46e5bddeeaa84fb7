import { afterEach, describe, expect, test, vi } from 'vitest'

async function load(market: unknown, platform: unknown) {
  vi.resetModules()
  vi.stubGlobal('__MARKET__', market)
  vi.stubGlobal('__PLATFORM_ID__', platform)
  return import('./build-settings.ts')
}
afterEach(() => { vi.unstubAllGlobals() })

describe('a build', () => {
  test('S1.1 is an app store or a theme store, and nothing else', async () => {
    for (const market of ['app', 'theme']) expect((await load(market, 1)).MARKET).toBe(market)
    for (const market of ['', 'apps', 'App', 'shop']) await expect(load(market, 1), market).rejects.toThrow('MARKET must be one of app, theme')
  })

  test('S1.2 runs for one platform of any positive number (D26)', async () => {
    for (const id of [1, 2, 3, 4, 5, 6, 7, 8, 412]) expect((await load('app', id)).PLATFORM_ID).toBe(id)
    for (const id of [0, -1, 1.5, 100_000, Number.NaN]) await expect(load('app', id), String(id)).rejects.toThrow('which is not a platform\'s number')
  })
})
