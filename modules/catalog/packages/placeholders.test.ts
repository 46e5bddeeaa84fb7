import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillSettings, listPlaceholders } from './placeholders.ts'

describe('filling settings into markup', () => {
  it("leaves the platform's placeholders in place", () => {
    const html =
      '<p lang="{{store:locale}}" data-a="{{setting:a}}"><script src="{{asset:a.js}}" nonce="{{csp:nonce}}"></script>'
    expect(fillSettings(html, { a: 3 })).toBe(
      '<p lang="{{store:locale}}" data-a="3"><script src="{{asset:a.js}}" nonce="{{csp:nonce}}"></script>',
    )
  })

  it('replaces an unanswered setting with an empty text', () => {
    expect(fillSettings('[{{setting:a}}]', {})).toBe('[]')
  })

  it('prevents a value from becoming markup, leaving its attribute or forming a placeholder', () => {
    const nasty = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '"><script>',
        "' onload='x",
        '{{csp:nonce}}',
        '{{asset:a.js}}',
        '{',
        '{{setting:a}}',
        '$&',
      ),
    )
    fc.assert(
      fc.property(
        fc.array(nasty).map((parts) => parts.join('')),
        (answer) => {
          const filled = fillSettings('<p data-a="{{setting:a}}" data-b=\'{{setting:a}}\'>', {
            a: answer,
          })
          expect(filled).toMatch(/^<p data-a="[^"<>'`{}]*" data-b='[^"<>'`{}]*'>$/)
          expect(listPlaceholders(filled)).toEqual({ known: [], unknown: [] })
        },
      ),
    )
  })
})

describe('placeholders in markup', () => {
  it('are distinguished from unknown ones', () => {
    expect(
      listPlaceholders(
        '{{asset:a/b.js}} {{setting:a_b}} {{store:locale}} {{csp:nonce}} {{store:name}} {{asset:}} {{x}} { {a} }',
      ),
    ).toEqual({
      known: [
        { kind: 'asset', name: 'a/b.js' },
        { kind: 'setting', name: 'a_b' },
        { kind: 'store', name: 'locale' },
        { kind: 'csp', name: 'nonce' },
      ],
      unknown: ['{{store:name}}', '{{asset:}}', '{{x}}'],
    })
    expect(listPlaceholders('{{constructor:a}}').unknown).toEqual(['{{constructor:a}}'])
  })
})
