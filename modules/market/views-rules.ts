import type { FieldRules } from '#lib/field-rules.ts'

export const VIEW_NAME_RULES = { required: true, max: 60 } as const satisfies FieldRules
/** A list of operators with filters; the database checks the same. */
export const VIEW_PATH = /^\/operator\/[a-z/-]+\?[!-~]{1,900}$/
/** Of one person. */
export const MOST_VIEWS = 50
