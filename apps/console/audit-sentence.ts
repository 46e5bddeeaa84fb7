import type { Translate } from '#lib/messages.ts'
import type { ConsoleKey } from '#locales/keys.ts'

/** "Ada took an item off the market"; an operation that nobody has written a sentence for is called by its name. */
export function auditSentence(t: Translate<ConsoleKey>, { operation, actor }: { operation: string; actor: { name: string; email: string } }): string {
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
