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

  test('S1.2 runs for one of the platforms 1 to 6, or for any site (D4)', async () => {
    for (const id of [1, 2, 3, 4, 5, 6, 7]) expect((await load('app', id)).PLATFORM_ID).toBe(id)
    for (const id of [0, 8, 1.5, Number.NaN]) await expect(load('app', id), String(id)).rejects.toThrow('PLATFORM_ID must be 1 to 7')
  })
})
