import type { FieldRules } from '#lib/field-rules.ts'

export const PLAN_RULES = { version: { required: true, max: 60 } } as const satisfies Record<
  string,
  FieldRules
>

/** Of a report, on one page. */
export const MOST_LINES = 5_000
/** Partners that are written to at one press. */
export const MOST_TOLD = 200
/** Releases that a mail names. */
export const MOST_LISTED = 20
