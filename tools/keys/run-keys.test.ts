import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openSecrets } from '#tools/launch/secrets.ts'
import { temporaryFolder } from '#tools/launch/testing/test-cluster.ts'
import { runKeys } from './run-keys.ts'

let folder: ReturnType<typeof temporaryFolder>
let said: string[]
beforeEach(() => {
  folder = temporaryFolder()
  said = []
})
afterEach(() => folder.remove())

const run = (args: string[], env: Record<string, string> = {}, day = 1) =>
  runKeys({
    args,
    env,
    dataFolder: folder.path,
    now: new Date(Date.UTC(2026, 0, day)),
    screen: {
      line: (text) => {
        said.push(text)
      },
    },
  })

test('a rotation creates a key and keeps the public half of the old one; other secrets are unchanged', () => {
  const before = openSecrets(folder.path, false)
  run(['rotate'])
  const after = openSecrets(folder.path, true)
  expect(after.marketKey.kid).not.toBe(before.marketKey.kid)
  const { kty, crv, x, kid } = before.marketKey
  expect(after).toEqual({
    ...before,
    marketKey: after.marketKey,
    formerMarketKeys: [{ kty, crv, x, kid, until: '2026-01-01T00:00:00.000Z' }],
  })
  expect(readFileSync(join(folder.path, 'secrets.json'), 'utf8')).not.toContain(before.marketKey.d)
  expect(said.join()).not.toContain(after.marketKey.d)

  run(['rotate', '--withdraw'], {}, 2)
  run(['withdraw', kid], {}, 3)
  run(['withdraw', kid], {}, 4)
  expect(
    openSecrets(folder.path, true).formerMarketKeys.map((key) => [
      key.kid,
      key.until.slice(0, 10),
      key.withdrawn_at?.slice(0, 10),
    ]),
  ).toEqual([
    [after.marketKey.kid, '2026-01-02', '2026-01-02'],
    [kid, '2026-01-01', '2026-01-03'],
  ])
  said = []
  run(['list'])
  expect(said).toEqual([
    expect.stringContaining('the present one'),
    expect.stringContaining('withdrawn 2026-01-02'),
    expect.stringContaining('withdrawn 2026-01-03'),
  ])
})

test('a key whose name looks like an option can be withdrawn', () => {
  const kid = () => openSecrets(folder.path, false).marketKey.kid
  while (!kid().startsWith('-')) run(['rotate'])
  const dashed = kid()
  run(['rotate'])
  run(['withdraw', dashed], {}, 3)
  expect(
    openSecrets(folder.path, true).formerMarketKeys.find((key) => key.kid === dashed)?.withdrawn_at,
  ).toBe('2026-01-03T00:00:00.000Z')
})

test('keys from the environment move to a file of their own, which the server reads as it is', () => {
  const { marketKey } = openSecrets(folder.path, false)
  const env = { MARKET_SIGNING_JWK: JSON.stringify(marketKey) }
  const target = join(folder.path, 'new.env')
  expect(() => run(['rotate'], env)).toThrow('--write')
  expect(existsSync(target)).toBe(false)
  run(['rotate', '--write', target], env)
  expect(statSync(target).mode & 0o777).toBe(0o600)
  const written = Object.fromEntries(
    readFileSync(target, 'utf8')
      .trim()
      .split('\n')
      .map((line) => /^(\w+)='(.*)'$/.exec(line)?.slice(1) as [string, string]),
  )
  const config = readConfig({
    ...written,
    DATABASE_URL: 'postgres://x/y',
    SEALING_KEY: Buffer.alloc(32).toString('base64'),
    SANDBOX_BANK_MERCHANT_SECRET: 'x'.repeat(32),
  })
  expect(config.formerKeys).toEqual([
    expect.objectContaining({ kid: marketKey.kid, until: '2026-01-01T00:00:00.000Z' }),
  ])
  expect(config.signingKey.kid).not.toBe(marketKey.kid)
})

test('missing or unknown arguments are refused with a message', () => {
  expect(() => run(['list'])).toThrow('There are no keys in')
  openSecrets(folder.path, false)
  expect(() => run([])).toThrow('npm run keys -- rotate')
  expect(() => run(['rotate', '--soon'])).toThrow('npm run keys -- rotate')
  expect(() => run(['withdraw', 'nobody'])).toThrow('No former key is called nobody')
})

test('D23 a new data key keeps the previous one for reading, until it is dropped', () => {
  const before = openSecrets(folder.path, false)
  run(['rotate-data'])
  const after = openSecrets(folder.path, true)
  expect(after).toEqual({
    ...before,
    dataKey: after.dataKey,
    dataKeyId: 'k2',
    formerDataKeys: { k1: before.dataKey },
  })
  expect(after.dataKey).not.toBe(before.dataKey)
  run(['rotate-data'])
  expect(openSecrets(folder.path, true)).toMatchObject({
    dataKeyId: 'k3',
    formerDataKeys: { k1: before.dataKey, k2: after.dataKey },
  })
  run(['drop-data', 'k1'])
  expect(Object.keys(openSecrets(folder.path, true).formerDataKeys)).toEqual(['k2'])
  expect(() => run(['drop-data', 'k1'])).toThrow(
    'No former key for stored values is called k1; there are: k2',
  )
  expect(said.join()).not.toContain(before.dataKey)
})

test('D23 a data key from the environment moves to a file of its own, which the server reads as it is', () => {
  const { marketKey } = openSecrets(folder.path, false)
  const old = Buffer.alloc(32, 1).toString('base64')
  const target = join(folder.path, 'data.env')
  expect(() => run(['rotate-data'], { SEALING_KEY: old })).toThrow('--write')
  run(['rotate-data', '--write', target], { SEALING_KEY: old })
  expect(statSync(target).mode & 0o777).toBe(0o600)
  const written = Object.fromEntries(
    readFileSync(target, 'utf8')
      .trim()
      .split('\n')
      .map((line) => /^(\w+)='(.*)'$/.exec(line)?.slice(1) as [string, string]),
  )
  const config = readConfig({
    ...written,
    MARKET_SIGNING_JWK: JSON.stringify(marketKey),
    DATABASE_URL: 'postgres://x/y',
    SANDBOX_BANK_MERCHANT_SECRET: 'x'.repeat(32),
  })
  expect(config.sealingKeyId).toBe('k2')
  expect(config.sealingFormerKeys).toEqual({ k1: Buffer.alloc(32, 1) })
})
