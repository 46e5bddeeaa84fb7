import type { FieldRules } from '#lib/field-rules.ts'

const MEGABYTE = 1024 * 1024

/** Above what the rule pack allows, so that who hands in too much reads the rule's words. */
export const UPLOAD_BYTES = 32 * MEGABYTE

/**
 * They travel in an address when a release is handed in over HTTP: in three languages they must fit
 * there.
 */
export const NOTES_RULES = {
  required: true,
  min: 3,
  max: 700,
  lines: true,
} as const satisfies FieldRules
export const REASON_RULES = {
  required: true,
  min: 10,
  max: 500,
  lines: true,
} as const satisfies FieldRules
