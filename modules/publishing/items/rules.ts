import type { FieldRules } from '#lib/field-rules.ts'

/** What everybody reads of a decision. */
export const NOTICE_RULES = {
  notice: { required: true, min: 10, max: 300 },
} as const satisfies Record<string, FieldRules>
