import type { FieldRules } from '#lib/field-rules.ts'

export const PLAN_RULES = { version: { required: true, max: 60 } } as const satisfies Record<string, FieldRules>
