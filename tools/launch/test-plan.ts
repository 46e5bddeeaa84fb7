import { globSync } from 'node:fs'

/** Kinds of tests in the order of the summary. */
export const KINDS = ['format', 'lint', 'types', 'rules', 'unit', 'whole', 'journeys'] as const
export type Kind = (typeof KINDS)[number]

/** Where the tests of Vitest's projects are. */
export const TEST_FILES = {
  unit: '{lib,modules,kernel,server,db,apps,demo,ui,locales,tools,proofs,bench,connectors}/**/*.test.{ts,tsx}',
  whole: 'test/whole/**/*.test.ts',
  journeys: 'test/journeys/**/*.test.ts',
} as const

/** In the folder of the tests' logs: when the last run of all kinds ended, and its minutes. */
export const LAST_FULL_RUN = 'last-full-run.json'

export interface TestPlan {
  kinds: readonly Kind[]
  /** Parts of file names, for Vitest. */
  filters: string[]
  /** Options that go on to Vitest, e.g. `-t`. */
  options: string[]
}

/** Whether a kind is a project of Vitest; the others count as one test each. */
export function isVitest(kind: Kind): kind is keyof typeof TEST_FILES {
  return kind in TEST_FILES
}

/** The kind of a test file, by its path from the root. */
export function kindOfFile(path: string): keyof typeof TEST_FILES {
  const [, kind] = /^test[\\/](whole|journeys)[\\/]/.exec(path) ?? []
  return kind === 'whole' || kind === 'journeys' ? kind : 'unit'
}

/**
 * Those kinds of a plan that have a file which its filters name, so that nothing is started for
 * nothing.
 */
export function kindsWithFiles({ kinds, filters }: TestPlan, root: string): Kind[] {
  if (filters.length === 0) return [...kinds]
  return kinds.filter(
    (kind) =>
      !isVitest(kind) ||
      globSync(TEST_FILES[kind], {
        cwd: root,
        exclude: (path) => path.endsWith('node_modules'),
      }).some((file) => filters.some((filter) => file.includes(filter))),
  )
}

/**
 * Reads what stands behind `npm test --`: names of kinds (`npm test -- lint types`) choose those;
 * anything else is part of a file name (`npm test -- modules/orders`); options go on to Vitest
 * with everything behind them.
 */
export function planTests(words: readonly string[]): TestPlan {
  const firstOption = words.findIndex((word) => word.startsWith('-'))
  const plain = firstOption < 0 ? words : words.slice(0, firstOption)
  const options = firstOption < 0 ? [] : words.slice(firstOption)
  const named = KINDS.filter((kind) => plain.includes(kind))
  const filters = plain.filter((word) => !(KINDS as readonly string[]).includes(word))
  const narrowed = filters.length > 0 || options.length > 0
  const takesFilters = named.length === 0 || named.some(isVitest)
  if (!narrowed || takesFilters) {
    const kinds = named.length > 0 ? named : narrowed ? KINDS.filter(isVitest) : KINDS
    return { kinds, filters, options }
  }
  // `npm test -- lint modules/orders`: lint knows no filter, so the filter chooses tests as well.
  return { kinds: [...named, ...KINDS.filter(isVitest)], filters, options }
}
