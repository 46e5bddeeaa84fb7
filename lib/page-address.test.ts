import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dataPathOf, hasTokens, readPageAddress, withoutTokens } from './page-address.ts'

describe('S2.14 which page a URL means', () => {
  test.each([
    ['/', '/', false],
    ['//', '/', false],
    ['/MARKET', '/market', false],
    ['/Market//List/', '/market/list', false],
    ['/%6darke%74', '/market', false],
    ['/market.data', '/market', true],
    ['/MARKET/_.data', '/market', true],
    ['/_.data', '/', true],
    ['/_root.data', '/', true],
    ['/.data', '/', true],
    ['/market%2Edata', '/market', true],
    ['/market.data/', '/market', true],
    ['/LIST.data', '/list', true],
    ['/a/../market', '/market', false],
    ['/%2e%2e/market', '/market', false],
    ['/enter/AbC', '/enter/AbC', false],
    ['/Minty', '/Minty', false],
    ['/%2f%2fevil', '/%2f%2fevil', false],
    ['/%zz', '/%zz', false],
    ['/%256darket', '/%256darket', false],
  ])('%s is %s', (asked, path, isData) => {
    expect(readPageAddress(asked)).toMatchObject({
      path,
      isData,
      isMarket: path.split('/').includes('market'),
    })
  })

  test('the canonical path is its own canonical form, for documents and data, and a path of this site', () => {
    const part = fc.constantFrom(
      '/',
      '//',
      'market',
      'LIST',
      'Minty',
      '%6d',
      '%2F',
      '%2e',
      '..',
      '.',
      '_',
      '.data',
      '_root',
      '%',
      'ü',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const { path, isData, isMarket } = readPageAddress(`/${parts.join('')}`)
        expect(path).toMatch(/^\/(?!\/)/)
        // the router itself cannot tell the data of `/_` from that of `/`
        fc.pre(!path.endsWith('/_') && path !== '/_root')
        expect(readPageAddress(dataPathOf(path))).toEqual({
          path,
          isData: true,
          isCanonical: true,
          isMarket,
        })
        if (!path.endsWith('.data'))
          expect(readPageAddress(path)).toEqual({
            path,
            isData: false,
            isCanonical: true,
            isMarket,
          })
        else expect(isData).toBe(true)
        expect(path.split('/').some((segment) => segment === '.' || segment === '..')).toBe(false)
      }),
    )
  })
})

describe('S2.32 tokens in a query', () => {
  test('are removed in any spelling, and the rest stays', () => {
    expect(withoutTokens('?apps-token=a.b.c&hl=TR&store-token=x')).toBe('?hl=TR')
    expect(withoutTokens('?Apps-Token=a&%61pps-token=b&STORE-TOKEN=c')).toBe('')
    expect(withoutTokens('?q=a%20b&sort=newest')).toBe('?q=a%20b&sort=newest')
    expect([hasTokens('?store%2Dtoken=x'), hasTokens('?q=apps-token'), hasTokens('')]).toEqual([
      true,
      false,
      false,
    ])
  })
})
