import { describe, expect, test } from 'vitest'
import { auditWords } from '#locales/tr/console-audit.ts'
import { AUDIT_KINDS } from '#contexts/backoffice/list-audit.ts'
import { CONSOLE_OPERATIONS } from '#server/console/operations.ts'

describe('the audit log (D23)', () => {
  test('has a sentence for every operation of the console that writes, and none for what there is not', () => {
    const writes = CONSOLE_OPERATIONS.filter(one => one.operation.method !== 'get').map(one => `console.audit.did.${one.operation.id}`)
    const said = Object.keys(auditWords).filter(key => key.startsWith('console.audit.did.'))
    expect(writes.filter(key => !said.includes(key)), 'write these in locales/*/console-audit.ts').toEqual([])
    expect(said.filter(key => !writes.includes(key))).toEqual([])
  })

  test('has a word for every kind of thing that its filter offers', () => {
    expect(AUDIT_KINDS.filter(kind => !Object.hasOwn(auditWords, `console.audit.kind.${kind}`))).toEqual([])
  })
})
