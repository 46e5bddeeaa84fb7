/** Note of the asker, and answer of the owner. */
export const APPROVAL_RULES = {
  note: { max: 500, lines: true },
  answer: { max: 500, lines: true },
} as const
export const APPROVAL_STATES = ['open', 'done', 'declined', 'withdrawn'] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]
/** Days that a request waits for an owner. */
export const APPROVAL_DAYS = 30
/** Open requests of one store. */
export const MOST_APPROVALS = 20
