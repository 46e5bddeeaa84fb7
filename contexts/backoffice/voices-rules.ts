import type { FieldRules } from '#lib/field-rules.ts'

export const MESSAGE_STATES = ['new', 'read', 'answered'] as const
export const SUBSCRIBER_STATES = ['pending', 'approved', 'unsubscribed'] as const
export const VOICE_RULES = { answer: { required: true, min: 10, max: 5000, lines: true } } as const satisfies Record<string, FieldRules>
