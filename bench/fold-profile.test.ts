import { expect, test } from 'vitest'
import { foldProfile } from './fold-profile.ts'

const frame = (functionName: string, url = '') => ({ functionName, url, lineNumber: 1 })

test('a CPU profile is folded by package, file and part of the runtime, without idle time', () => {
  const { totalMs, modules, functions } = foldProfile(
    {
      nodes: [
        { id: 1, callFrame: frame('(idle)') },
        { id: 2, callFrame: frame('(garbage collector)') },
        { id: 3, callFrame: frame('push', 'file:///shop/node_modules/react-dom/server.node.js') },
        { id: 4, callFrame: frame('', 'file:///shop/node_modules/@hono/node-server/index.js') },
        { id: 5, callFrame: frame('run', 'file:///shop/modules/catalog/list-items.ts') },
        { id: 6, callFrame: frame('Card', 'file:///shop/build/app/assets/list-CJx9IpzG.js') },
        { id: 7, callFrame: frame('write', 'node:internal/streams/writable') },
        { id: 8, callFrame: frame('stringify') },
      ],
      samples: [1, 2, 3, 3, 4, 5, 6, 7, 8],
      timeDeltas: [9_000, 1_000, 2_000, 3_000, 500, 400, 300, 200, 100],
    },
    '/shop',
  )
  expect(totalMs).toBeCloseTo(7.5)
  expect(modules).toEqual([
    { name: 'react-dom', ms: 5 },
    { name: 'V8: garbage collection', ms: 1 },
    { name: '@hono/node-server', ms: 0.5 },
    { name: 'modules/catalog/list-items.ts', ms: 0.4 },
    { name: 'build/app/assets/list.js', ms: 0.3 },
    { name: 'node:internal/streams', ms: 0.2 },
    { name: 'V8: built-in functions', ms: 0.1 },
  ])
  expect(functions[0]).toEqual({ name: 'react-dom  push', ms: 5 })
  expect(functions.map(({ name }) => name)).toContain('@hono/node-server  (anonymous)')
})
