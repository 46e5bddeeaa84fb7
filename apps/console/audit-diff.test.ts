import { describe, expect, test } from 'vitest'
import type { Locale } from '#lib/locale.ts'
import { nameForms } from '#lib/market-name.ts'
import { auditDifferences } from './audit-diff.ts'
import { auditFieldParts } from './audit-words.ts'
import { loadWords } from './words.tsx'

describe('what a write has changed', () => {
  test('is shown value by value, and what is the same inside of a larger value is not', () => {
    expect(
      auditDifferences(
        { words_tr: { name: 'Not', tagline: 'Eski' }, revision: 1 },
        { words_tr: { name: 'Not', tagline: 'Yeni' }, revision: 2 },
      ),
    ).toEqual([
      { path: 'words_tr.tagline', before: 'Eski', after: 'Yeni' },
      { path: 'revision', before: 1, after: 2 },
    ])
    expect(
      auditDifferences(null, {
        status: 'draft',
        notice: null,
        links: { support: 'https://a.example' },
      }),
    ).toEqual([
      { path: 'status', before: undefined, after: 'draft' },
      { path: 'links.support', before: undefined, after: 'https://a.example' },
    ])
    expect(auditDifferences({ name: 'x' }, null)).toEqual([
      { path: 'name', before: 'x', after: undefined },
    ])
  })

  test('says of a list what came and went, of one changed thing in it what, and of another order the order', () => {
    expect(auditDifferences({ scopes: ['a', 'b'] }, { scopes: ['b', 'c', 'd'] })).toEqual([
      { path: 'scopes', before: ['a'], after: ['c', 'd'] },
    ])
    expect(
      auditDifferences(
        { plans: [{ kind: 'free' }, { kind: 'one_time', amount: 1 }] },
        { plans: [{ kind: 'free' }, { kind: 'one_time', amount: 2 }] },
      ),
    ).toEqual([{ path: 'plans.2.amount', before: 1, after: 2 }])
    expect(auditDifferences({ items: ['a', 'b'] }, { items: ['b', 'a'] })).toEqual([
      { path: 'items', before: ['a', 'b'], after: ['b', 'a'] },
    ])
  })

  test('is nothing where both are empty in their own way', () => {
    expect(auditDifferences({ a: null, b: [], c: '' }, { a: '', b: null })).toEqual([])
  })
})

describe('where a changed value stands', () => {
  test("is said in words of the reader's language, down to the place in a list; what people named themselves stands as they wrote it", async () => {
    const said = async (locale: Locale, path: string) =>
      auditFieldParts((await loadWords(locale, nameForms('Komşu', locale))).t, path).map(
        (part) => `${part.kind} ${part.text}`,
      )
    expect(await said('en', 'plans.2.name.tr')).toEqual([
      'word Plans',
      'number 2',
      'word Name',
      'word Turkish',
    ])
    expect(await said('tr', 'words_tr.tagline')).toEqual([
      'word Türkçe sözler',
      'word Kısa tanıtım',
    ])
    expect(await said('ar', 'status')).toEqual(['word الحالة'])
    expect(await said('en', '2026-12-02')).toEqual(['name 2026-12-02'])
  })
})
