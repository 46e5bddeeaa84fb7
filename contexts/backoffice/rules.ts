import type { FieldRules } from '#lib/field-rules.ts'

export const PARTNER_RULES = { name: { required: true, min: 2, max: 80 } } as const satisfies Record<string, FieldRules>

const LETTERS: Record<string, string> = { ı: 'i', ş: 's', ğ: 'g', ç: 'c', ö: 'o', ü: 'u' }

/** The part of an address that stands for a partner; a random tail for a name without Latin letters. */
export function slugOf(name: string, tail: string): string {
  const plain = name.toLocaleLowerCase('tr').replace(/[ışğçöü]/g, letter => LETTERS[letter] ?? letter).normalize('NFKD').replace(/\p{M}/gu, '')
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 50).replace(/-$/, '') || `partner-${tail}`
}

/** What everybody reads of a decision. */
export const NOTICE_RULES = { notice: { required: true, min: 10, max: 300 } } as const satisfies Record<string, FieldRules>

/** Letters that a search for a part of a name needs: shorter ones are in every third name. */
export const PART_LETTERS = 3

/** What it takes to open a market, in the order in which one would do it. */
/** What waits for a person, in the order of the home page. */
export const WAITING = ['submissions', 'appeals', 'review_reports', 'messages', 'differences', 'payouts', 'installations', 'mails', 'jobs'] as const
export type WaitingKind = (typeof WAITING)[number]

export const TODO_STEPS = ['second', 'name', 'colours', 'company', 'platform', 'texts', 'categories', 'tax', 'shares', 'partners', 'published'] as const
export type TodoStep = (typeof TODO_STEPS)[number]
/** A market opens without them too. */
export const OPTIONAL_STEPS: readonly TodoStep[] = ['colours']
