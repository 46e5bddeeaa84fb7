import type { Translate } from '#lib/locale.ts'
import type { ClockEvent } from '#modules/billing/developer-contract.ts'
import type { ConsoleKey } from '#locales/keys.ts'

/** What happened to a subscription, in words. */
const EVENTS: Readonly<Record<string, ConsoleKey>> = {
  trial_started: 'console.test_stores.event.trial_started',
  agreed: 'console.test_stores.event.agreed',
  started: 'console.test_stores.event.started',
  reminded: 'console.test_stores.event.reminded',
  order_opened: 'console.test_stores.event.order_opened',
  order_closed: 'console.test_stores.event.order_closed',
  renewed: 'console.test_stores.event.renewed',
  charge_failed: 'console.test_stores.event.charge_failed',
  paused: 'console.test_stores.event.paused',
  plan_changed: 'console.test_stores.event.plan_changed',
  change_planned: 'console.test_stores.event.change_planned',
  change_taken_back: 'console.test_stores.event.change_taken_back',
  cancelled: 'console.test_stores.event.cancelled',
  kept: 'console.test_stores.event.kept',
  cap_set: 'console.test_stores.event.cap_set',
  card_changed: 'console.test_stores.event.card_changed',
  near_cap: 'console.test_stores.event.near_cap',
  use_paid: 'console.test_stores.event.use_paid',
  refunded: 'console.test_stores.event.refunded',
  frozen: 'console.test_stores.event.frozen',
  thawed: 'console.test_stores.event.thawed',
  mailed: 'console.test_stores.event.mailed',
  extended: 'console.test_stores.event.extended',
  operator_charge: 'console.test_stores.event.operator_charge',
  operator_credit: 'console.test_stores.event.operator_credit',
  operator_end: 'console.test_stores.event.operator_end',
  ended: 'console.test_stores.event.ended',
}

const ENDS: Readonly<Record<string, ConsoleKey>> = {
  cancelled: 'console.test_stores.ended.cancelled',
  trial_over: 'console.test_stores.ended.trial_over',
  unpaid: 'console.test_stores.ended.unpaid',
  returned: 'console.test_stores.ended.returned',
  uninstalled: 'console.test_stores.ended.uninstalled',
  operator: 'console.test_stores.ended.operator',
}

export function describeTestEvent(
  t: Translate<ConsoleKey>,
  { kind, reason }: Pick<ClockEvent, 'kind' | 'reason'>,
): string {
  const end = kind === 'ended' && reason !== null ? ENDS[reason] : undefined
  const key = end ?? EVENTS[kind]
  return key === undefined ? kind : t(key)
}
