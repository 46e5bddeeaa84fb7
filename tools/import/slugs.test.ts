import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '#test/support/any-text.ts'
import { RESERVED_SLUGS } from '#lib/market.ts'
import { prefixOf, slugCandidates, slugOf, stableId } from './slugs.ts'

test.each([
  ['  Ürün Yorumları & Soru-Cevap ', 'urun-yorumlari-soru-cevap'],
  ['IŞIK', 'isik'],
  ['Don’t "Sleep"', 'dont-sleep'],
  ['Straße & Øl', 'strasse-ol'],
  ['日本語', ''],
  ['🏪🏪', ''],
  ['日本語 Ruby', 'ruby'],
  ['13th Age', '13th-age'],
  ['../../etc/passwd', 'etc-passwd'],
  [
    'A very long title that goes on and on until nobody reads it',
    'a-very-long-title-that-goes-on-and-on-until',
  ],
])('%s gives %s', (title, slug) => expect(slugOf(title)).toBe(slug))

test('the slug of any title is valid for the market, with every suffix, and its prefix for a package', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 300 }), fc.string(), (title, id) => {
      const base = slugOf(title)
      for (const slug of base === '' ? [] : slugCandidates(base, 'street', id)) {
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
        expect(prefixOf(slug)).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/)
        expect(slug.length).toBeLessThanOrEqual(66)
        expect(RESERVED_SLUGS).not.toContain(slug)
      }
    }),
    { numRuns: 500 },
  )
})

test('a reserved word always gets a suffix, stable for a source and id (D3)', () => {
  expect(slugCandidates('market', 'street', '7')[0]).toMatch(/^market-[0-9a-z]{5}$/)
  expect(slugCandidates('market', 'street', '7')).toEqual(slugCandidates('market', 'street', '7'))
  expect(slugCandidates('engage', 'street', '7')[1]).not.toBe(
    slugCandidates('engage', 'street', '8')[1],
  )
})

test("an id is derived from the source's own, and distinct between sources", () => {
  expect(stableId('itm', 'a', 'b')).toBe(stableId('itm', 'a', 'b'))
  expect(
    new Set([
      stableId('itm', 'a', 'b'),
      stableId('itm', 'ab', ''),
      stableId('itm', 'b', 'a'),
      stableId('pln', 'a', 'b'),
    ]).size,
  ).toBe(4)
})
