import { OPERATOR_ROLES, PARTNER_ROLES } from '#kernel/actor.ts'
import { describe, expect, test } from 'vitest'
import { auditFieldWords } from '#locales/tr/console-audit-fields.ts'
import { auditWords } from '#locales/tr/console-audit.ts'
import { AUDIT_FIELDS, AUDIT_KINDS, unnamedFields } from '#modules/identity/audit.ts'
import { CONSOLE_OPERATIONS } from '#server/operations.ts'
import { auditRole } from './audit-words.ts'
import { loadWords } from './words.tsx'

describe('the audit log (D23)', () => {
  test('has a sentence for every operation of the console that writes, and none for what there is not', () => {
    const writes = CONSOLE_OPERATIONS.filter((one) => one.operation.method !== 'get').map(
      (one) => `console.audit.did.${one.operation.id}`,
    )
    const said = Object.keys(auditWords).filter((key) => key.startsWith('console.audit.did.'))
    expect(
      writes.filter((key) => !said.includes(key)),
      'write these in locales/*/console-audit.ts',
    ).toEqual([])
    expect(said.filter((key) => !writes.includes(key))).toEqual([])
  })

  test('has a word for every field that a line may have, and no line is written with another one', () => {
    expect(Object.keys(auditFieldWords).toSorted()).toEqual(
      AUDIT_FIELDS.map((name) => `console.audit.field.${name}`).toSorted(),
    )
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
