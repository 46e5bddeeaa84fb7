import { describe, expect, test } from 'vitest'
import type { Locale } from '#lib/locale.ts'
import { nameForms } from '#lib/market-name.ts'
import { auditDifferences, auditFieldParts, auditRole } from './audit-changes.tsx'
import { loadWords } from './words.tsx'
import { OPERATOR_ROLES, PARTNER_ROLES } from '#kernel/actor.ts'
import { unnamedFields } from '#modules/identity/audit.ts'
import { AUDIT_KINDS } from '#modules/identity/audit.ts'
import { CONSOLE_OPERATIONS } from '#server/operations.ts'
import { readMessages } from '#locales/read.ts'

const auditWords = readMessages('tr', 'console')

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
      auditFieldParts((await loadWords(locale, nameForms('Komşu', locale))).t, locale, path).map(
        (part) => `${part.kind} ${part.text}`,
      )
    expect(await said('en', 'plans.2.name.tr')).toEqual([
      'word Plans',
      'number 2',
      'word Name',
      'word Turkish',
    ])
    expect(await said('tr', 'words_tr.tagline')).toEqual([
      'word Sözler',
      'word Türkçe',
      'word Kısa tanıtım',
    ])
    expect(await said('ar', 'status')).toEqual(['word الحالة'])
    expect(await said('en', '2026-12-02')).toEqual(['name 2026-12-02'])
  })
})

describe('the audit log (D23)', () => {
  test('has a sentence for every operation of the console that writes, and none for what there is not', () => {
    const writes = [
      ...CONSOLE_OPERATIONS.filter((one) => one.operation.method !== 'get').map(
        (one) => one.operation.id,
      ),
      // Done by a job.
      'publishScheduledRelease',
    ].map((id) => `console.audit.did.${id}`)
    const said = Object.keys(auditWords).filter((key) => key.startsWith('console.audit.did.'))
    expect(
      writes.filter((key) => !said.includes(key)),
      'write these in locales/*/console-audit.ts',
    ).toEqual([])
    expect(said.filter((key) => !writes.includes(key))).toEqual([])
  })

  test('finds fields that an entry may not have because no language has a word for them', () => {
    expect(
      unnamedFields('listing', {
        revision: 1,
        plans: [{ name: { tr: 'x' }, surprise: true }],
        colours: { action: ['#000000', '#ffffff'] },
      }),
    ).toEqual(['surprise'])
    expect(unnamedFields('tax_rate', { '2026-12-02': 2000 })).toEqual([])
  })

  test('has a word for every kind of thing that its filter offers', () => {
    expect(
      AUDIT_KINDS.filter((kind) => !Object.hasOwn(auditWords, `console.audit.kind.${kind}`)),
    ).toEqual([])
  })

  test.each(['tr', 'en', 'ar'] as const)(
    'says in words as whom something was done, in %s',
    async (locale) => {
      const { t } = await loadWords(locale, {})
      const roles = [
        ...OPERATOR_ROLES.map((role) => `operator:${role}`),
        ...PARTNER_ROLES.map((role) => `partner:${role}`),
        'self',
        'schedule',
        'token:tok_1',
      ]
      const said = roles.map((role) => auditRole(t, role))
      expect(new Set(said).size).toBe(roles.length)
      expect(
        said.filter(
          (words, n) => words === roles[n] || /\{|console\.|operator:|partner:/.test(words),
        ),
      ).toEqual([])
      expect(said.at(-1)).toContain('tok_1')
      // One that nobody knows stays as it is.
      expect(auditRole(t, 'operator:undefined')).toBe('operator:undefined')
    },
  )
})
