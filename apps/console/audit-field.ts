import { LOCALES } from '#lib/locale.ts'
import type { Translate } from '#lib/messages.ts'
import type { ConsoleKey } from '#locales/keys.ts'

/** `name`: of a field that nobody has a word for, or that people named themselves (a day, a key). */
export interface AuditFieldPart { kind: 'word' | 'number' | 'name'; text: string }

/** A path of `auditDifferences` in words: `plans.2.name.tr`. */
export const auditFieldParts = (t: Translate<ConsoleKey>, path: string): AuditFieldPart[] => path.split('.').map(name => {
  if (/^\d{1,4}$/.test(name)) return { kind: 'number', text: name }
  const locale = LOCALES.find(one => one === name)
  const key = locale ? `portal.part.${locale}` : `console.audit.field.${name}`
  const said = t(key as ConsoleKey)
  return said === key ? { kind: 'name', text: name } : { kind: 'word', text: said }
})
