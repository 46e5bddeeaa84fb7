import type { FieldRules } from '#lib/field-rules.ts'

export const ABOUT = ['item', 'release', 'submission', 'review'] as const
export const DECISIONS = [
  'rejected',
  'changes_requested',
  'unpublished',
  'halted',
  'yanked',
  'stopped',
  'text_erased',
] as const
export const GROUNDS = ['contract', 'law'] as const
export const CAUSES = ['own', 'report', 'order'] as const
export const AUTOMATED = ['no', 'found', 'decided'] as const
export type About = (typeof ABOUT)[number]
export type Decision = (typeof DECISIONS)[number]
export type Grounds = (typeof GROUNDS)[number]
export type Cause = (typeof CAUSES)[number]
export type Automated = (typeof AUTOMATED)[number]

export const REASONS_RULES = {
  rule: { required: true, max: 300 },
  facts: { required: true, min: 20, max: 4000, lines: true },
} as const satisfies Record<string, FieldRules>
export const APPEAL_RULES = {
  text: { required: true, min: 20, max: 4000, lines: true },
} as const satisfies Record<string, FieldRules>
export const ANSWER_RULES = {
  reasons: { required: true, min: 20, max: 4000, lines: true },
} as const satisfies Record<string, FieldRules>

/** At least six months (DSA art. 20). */
export const APPEAL_SECONDS = 184 * 86_400

/** Appeals of one party in a day. */
export const APPEALS = { max: 20, seconds: 86_400 } as const

export type AppealState = 'open' | 'over' | 'appealed' | 'upheld' | 'reversed'

/** State of an appeal: possible, too late, waiting, or answered. */
export function appealState(
  row: { appealUntil: Date; appealedAt: Date | null; outcome: 'upheld' | 'reversed' | null },
  now: Date,
): AppealState {
  if (row.outcome) return row.outcome
  if (row.appealedAt) return 'appealed'
  return now < row.appealUntil ? 'open' : 'over'
}

/** The public notice of a decision. */
export const NOTICE_RULES = {
  notice: { required: true, min: 10, max: 300 },
} as const satisfies Record<string, FieldRules>
