import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readInsidePath, readTarget } from './targets.ts'

describe('targets of redirects and links from data (S4.3)', () => {
  test('a path of this site stays unchanged', () => {
    for (const path of [
      '/',
      '/list',
      '/list?category=a&q=%2F%2Fx#top',
      '/market/ışık',
      '/?next=https://evil.example',
      '/a//b',
      '/%zz',
    ])
      expect(readTarget(path), path).toEqual({ outside: false, href: path })
  })

  test('the URL of another site is external', () => {
    expect(readTarget('https://docs.example/x?y#z')).toEqual({
      outside: true,
      href: 'https://docs.example/x?y#z',
    })
    expect(readTarget('HTTP://Docs.Example')).toEqual({
      outside: true,
      href: 'http://docs.example/',
    })
  })

  test('what only looks like a path is refused', () => {
    const tricks = [
      '//evil.example',
      '///evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/%2f%2fevil.example',
      '/%2F/evil.example',
      '/%5cevil.example',
      '/%252f%252fevil.example',
      '/..//evil.example',
      '/a/..//evil.example',
      '/%2e%2e//evil.example',
      '/./%2fevil.example',
      '/\t/evil.example',
      '/%09/evil.example',
      '\n//evil.example',
      ' //evil.example',
      '/\r\nlocation: x',
      'https:evil.example',
      'https:/evil.example',
      'https:///evil.example',
      'http:evil',
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      'list',
      '?a',
      '#a',
      '',
      '.',
      'https://user:secret@evil.example',
      'https://evil.example\\@ours.example',
      `/${'a'.repeat(2_000)}`,
    ]
    for (const trick of tricks) expect(readTarget(trick), JSON.stringify(trick)).toBeNull()
  })

  test('no accepted path leaves the site, however often it is decoded', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%2F',
      '%5c',
      '%2e',
      '%25',
      '2f',
      'evil.example',
      '@',
      ':',
      '?',
      '#',
      '\t',
      '%09',
      'a',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const path = readInsidePath(`/${pieces.join('')}`)
        for (
          let now = path, round = 0;
          now !== null && round < 3;
          now = decodedAgain(now), round++
        ) {
          const url = new URL(now.split(/[?#]/)[0]!, 'https://ours.example')
          expect([url.origin, url.pathname.startsWith('//')]).toEqual([
            'https://ours.example',
            false,
          ])
        }
      }),
      { numRuns: 3_000 },
    )
  })
})

function decodedAgain(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
