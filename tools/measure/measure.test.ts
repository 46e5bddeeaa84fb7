import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { callClosure } from './call-closure.ts'
import { importCycles } from './import-cycles.ts'
import { longestFunctions } from './longest-functions.ts'
import type { Source } from './sources.ts'
import { tablesOf, tableWriters } from './table-statements.ts'

const sourcesOf = (files: Record<string, string>): Map<string, Source> =>
  new Map(
    Object.entries(files).map(([path, text]) => {
      const { module, program } = parseSync(path, text)
      return [path, { path, text, module, program }]
    }),
  )

describe('npm run measure', () => {
  test('follows calls through imports and re-exports, not through types or property names', () => {
    const sources = sourcesOf({
      'a/start.ts': `import { pay } from './public.ts'\nimport type { Order } from './types.ts'\nconst used = () => 1\nconst unused = () => 2\nexport const start = (order: Order) => pay({ unused: used() })`,
      'a/public.ts': `export { pay } from './pay.ts'\nexport const other = () => 3`,
      'a/pay.ts': `import { RATE } from './rates.ts'\nexport function pay(x: unknown) { return RATE }`,
      'a/rates.ts': 'export const RATE = 4',
      'a/types.ts': 'export interface Order { id: string }',
    })
    expect(callClosure(sources, { path: 'a/start.ts', name: 'start' })).toEqual({
      files: ['a/pay.ts', 'a/rates.ts', 'a/start.ts'],
      functions: 3,
    })
  })

  test('follows the work of an operation, not its declaration or the kernel', () => {
    const sources = sourcesOf({
      'a/start.ts': `import { pay } from './pay.ts'\nimport { contract } from './contract.ts'\nimport { defineOperation } from './kernel.ts'\nexport const start = defineOperation({ ...contract, run: async () => pay() })`,
      'a/pay.ts': `export function pay() { return 1 }`,
      'a/contract.ts': `export const contract = { id: 'start' }`,
      'a/kernel.ts': `export function defineOperation(one) { return one }`,
    })
    expect(callClosure(sources, { path: 'a/start.ts', name: 'start' })).toEqual({
      files: ['a/pay.ts', 'a/start.ts'],
      functions: 1,
    })
  })

  test('finds import cycles, type-only ones included', () => {
    const sources = sourcesOf({
      'a/one.ts': `import type { Two } from './two.ts'\nexport type One = Two`,
      'a/two.ts': `import { three } from './three.ts'\nexport type Two = typeof three`,
      'a/three.ts': `import type { One } from './one.ts'\nexport const three = 3 as unknown as One`,
      'a/four.ts': `import { three } from './three.ts'\nexport const four = three`,
    })
    expect(importCycles(sources)).toEqual([['a/one.ts', 'a/three.ts', 'a/two.ts']])
  })

  test('names the modules that write a table, in Kysely and in SQL', () => {
    const sources = sourcesOf({
      'modules/orders/a.ts':
        "db.insertInto('orders')\ndb.updateTable('orders as o')\ndb.selectFrom('stores')",
      'modules/stores/b.ts':
        'sql`update stores set name = 1`; sql`select 1 from orders for update of orders`',
      'modules/admin/c.ts': 'sql`delete from\n  orders where id = 1`',
    })
    expect([...tableWriters(sources.values(), new Set(['orders', 'stores']))]).toEqual([
      ['orders', ['admin', 'orders']],
      ['stores', ['stores']],
    ])
    expect([
      ...tablesOf('export interface DB {\n  orders: Orders;\n  "pgboss.job": Job;\n}'),
    ]).toEqual(['orders', 'pgboss.job'])
  })

  test('lists functions by their lines', () => {
    const sources = sourcesOf({
      'a/one.ts': 'function short() {}\n\nexport const long = () => {\n  return 1\n}\n',
    })
    expect(longestFunctions(sources.values())).toEqual([
      { at: 'a/one.ts:3', name: '(anonymous)', lines: 3 },
      { at: 'a/one.ts:1', name: 'short', lines: 1 },
    ])
  })
})
