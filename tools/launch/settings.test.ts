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
