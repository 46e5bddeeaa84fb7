import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from './testing/test-cluster.ts'
import { readMarketSettings, readSettings, ROOT } from './settings.ts'

test("a market of one's own stands in a folder beside the demo, and whoever names a folder gets that one", () => {
  const start = (env: Record<string, string>, ...args: string[]) => readSettings(env, ROOT, args)
  expect([start({}), start({}, '--empty')]).toMatchObject([
    { empty: false, dataFolder: join(ROOT, '.arasta/data') },
    { empty: true, dataFolder: join(ROOT, '.arasta/market') },
  ])
  expect(start({ DEMO_CATALOGUE: '0' })).toMatchObject({
    empty: true,
    dataFolder: join(ROOT, '.arasta/market'),
  })
  expect(start({ ARASTA_DATA: '/srv/shop' }, '--empty').dataFolder).toBe('/srv/shop')
})

test('a word that a start does not know is refused with those that it knows', () => {
  expect(() => readSettings({}, ROOT, ['--emtpy'])).toThrow(/no "--emtpy".*npm start -- --empty/)
})

test('a command that works on a market takes the one that is there, and does not guess between two', () => {
  const folder = temporaryFolder()
  const start = (name: string) => {
    mkdirSync(join(folder.path, name), { recursive: true })
    writeFileSync(join(folder.path, name, 'secrets.json'), '{}')
  }
  const chosen = (env: Record<string, string> = {}) =>
    readMarketSettings(env, folder.path).dataFolder
  try {
    expect(() => chosen()).toThrow('There is no market here yet')
    expect(chosen({ DATABASE_URL: 'postgres://x/y' })).toBe(join(folder.path, '.arasta/data'))
    start('.arasta/market')
    expect(chosen()).toBe(join(folder.path, '.arasta/market'))
    start('.arasta/data')
    expect(() => chosen()).toThrow(/two markets here.*ARASTA_DATA=\.arasta\/market/)
    expect(() => chosen({ DATABASE_URL: 'postgres://x/y' })).toThrow('two markets here')
    expect(chosen({ ARASTA_DATA: '.arasta/data' })).toBe(join(folder.path, '.arasta/data'))
    rmSync(join(folder.path, '.arasta/market'), { recursive: true })
    expect(chosen()).toBe(join(folder.path, '.arasta/data'))
  } finally {
    folder.remove()
  }
})

/** They make their own databases, or work on none. */
const WITHOUT_A_MARKET = [
  'arasta',
  'bench',
  'build',
  'connector',
  'convert',
  'measure',
  'pack',
  'prove',
  'secrets',
  'start',
  'test',
  'verify-log',
]

test('every command that works on a market chooses it by that one way', () => {
  const commands = readdirSync(import.meta.dirname).filter((name) => name.endsWith('-command.ts'))
  expect(commands.length).toBeGreaterThan(WITHOUT_A_MARKET.length)
  for (const name of commands) {
    const choosesSo = readFileSync(join(import.meta.dirname, name), 'utf8').includes(
      'readMarketSettings(process.env)',
    )
    expect(choosesSo, name).toBe(!WITHOUT_A_MARKET.includes(name.replace('-command.ts', '')))
  }
})

test('S1.2 PLATFORM_ID is judged before anything is installed or built', () => {
  const start = (PLATFORM_ID: string, env: Record<string, string> = {}) =>
    readSettings({ ARASTA_DATA: '/nowhere/arasta', PLATFORM_ID, ...env }).platformId
  expect(['', '1', ' 7 '].map((text) => start(text))).toEqual([null, '1', '7'])
  for (const text of ['0', '-1', '1.5', 'woo', '01', '1e3', '99999'])
    expect(() => start(text), text).toThrow(
      /PLATFORM_ID is ".*", which is not a platform's number: give a whole number from 1/,
    )
  expect(() => start('412')).toThrow(
    /no platform of that number\. There are: 1 \(Demo Commerce\), 2 \(WooCommerce\)/,
  )
  // A market that exists may have a platform of its own.
  expect(start('412', { DATABASE_URL: 'postgres://db.example/arasta' })).toBe('412')
})
