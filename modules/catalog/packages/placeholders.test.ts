import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillSettings, listPlaceholders } from './placeholders.ts'

describe('filling settings into markup', () => {
  it('leaves the places of the platform for the platform', () => {
    const html =
      '<p lang="{{store:locale}}" data-a="{{setting:a}}"><script src="{{asset:a.js}}" nonce="{{csp:nonce}}"></script>'
    expect(fillSettings(html, { a: 3 })).toBe(
      '<p lang="{{store:locale}}" data-a="3"><script src="{{asset:a.js}}" nonce="{{csp:nonce}}"></script>',
    )
  })

  it('makes an unanswered setting an empty text', () => {
    expect(fillSettings('[{{setting:a}}]', {})).toBe('[]')
  })

  it('lets no answer become markup, leave its attribute or form a placeholder of the platform', () => {
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

describe('the places in markup', () => {
  it('are told apart from those that nobody knows', () => {
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
