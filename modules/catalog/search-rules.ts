/** Limits of what operators write for search; the console's forms share them. */
export const SYNONYM_RULES = {
  /** Letters of one term. */
  term: 60,
  /** Terms of a group in one language. */
  terms: 30,
  /** Letters of all terms in one language, as they are typed into one field. */
  field: 1_500,
} as const
/** All groups are in the memory of each process. */
export const MOST_SYNONYM_GROUPS = 2_000

/** Terms as they are typed: separated by commas or lines. */
export const readTerms = (text: string): string[] =>
  text
    .split(/[,،;\n]/)
    .map((term) => term.trim())
    .filter(Boolean)

export const GOAL_RULES = {
  categories: 30,
  /** Letters of one term. */
  term: 60,
  /** Terms in one language. */
  terms: 40,
  /** Letters of all terms in one language, as they are typed into one field. */
  field: 1_500,
} as const
/** All goals of a market are on its home page. */
export const MOST_GOALS = 24
