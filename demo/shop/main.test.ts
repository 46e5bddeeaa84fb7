import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig, settings } from './config.ts'
import { startTestShop } from './testing/start-demo-shop.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'demo-shop-main-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const needed = {
  DEMO_SHOP_PRIVATE_JWK: JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x: 'eA', d: 'ZA', kid: 'k' }),
  DEMO_SHOP_CLIENT_ID: 'arasta',
  DEMO_SHOP_CLIENT_SECRET: 'x'.repeat(32),
}
const run = (env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env.PATH,
      ...needed,
      DEMO_SHOP_PORT: '0',
      DEMO_SHOP_MAIL_PORT: '0',
      DEMO_SHOP_DATA: path.join(folder, 'data'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
async function endOf(child: ChildProcess): Promise<[number | null, string]> {
  const [said, [code]] = await Promise.all([
    text(child.stderr as NodeJS.ReadableStream),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  return [code, said.trim()]
}
const ready = (child: ChildProcess) =>
  once(child.stdout as NodeJS.ReadableStream, 'data').then(([chunk]) => String(chunk))

describe('the process', { timeout: 30_000 }, () => {
  test('says that it is ready, starts again after it was killed, and ends cleanly when asked to', async () => {
    const killed = run({})
    expect(await ready(killed)).toBe('demo-shop ready\n')
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    const next = run({})
    expect(await ready(next)).toBe('demo-shop ready\n')
    next.kill('SIGTERM')
    expect(await endOf(next)).toEqual([0, ''])
  })

  test('says in one line that its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const [code, said] = await endOf(run({ DEMO_SHOP_PORT: String(port) }))
    expect(code).toBe(1)
    expect(said).toBe(
      `demo-shop: port ${port} is taken. ` +
        'Stop the program that uses it, or set DEMO_SHOP_PORT to another port.',
    )
    other.close()
  })

  test('says in one line that its data folder cannot be used', async () => {
    const file = path.join(folder, 'a-file')
    await writeFile(file, '')
    const [code, said] = await endOf(run({ DEMO_SHOP_DATA: file }))
    expect(code).toBe(1)
    expect(said).toMatch(/^demo-shop: cannot use the data folder .*a-file: .*DEMO_SHOP_DATA/)
    expect(said).not.toContain('\n')
  })

  test('says in one line that its database is broken', async () => {
    const broken = await mkdtemp(path.join(folder, 'broken-'))
    await writeFile(
      path.join(broken, 'demo-shop.sqlite'),
      'not a database, but long enough to be looked at'.repeat(50),
    )
    const [code, said] = await endOf(run({ DEMO_SHOP_DATA: broken }))
    expect([code, said.split('\n').length]).toEqual([1, 1])
  })
})

describe('settings', () => {
  test('have a doc each, and defaults where the issue names one', () => {
    for (const { doc } of Object.values(settings)) expect(doc.length).toBeGreaterThan(10)
    expect(readConfig(needed)).toMatchObject({
      port: 3100,
      market: {
        app: 'http://apps.localhost:3000',
        theme: 'http://themes.localhost:3001',
        sites: 'http://sites.localhost:3002',
      },
      installer: 'http://installer.localhost:3300',
    })
  })

  test('that are wrong or missing are named all at once', () => {
    expect(() =>
      readConfig({
        ...needed,
        DEMO_SHOP_CLIENT_ID: '',
        DEMO_SHOP_PORT: 'x',
        DEMO_SHOP_INSTALLER: 'http://a.localhost/path',
      }),
    ).toThrow(
      /DEMO_SHOP_PORT.*DEMO_SHOP_CLIENT_ID is missing.*DEMO_SHOP_INSTALLER: must be an origin/s,
    )
  })
})

test('what a shop holds is there after a restart, and seeding again adds nothing', async () => {
  const dataFolder = path.join(folder, 'kept')
  const first = await startTestShop({ dataFolder })
  const token = first.shop.storeToken('store-1')
  const made = await first.putPackage('store-1', 'kept', { 'a.js': 'kept' })
  await first.browser().post(first.at('store-1', '/account/register'), {
    fullName: 'K',
    email: 'k@example.com',
    password: 'uzun bir parola',
  })
  await first.stop()
  const second = await startTestShop({ dataFolder })
  expect(second.shop.storeToken('store-1')).toBe(token)
  expect(
    (await second.browser().get(second.at('store-1', `/arasta/${made.sha256}/a.js`))).text,
  ).toBe('kept')
  expect((await second.browser().get(second.at('store-1', '/products'))).text).toContain(
    'data-role="found">12<',
  )
  await second.stop()
})
