import type { Translate } from '#lib/messages.ts'
import type { ConsoleKey } from '#locales/keys.ts'
import { LOCALES } from '#lib/locale.ts'

/**
 * "Ada took an item off the market"; an operation that nobody has written a sentence for is called
 * by its name.
 */
export function auditSentence(
  t: Translate<ConsoleKey>,
  { operation, actor }: { operation: string; actor: { name: string; email: string } },
): string {
  const key = `console.audit.did.${operation}`
  // Isolated, as a name may be written the other way round.
  const who = `\u2068${actor.name || actor.email}\u2069`
  const said = t(key as ConsoleKey, { who })
  return said === key ? `${who}: ${operation}` : said
}

/** What kind of thing it was done to. */
export function auditKind(t: Translate<ConsoleKey>, kind: string): string {
  const key = `console.audit.kind.${kind}`
  const said = t(key as ConsoleKey)
  return said === key ? kind : said
}

/** As whom it was done: `operator:admin`, `partner:owner`, `token:<id>` or `self`, in words. */
export function auditRole(t: Translate<ConsoleKey>, role: string): string {
  const [side = '', name = ''] = role.split(':')
  if (side === 'self') return t('console.audit.as.self')
  if (side === 'token') return t('console.audit.as.token', { token: name })
  const key = `console.role.${name}`
  const said = t(key as ConsoleKey)
  if (said === key || (side !== 'operator' && side !== 'partner')) return role
  return t(`console.audit.as.${side}`, { role: said })
}

/**
 * `name`: of a field that nobody has a word for, or that people named themselves (a day, a key).
 */
interface AuditFieldPart {
  kind: 'word' | 'number' | 'name'
  text: string
}

/** A path of `auditDifferences` in words: `plans.2.name.tr`. */
export const auditFieldParts = (t: Translate<ConsoleKey>, path: string): AuditFieldPart[] =>
  path.split('.').map((name) => {
    if (/^\d{1,4}$/.test(name)) return { kind: 'number', text: name }
    const locale = LOCALES.find((one) => one === name)
    const key = locale ? `portal.part.${locale}` : `console.audit.field.${name}`
    const said = t(key as ConsoleKey)
    return said === key ? { kind: 'name', text: name } : { kind: 'word', text: said }
  })
