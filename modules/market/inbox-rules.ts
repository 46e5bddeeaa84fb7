import type { OperatorRole } from '#kernel/actor.ts'

/** What may wait for an operator, in the order of the home page. */
export const INBOX_KINDS = [
  'submission',
  'halt',
  'appeal',
  'report',
  'picture',
  'message',
  'refund',
  'difference',
  'payout',
  'identity',
  'installation',
  'mail',
  'job',
  'key',
  'application',
] as const
export type InboxKind = (typeof INBOX_KINDS)[number]

interface KindRules {
  /** Within how many hours it should be answered. */
  hours: number
  roles: readonly OperatorRole[]
  /** May be taken out by hand; anything else leaves by its own decision. */
  closable?: true
}

export const KIND_RULES: Readonly<Record<InboxKind, KindRules>> = {
  submission: { hours: 24, roles: ['admin', 'reviewer'] },
  halt: { hours: 4, roles: ['admin', 'reviewer', 'support'], closable: true },
  appeal: { hours: 48, roles: ['admin', 'reviewer', 'support'] },
  report: { hours: 12, roles: ['admin', 'reviewer', 'support'] },
  picture: { hours: 24, roles: ['admin', 'reviewer', 'support'] },
  message: { hours: 4, roles: ['admin', 'support'], closable: true },
  refund: { hours: 8, roles: ['admin', 'finance'] },
  difference: { hours: 8, roles: ['admin', 'finance'] },
  payout: { hours: 24, roles: ['admin', 'finance'] },
  identity: { hours: 48, roles: ['admin', 'finance'] },
  installation: { hours: 8, roles: ['admin', 'support'], closable: true },
  mail: { hours: 8, roles: ['admin', 'support'], closable: true },
  job: { hours: 4, roles: ['admin', 'support'], closable: true },
  key: { hours: 24, roles: ['admin', 'support'], closable: true },
  application: { hours: 48, roles: ['admin'] },
}

export const kindsOf = (role: OperatorRole): InboxKind[] =>
  INBOX_KINDS.filter((kind) => KIND_RULES[kind].roles.includes(role))

export const INBOX_VIEWS = ['all', 'mine', 'free', 'snoozed', 'done'] as const
export type InboxView = (typeof INBOX_VIEWS)[number]

/** Of one kind at once: more are counted as "more than". */
export const MOST_OF_A_KIND = 200
/** Rows marked as done that are read besides; marks are deleted after `MARK_SECONDS`. */
export const MOST_DONE = 2_000
export const MARK_SECONDS = 180 * 86_400

/** When something is due, in the market's days. */
export const DUE_GROUPS = ['late', 'today', 'week', 'later'] as const
export type DueGroup = (typeof DUE_GROUPS)[number]

export function groupOf(
  dueAt: Date,
  { now, tomorrow, nextWeek }: { now: Date; tomorrow: Date; nextWeek: Date },
): DueGroup {
  if (dueAt <= now) return 'late'
  if (dueAt < tomorrow) return 'today'
  return dueAt < nextWeek ? 'week' : 'later'
}

/** What was noted about one of them. */
export interface Mark {
  assigned_to: string | null
  snoozed_until: Date | null
  done_at: Date | null
}

/** What is due comes back by itself; so does what has begun to wait again since it was done. */
export function stateOf(
  mark: Mark | undefined,
  since: Date,
  now: Date,
): 'open' | 'snoozed' | 'done' {
  if (mark?.done_at && mark.done_at >= since) return 'done'
  return mark?.snoozed_until && mark.snoozed_until > now ? 'snoozed' : 'open'
}
