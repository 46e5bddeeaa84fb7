/** Kinds of tests in the order in which they run, the quick ones first. */
export const KINDS = ['lint', 'types', 'rules', 'unit', 'whole', 'journeys'] as const
export type Kind = typeof KINDS[number]

export interface TestPlan {
  kinds: readonly Kind[]
  /** Parts of file names, for Vitest. */
  filters: string[]
  /** Options that go on to Vitest, e.g. `-t`. */
  options: string[]
}

/** Whether a kind is a project of Vitest; the others count as one test each. */
export function isVitest(kind: Kind): boolean {
  return kind === 'unit' || kind === 'whole' || kind === 'journeys'
}

/**
 * Reads what stands behind `npm test --`: names of kinds (`npm test -- lint types`) choose those; anything else is part of a file name
 * (`npm test -- contexts/checkout`); options go on to Vitest with everything behind them.
 */
export function planTests(words: readonly string[]): TestPlan {
  const firstOption = words.findIndex(word => word.startsWith('-'))
  const plain = firstOption < 0 ? words : words.slice(0, firstOption)
  const options = firstOption < 0 ? [] : words.slice(firstOption)
  const named = KINDS.filter(kind => plain.includes(kind))
  const filters = plain.filter(word => !(KINDS as readonly string[]).includes(word))
  if (named.length > 0) return { kinds: named, filters, options }
  const narrowed = filters.length > 0 || options.length > 0
  return { kinds: narrowed ? KINDS.filter(isVitest) : KINDS, filters, options }
}
