import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { SafeMarkup } from './safe-markup.tsx'

const shown = (markup: string) =>
  renderToStaticMarkup(createElement(SafeMarkup, { markup })).replaceAll(/ class="[^"]*"/g, '')

describe('S2.33 the description of an error', () => {
  it('keeps the little markup that it may hold', () => {
    expect(shown('<p>Bir <b>iki</b> <em>üç</em><br>dört</p>')).toBe(
      '<p>Bir <b>iki</b> <em>üç</em><br/>dört</p>',
    )
    expect(shown('<A HREF="https://example.com/a?b=1&amp;c">x</A>')).toBe(
      '<a href="https://example.com/a?b=1&amp;c" rel="noreferrer">x</a>',
    )
    expect(shown('<a href="/list">x</a>')).toBe('<a href="/list" rel="noreferrer">x</a>')
  })

  it('shows text as text, entities once', () => {
    expect(shown('1 &lt; 2 &amp;&amp; 3 > 2')).toBe('1 &lt; 2 &amp;&amp; 3 &gt; 2')
    expect(shown('a < b')).toBe('a &lt; b')
  })

  it('leaves every other tag and attribute out', () => {
    expect(shown('<script>alert(1)</script>')).toBe('alert(1)')
    expect(shown('<img src=x onerror=alert(1)>a')).toBe('a')
    expect(shown('<b onclick="alert(1)" style="x">a</b>')).toBe('<b>a</b>')
    expect(shown('<!-- <b>x</b> -->a')).toBe('a')
  })

  it('links nowhere but to https and to addresses of our own', () => {
    for (const href of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      '//evil.example',
      '/\\evil.example',
      'http://evil.example',
      'data:text/html,x',
      ' javascript:x',
    ]) {
      expect(shown(`<a href="${href}">x</a>`)).toBe('<span>x</span>')
    }
  })

  it('closes what was left open and forgets what was never opened', () => {
    expect(shown('<b>a<i>b</b>c</i>')).toBe('<b>a<i>b</i></b>c')
    expect(shown('</p>a<strong>b')).toBe('a<strong>b</strong>')
  })

  it('never lets an element through that is not on the list, whatever comes', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '</',
        '"',
        "'",
        'a',
        'b',
        'script',
        ' href=',
        'https://x',
        'on',
        '=',
        '<svg/onload=1>',
        '<!--',
        '-->',
        '&lt;',
        '&#60;',
      ),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const tags = [...shown(pieces.join('')).matchAll(/<\/?([a-z]+)/gi)].map((match) => match[1])
        expect(
          tags.filter((tag) => !['b', 'i', 'em', 'strong', 'p', 'a', 'br', 'span'].includes(tag!)),
        ).toEqual([])
      }),
    )
  })

  it('stops reading after a page of text', () => {
    expect(shown('x'.repeat(100_000)).length).toBeLessThan(5_000)
  })
})
