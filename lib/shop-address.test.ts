import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '#test/support/any-text.ts'
import { readShopAddress } from './shop-address.ts'

describe('S2.20 what an owner types for their shop', () => {
  test.each([
    ['magazam.com', 'magazam.com'],
    ['  MAGAZAM.COM \n', 'magazam.com'],
    ['https://magazam.com', 'magazam.com'],
    ['HTTP://Magazam.com/urunler?a=1#b', 'magazam.com'],
    ['//magazam.com/x', 'magazam.com'],
    ['www.magazam.com', 'magazam.com'],
    ['https://WWW.magazam.com/', 'magazam.com'],
    ['www.com', 'www.com'],
    ['www.www.magazam.com', 'magazam.com'],
    ['magazam.com.', 'magazam.com'],
    ['magazam.com:443', 'magazam.com'],
    ['http://magazam.com:80/', 'magazam.com'],
    ['magazam.com:8443', 'magazam.com:8443'],
    ['shop.localhost:3100', 'shop.localhost:3100'],
    ['https://SHOP.localhost:3100/products/x', 'shop.localhost:3100'],
    ['mağazam.com', 'xn--maazam-45a.com'],
    ['MAĞAZAM.COM', 'xn--maazam-45a.com'],
    ['MİSTİK.COM', 'mistik.com'],
    ['xn--maazam-45a.com', 'xn--maazam-45a.com'],
    ['متجري.com', 'xn--pgbep1f2a.com'],
    ['magazam。com', 'magazam.com'],
    ['magazam.com/@ben', 'magazam.com'],
    ['a-b.co.uk', 'a-b.co.uk'],
    ['\u200bmagazam.com\ufeff', 'magazam.com'],
  ])('%j is %j', (typed, host) => {
    expect(readShopAddress(typed)).toBe(host)
  })

  test.each([
    '',
    '   ',
    'magazam',
    'localhost',
    'localhost:3100',
    'my shop.com',
    '.com',
    'a..com',
    '-a.com',
    'a-.com',
    'a_b.com',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(130)}com`,
    '127.0.0.1',
    'http://127.0.0.1:80/',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '１２７.0.0.1',
    '[::1]',
    'http://[::ffff:127.0.0.1]/',
    '1.2.3',
    '::1',
    'owner@magazam.com',
    'https://user:pass@magazam.com',
    'https://@magazam.com',
    'https://magazam.com@evil.example',
    'javascript:alert(1)',
    'javascript://magazam.com/%0aalert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://magazam.com',
    'mailto:a@b.com',
    'gopher://magazam.com',
    'maga\u0000zam.com',
    'magazam.com\r\nHost: evil',
    'maga\u202ezam.com',
    'magazam\\.com',
    'https:\\\\magazam.com',
    'magazam.com:99999',
    'magazam.com:abc',
    'magazam%00.com',
    '<script>.com',
    `${'a'.repeat(3000)}.com`,
  ])("%j is no shop's address", (typed) => {
    expect(readShopAddress(typed)).toBeNull()
  })

  test('any input: the result is a plain host or null, and parsing it again gives the same', () => {
    const naughty = JSON.parse(
      readFileSync(
        new URL('../node_modules/big-list-of-naughty-strings/blns.json', import.meta.url),
        'utf8',
      ),
    ) as string[]
    const holds = (typed: string) => {
      const host = readShopAddress(typed)
      if (host === null) return
      expect(host).toMatch(/^[a-z0-9.-]+(:\d{1,5})?$/)
      expect(readShopAddress(host)).toBe(host)
    }
    for (const typed of naughty) holds(typed)
    fc.assert(
      fc.property(
        fc.oneof(
          anyText(),
          fc.webUrl({ withQueryParameters: true }),
          fc.domain(),
          fc.ipV4().map((ip) => `http://${ip}/`),
        ),
        holds,
      ),
      { numRuns: 500 },
    )
  })
})
