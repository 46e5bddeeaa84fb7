import type { FieldRules } from '#lib/field-rules.ts'

/** What operators write notes about. */
export const NOTE_SUBJECTS = ['store', 'item', 'installation'] as const
export type NoteSubject = (typeof NOTE_SUBJECTS)[number]
export const OPERATOR_NOTE_RULES = {
  required: true,
  max: 2000,
  lines: true,
} as const satisfies FieldRules
/** Happenings on a page. */
export const TIMELINE_ROWS = 30
