import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Ports } from './addresses.ts'
import { pause } from './processes.ts'
import { portTrouble } from './ports.ts'
import { startProduct, type Product, type ProductOptions } from './product.ts'
import { temporaryFolder } from './testing/test-cluster.ts'
import { tinyParts } from './testing/tiny-product.ts'

/** Where a test does not look at the database, the one that all tests share will do. */
const OUTSIDE = { databaseUrl: process.env.TEST_DATABASE_URL }

let folder: ReturnType<typeof temporaryFolder>
let product: Product | undefined

beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(async () => {
  await product?.stop()
  product = undefined
  folder.remove()
})

async function start(options: Partial<ProductOptions> = {}): Promise<Product> {
  product = await startProduct({
    dataFolder: folder.path,
    ports: 'free',
    durable: false,
    parts: tinyParts,
    ...options,
  })
  return product
}

const answer = async (port: number): Promise<string> =>
  (await fetch(`http://127.0.0.1:${port}/`)).text()

async function untilFree(ports: Ports): Promise<void> {
  for (const port of [ports.shop, ports.bank, ports.apps])
    while (await portTrouble(port)) await pause(50)
}

describe('the whole product', () => {
  test('answers on every address when it is started, and leaves nothing running when it is stopped', async () => {
    const { ports, addresses, stop } = await start()
    expect([await answer(ports.shop), await answer(ports.bank), await answer(ports.apps)]).toEqual([
      'shop',
      'bank',
      'market',
    ])
    expect(addresses.panel).toBe(`http://panel.localhost:${ports.shop}`)
    await stop()
    expect([
      await portTrouble(ports.shop),
      await portTrouble(ports.bank),
      await portTrouble(ports.apps),
    ]).toEqual([undefined, undefined, undefined])
    expect(existsSync(join(folder.path, 'run.json'))).toBe(false)
    expect(existsSync(join(folder.path, 'postgres/postmaster.pid'))).toBe(false)
  })

  test('keeps everything that it and its parts write from other users of the machine', async () => {
    // Of an earlier version: open, some levels deep.
    mkdirSync(join(folder.path, 'blobs/packages'), { recursive: true, mode: 0o755 })
    writeFileSync(join(folder.path, 'blobs/packages/old.zip'), '', { mode: 0o644 })
    writeFileSync(join(folder.path, 'secrets.json'), '{}', { mode: 0o644 })
    for (const name of ['', 'blobs', 'blobs/packages']) chmodSync(join(folder.path, name), 0o755)
    for (const name of ['secrets.json', 'blobs/packages/old.zip'])
      chmodSync(join(folder.path, name), 0o644)
    await start(OUTSIDE)
    const entries = readdirSync(folder.path, { recursive: true, encoding: 'utf8' })
    expect(entries).toEqual(
      expect.arrayContaining([
        'secrets.json',
        'run.json',
        'logs/market.log',
        'market/data',
        'blobs/packages/old.zip',
      ]),
    )
    // Node's own cache of compiled code lies in a closed folder.
    const open = entries.filter(
      (name) =>
        !name.startsWith('compile-cache/') &&
        (lstatSync(join(folder.path, name)).mode & 0o077) !== 0,
    )
    expect(open).toEqual([])
    // As root, the database's user must be able to walk through.
    expect(statSync(folder.path).mode & 0o077 & (process.getuid?.() === 0 ? ~0o011 : ~0)).toBe(0)
  })

  test('keeps a log per part', async () => {
    await start()
    expect(
      readdirSync(folder.path).filter(
        (name) =>
          statSync(join(folder.path, name)).isDirectory() &&
          (statSync(join(folder.path, name)).mode & 0o077) !== 0,
      ),
    ).toEqual([])
    expect(readdirSync(join(folder.path, 'logs')).sort()).toEqual([
      'bank.log',
      'market.log',
      'postgres.log',
      'shop.log',
    ])
  })

  test('brings back a part that died', async () => {
    const { ports } = await start(OUTSIDE)
    await fetch(`http://127.0.0.1:${ports.shop}/die`).catch(() => {})
    for (let tries = 0; ; tries++) {
      const back = await answer(ports.shop).catch(() => undefined)
      if (back === 'shop') break
      await pause(50)
    }
    expect(await answer(ports.bank)).toBe('bank')
  })

  test('is stopped and refused with the last words when the preparation fails', async () => {
    const refusal = start({
      parts: (surroundings) => tinyParts(surroundings, { preparation: 'at once' }),
    })
    await expect(refusal).rejects.toThrow(
      /^The preparation failed; its last words[^\n]*:\npreparation has no flour$/,
    )
    expect(existsSync(join(folder.path, 'run.json'))).toBe(false)
    expect(existsSync(join(folder.path, 'postgres/postmaster.pid'))).toBe(false)
  })

  test('refuses a second start out of the same folder while it runs', async () => {
    await start(OUTSIDE)
    await expect(
      startProduct({ dataFolder: folder.path, ports: 'free', parts: tinyParts }),
    ).rejects.toThrow(/runs already out of/)
  })

  test('refuses a file where its folder should be', async () => {
    const dataFolder = join(folder.path, 'data')
    writeFileSync(dataFolder, '')
    await expect(startProduct({ dataFolder, ports: 'free', parts: tinyParts })).rejects.toThrow(
      /file is in the way.*ARASTA_DATA/,
    )
  })

  test('ends by itself when whoever started it is killed, and the next start just works', async () => {
    const file = fileURLToPath(new URL('./testing/tiny-product.ts', import.meta.url))
    const launcher = spawn(process.execPath, [file, folder.path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(createInterface({ input: launcher.stdout }), 'line')) as [string]
    const { ports } = JSON.parse(line) as { ports: Ports }
    expect(await answer(ports.apps)).toBe('market')
    launcher.kill('SIGKILL')
    // Until this process has heard of it, the dead one still counts as there.
    await once(launcher, 'exit')
    const next = await start({ ports })
    expect(await answer(next.ports.apps)).toBe('market')
    await next.stop()
    await untilFree(ports)
  })
})
