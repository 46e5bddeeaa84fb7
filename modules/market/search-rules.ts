import { OPERATOR_ROLES, type OperatorRole } from '#kernel/actor.ts'

/** What the console's search finds, in the order in which it is shown. */
export const FOUND_KINDS = [
  'item',
  'release',
  'partner',
  'person',
  'store',
  'buyer',
  'order',
  'subscription',
  'invoice',
] as const
export type FoundKind = (typeof FOUND_KINDS)[number]

/** Who may open what is found: the roles of its page. */
export const FOUND_ROLES: Readonly<Record<FoundKind, readonly OperatorRole[]>> = {
  item: OPERATOR_ROLES,
  release: OPERATOR_ROLES,
  partner: OPERATOR_ROLES,
  person: OPERATOR_ROLES,
  store: ['admin', 'support'],
  buyer: ['admin', 'support', 'finance'],
  order: ['admin', 'finance'],
  subscription: ['admin', 'support', 'finance'],
  invoice: ['admin', 'finance'],
}

/** Of one kind at once; more are shown as "20+". */
export const MOST_FOUND = 20
export const MOST_SOUGHT = 200

/** "order:" and the like, in any language of the console. */
const NARROW: Readonly<Record<string, readonly FoundKind[]>> = {
  item: ['item', 'release'],
  partner: ['partner'],
  person: ['person'],
  store: ['store'],
  mail: ['person', 'buyer'],
  order: ['order'],
  subscription: ['subscription'],
  invoice: ['invoice'],
}
export const NARROWING = Object.keys(NARROW)

/** The kinds that the text asks for, and the text without them. */
export function narrowed(text: string): { kinds: readonly FoundKind[]; text: string } {
  const colon = text.indexOf(':')
  const kinds = NARROW[text.slice(0, Math.max(0, colon)).trim().toLowerCase()]
  return kinds === undefined
    ? { kinds: FOUND_KINDS, text }
    : { kinds, text: text.slice(colon + 1).trim() }
}
