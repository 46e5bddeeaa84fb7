import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { callAddress } from '#apps/storefront/call-address.ts'
import { openApiDocument } from '#server/openapi.ts'
import '#server/console/context.ts'
import { CONSOLE_OPERATIONS, INSTALLER_OPERATIONS, MARKET_OPERATIONS } from '#server/operations.ts'

const ROOT = join(import.meta.dirname, '../..')

interface Call {
  operationId: string
  parameters?: { in: string; name: string; required?: boolean }[]
}

test('S7.15 patterns in the documents have no flags, which JSON Schema lacks', async () => {
  for (const operations of [MARKET_OPERATIONS, INSTALLER_OPERATIONS, CONSOLE_OPERATIONS]) {
    const patterns = [
      ...(await openApiDocument(operations)('Market')).matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g),
    ].map(([, pattern]) => pattern)
    expect(patterns.filter((pattern) => /\/[a-z]+$/.test(pattern ?? ''))).toEqual([])
  }
})

describe('S7.2 every operation of the market', () => {
  test('is documented with platform_id, hl and market in its query and both tokens among its headers', async () => {
    for (const operations of [MARKET_OPERATIONS, INSTALLER_OPERATIONS]) {
      const { paths } = JSON.parse(await openApiDocument(operations)('Market')) as {
        paths: Record<string, Record<string, Call>>
      }
      const calls = Object.values(paths).flatMap((methods) => Object.values(methods))
      expect(calls.length).toBeGreaterThanOrEqual(operations.length)
      const lacking = calls.filter(
        ({ parameters = [] }) =>
          ![
            'query platform_id',
            'query hl',
            'query market',
            'header apps-token',
            'header store-token',
          ].every((one) => parameters.some(({ in: place, name }) => `${place} ${name}` === one)),
      )
      expect(lacking.map((call) => call.operationId)).toEqual([])
    }
  })

  test('called by our own pages gets its address from one function, with platform, upper-case language and market', () => {
    expect(
      callAddress(
        '/market/app/list',
        { locale: 'tr', market: 'app', platformId: 7 },
        { q: 'ışık' },
      ),
    ).toBe('/api/market/app/list?q=%C4%B1%C5%9F%C4%B1k&hl=TR&market=app&platform_id=7')
    const folder = join(ROOT, 'apps/storefront')
    const makers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\.react-router|^articles\//.test(name))
      // Documents and the exchange of a session (S7.1), which is before there is any market.
      .filter((name) =>
        /['"`]\/api\/(?!docs|openapi|auth\/domain)/.test(readFileSync(join(folder, name), 'utf8')),
      )
    expect(makers.map((name) => relative(ROOT, join(folder, name)))).toEqual([])
    expect(readFileSync(join(folder, 'call-address.ts'), 'utf8')).toContain('`/api${path}`')
  })
})
