import type { PartnerRole } from '#kernel/actor.ts'

/** What a partner's feed tells. Written by triggers; a new kind needs a migration. */
export const EVENT_KINDS = [
  'installed',
  'uninstalled',
  'install_failed',
  'reviewed',
  'asked',
  'refunded',
  'paid_out',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** Whoever looks after the money does not read questions, and developers see no payouts. */
const HIDDEN: Readonly<Record<PartnerRole, readonly EventKind[]>> = {
  owner: [],
  developer: ['paid_out'],
  support: ['paid_out'],
  finance: ['asked'],
}

export const kindsOf = (role: PartnerRole): EventKind[] =>
  EVENT_KINDS.filter((kind) => !HIDDEN[role].includes(kind))

/** Secret addresses of a member. */
export const MOST_FEEDS = 10
/** How long events are kept. */
export const EVENT_DAYS = 365
