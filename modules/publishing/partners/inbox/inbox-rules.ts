import type { FieldRules } from '#lib/field-rules.ts'

export const QUESTION_STATES = ['new', 'open', 'done'] as const
export const ANSWER_RULES = {
  text: { required: true, min: 2, max: 5000, lines: true },
} as const satisfies Record<string, FieldRules>
