import type { FieldRules } from '#lib/field-rules.ts'

/** It stands in the release log, for everybody to read. */
export const REASON_RULES = {
  required: true,
  min: 10,
  max: 500,
  lines: true,
} as const satisfies FieldRules
