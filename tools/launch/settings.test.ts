import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings, ROOT } from './settings.ts'

test('a market of one\'s own stands in a folder beside the demo, and whoever names a folder gets that one', () => {
  const start = (env: Record<string, string>, ...args: string[]) => readSettings(env, ROOT, args)
  expect([start({}), start({}, '--empty')]).toMatchObject([{ empty: false, dataFolder: join(ROOT, '.arasta/data') }, { empty: true, dataFolder: join(ROOT, '.arasta/market') }])
  expect(start({ DEMO_CATALOGUE: '0' })).toMatchObject({ empty: true, dataFolder: join(ROOT, '.arasta/market') })
  expect(start({ ARASTA_DATA: '/srv/shop' }, '--empty').dataFolder).toBe('/srv/shop')
})

test('a word that a start does not know is refused with those that it knows', () => {
  expect(() => readSettings({}, ROOT, ['--emtpy'])).toThrow(/no "--emtpy".*npm start -- --empty/)
})

test('S1.2 PLATFORM_ID is judged before anything is installed or built', () => {
  const start = (PLATFORM_ID: string, env: Record<string, string> = {}) => readSettings({ ARASTA_DATA: '/nowhere/arasta', PLATFORM_ID, ...env }).platformId
  expect(['', '1', ' 7 '].map(text => start(text))).toEqual(['1', '1', '7'])
  for (const text of ['0', '-1', '1.5', 'woo', '01', '1e3', '99999']) expect(() => start(text), text).toThrow(/PLATFORM_ID is ".*", which is not a platform's number: give a whole number from 1/)
  expect(() => start('412')).toThrow(/no platform of that number\. There are: 1 \(Demo Commerce\), 2 \(WooCommerce\)/)
  // A market that exists may have a platform of its own.
  expect(start('412', { DATABASE_URL: 'postgres://db.example/arasta' })).toBe('412')
})
