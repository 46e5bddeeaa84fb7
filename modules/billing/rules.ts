import { dayAfter, dayIn, startOfDay } from '#lib/time-zone.ts'
import { scaleHalfUp } from '#lib/money.ts'

/** Of what a partner writes to a private offer. */
export const OFFER_NOTE_RULES = { max: 500, lines: true } as const

export const SUBSCRIPTION_STATES = ['trialing', 'active', 'past_due', 'paused', 'ended'] as const
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number]

/**
 * The state machine of subscriptions. Rows move only along it (`changeSubscription`), and the
 * diagram in the README is drawn from it. What stays in its state may change otherwise.
 */
export const SUBSCRIPTION_MOVES: Record<SubscriptionState, readonly SubscriptionState[]> = {
  trialing: ['active', 'past_due', 'ended'],
  active: ['past_due', 'ended'],
  // `trialing` and `active`: its order was closed, and another is made.
  past_due: ['trialing', 'active', 'paused', 'ended'],
  paused: ['trialing', 'active', 'past_due', 'ended'],
  ended: [],
}
/** In which subscriptions begin. */
export const FIRST_STATES = ['trialing', 'active'] as const satisfies readonly SubscriptionState[]

/** The states from which a subscription may come to be in `to`, itself included. */
export const statesThatMayBe = (to: SubscriptionState): SubscriptionState[] =>
  SUBSCRIPTION_STATES.filter((from) => from === to || SUBSCRIPTION_MOVES[from].includes(to))

export const END_REASONS = [
  'cancelled',
  'trial_over',
  'unpaid',
  'returned',
  'uninstalled',
  'operator',
  'disputed',
] as const
export type EndReason = (typeof END_REASONS)[number]

/** What happens to a subscription; `operator_…` and `extended`: what an operator did. */
export const EVENT_KINDS = [
  'trial_started',
  'started',
  'agreed',
  'reminded',
  'order_opened',
  'order_closed',
  'renewed',
  'charge_failed',
  'use_paid',
  'written_off',
  'refunded',
  'charged_back',
  'paused',
  'cancelled',
  'kept',
  'ended',
  'change_planned',
  'change_taken_back',
  'plan_changed',
  'cap_set',
  'card_changed',
  'near_cap',
  'frozen',
  'thawed',
  'mailed',
  'operator_charge',
  'operator_credit',
  'operator_end',
  'extended',
  'agreement_lapsed',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** What owners are told by mail. */
export const MAIL_KINDS = [
  'trial_ends',
  'trial_ends_agreed',
  'renewal_soon',
  'coupon_ends',
  'charge_failed',
  'confirm_payment',
  'usage_50',
  'usage_90',
  'paused',
  'ended_cancelled',
  'ended_trial_over',
  'ended_unpaid',
  'ended_returned',
  'ended_uninstalled',
  'ended_operator',
  'ended_disputed',
  // In place of the one above, when something is owed or still charged.
  'ended_owing',
  'ended_last_charge',
  'last_charge_failed',
  'written_off',
  'amount_changed',
  'agree_again',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

export const PLAN_PERIODS = ['month', 'year'] as const
export type PlanPeriod = (typeof PLAN_PERIODS)[number]

const DAY_SECONDS = 86_400
/** Days after the due day on which a charge is tried. */
export const DUNNING_DAYS = [0, 1, 3, 5, 7] as const
/** Card schemes allow no more tries of one payment in 30 days; those of an operator count too. */
export const MOST_CHARGES = 15
/** What an operator extends: the trial, what is paid, or the days of grace of an open amount. */
export const EXTENDABLE = ['trial', 'period', 'grace'] as const
export type Extendable = (typeof EXTENDABLE)[number]
export const NOTE_RULES = { required: true, max: 500 } as const
/** By which an operator may extend a trial, a period or the days of grace. */
export const MOST_EXTRA_DAYS = 60
/** An unpaid subscription works for this long, then it is paused. */
export const GRACE_DAYS = 14
/** A paused subscription ends after this long from the due day. */
export const UNPAID_DAYS = 28
/** Trials and yearly renewals are announced this long before. */
export const REMINDER_DAYS = 7
/** A store has one trial of an item in this time. */
export const TRIAL_MEMORY_DAYS = 180
/** While an attempt has no outcome, or the store is closed, the subscription is looked at again. */
export const LOOK_AGAIN_SECONDS = 600
const FROZEN_LOOK_SECONDS = DAY_SECONDS

/** When the periods of a subscription begin: period `anchorPeriod` on `anchorDay` in `timeZone`. */
export interface Anchor {
  anchorDay: string
  anchorPeriod: number
  timeZone: string
}

/** The same day of a later month; the last one of a shorter month. */
export function monthsAfterDay(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date, last))
  return first.toISOString().slice(0, 10)
}

/** The first day of a paid period. */
export const periodDay = (
  { anchorDay, anchorPeriod }: Pick<Anchor, 'anchorDay' | 'anchorPeriod'>,
  period: PlanPeriod,
  no: number,
): string => monthsAfterDay(anchorDay, (no - anchorPeriod) * (period === 'year' ? 12 : 1))

/** The moment at which a paid period begins. */
export const periodStart = (anchor: Anchor, period: PlanPeriod, no: number): Date =>
  startOfDay(anchor.timeZone, periodDay(anchor, period, no))

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000

/** Calendar days from one day to another. */
export const daysBetween = (from: string, until: string): number =>
  dayNumber(until) - dayNumber(from)

export interface Period {
  no: number
  from: Date
  until: Date
}

/** Days of a period that are left at a moment, its day included, and all of them. */
export function daysLeft(
  { from, until }: Period,
  timeZone: string,
  now: Date,
): { left: number; of: number } {
  const [first, today, end] = [from, now, until].map((at) => dayIn(timeZone, at)) as [
    string,
    string,
    string,
  ]
  const of = daysBetween(first, end)
  return { left: Math.min(of, Math.max(0, daysBetween(today, end))), of }
}

export interface Tier {
  /** Units after the included ones; null: without an end. */
  upTo: number | null
  priceMinor: number
  per: number
}

/** What `quantity` units of a period cost beyond the included ones, each tier at its own price. */
export function usageMinor(
  { included, tiers }: { included: number; tiers: readonly Tier[] },
  quantity: number,
): number {
  const beyond = Math.max(0, quantity - included)
  let from = 0
  let minor = 0
  for (const { upTo, priceMinor, per } of tiers) {
    const units = Math.min(beyond, upTo ?? beyond) - from
    if (units <= 0) break
    minor += scaleHalfUp(units, priceMinor, per)
    from += units
  }
  return minor
}

export interface Terms {
  period: PlanPeriod
  currency: string
  amountMinor: number
  meters: readonly { key: string; included: number; tiers: readonly Tier[] }[]
}

/** What all use of a period costs, by meter; what costs nothing is left out. */
export const usageCharges = (
  { meters }: Pick<Terms, 'meters'>,
  used: ReadonlyMap<string, number>,
): { meter: string; quantity: number; amountMinor: number }[] =>
  meters
    .map((meter) => {
      const quantity = used.get(meter.key) ?? 0
      return { meter: meter.key, quantity, amountMinor: usageMinor(meter, quantity) }
    })
    .filter(({ amountMinor }) => amountMinor > 0)

/** Whether a plan costs more per month, so that changing to it begins at once. */
export const isUpgrade = (from: Terms, to: Terms): boolean => {
  const yearly = ({ period, amountMinor }: Terms) => amountMinor * (period === 'year' ? 1 : 12)
  return from.period === to.period
    ? to.amountMinor > from.amountMinor
    : to.period === 'year' && yearly(to) > 0
}

type Capped = Pick<Terms, 'currency' | 'meters'> & { capMinor: number | null }

/** The owner's cap goes on where it is of the same money; else the next plan's own holds. */
export const capAfter = (
  capMinor: number | null,
  from: Pick<Terms, 'currency' | 'meters'>,
  to: Capped,
): number | null =>
  capMinor !== null && from.meters.length > 0 && from.currency === to.currency
    ? capMinor
    : to.capMinor

export interface PlanChange {
  /** What the new plan costs today: the rest of this period, or a whole one of another length. */
  newMinor: number
  /** What was paid for the days that are left. */
  creditMinor: number
  /** Never negative. */
  dueMinor: number
  days: { left: number; of: number }
  /** The new plan has another length, so a new period begins today. */
  restarts: boolean
}

/**
 * A change that begins at once: the days of this period that are left count for both plans.
 * `creditMinor`: what they are worth at the old one.
 */
export function changeNow(
  from: Terms,
  to: Terms,
  { days, creditMinor }: { days: { left: number; of: number }; creditMinor: number },
): PlanChange {
  const restarts = from.period !== to.period
  const newMinor = restarts ? to.amountMinor : scaleHalfUp(to.amountMinor, days.left, days.of)
  return { newMinor, creditMinor, dueMinor: Math.max(0, newMinor - creditMinor), days, restarts }
}

/** What `advance` decides by. */
export interface Standing {
  state: SubscriptionState
  timeZone: string
  period: Period
  planPeriod: PlanPeriod
  /** The owner agreed to be charged. */
  isAgreed: boolean
  isCancelled: boolean
  /** The store is closed, or the item stopped. */
  isFrozen: boolean
  /** An order of the next period waits for its payment. */
  isDue: boolean
  /** Since when it is past due or paused, else null. */
  pastDueSince: Date | null
  chargesTried: number
  /** No charge helps before the owner does something. */
  stopsCharging: boolean
  /** An operator asked for the next charge. */
  isChargeAsked: boolean
  remindedPeriod: number | null
  /** The next period costs more because a coupon ends with this one. */
  priceRises: boolean
  /** The next period costs more than the owner was told, because a tax or the address changed. */
  isDearer: boolean
  /** The open order is not charged before. */
  chargeFrom: Date | null
  endedAt: Date | null
}

export type Step =
  | { kind: 'remind' }
  /** What was agreed to for after the trial is no longer true. */
  | { kind: 'ask_again' }
  /** Opens the order of the next period. */
  | { kind: 'renew' }
  /** Charges the open order for the `turn`th time. */
  | { kind: 'charge'; turn: number }
  | { kind: 'pause' }
  | { kind: 'end'; reason: EndReason }
  /** Nothing to do before `until`; null: nothing at all. */
  | { kind: 'wait'; until: Date | null }

/** `days` later at the beginning of the day. */
const daysLater = (at: Date, days: number, timeZone: string): Date =>
  startOfDay(timeZone, dayAfter(dayIn(timeZone, at), days))

const earliest = (...dates: (Date | null)[]): Date =>
  new Date(Math.min(...dates.flatMap((date) => (date ? [date.getTime()] : []))))

/**
 * When an end is announced, or looked at whether it is to be: trials a week before it, short ones
 * at half of their time; renewals a week before.
 */
function reminderAt({ state, period, isAgreed, isCancelled }: Standing): Date | null {
  if (isCancelled) return null
  const lead = REMINDER_DAYS * DAY_SECONDS * 1000
  const length = period.until.getTime() - period.from.getTime()
  if (state === 'trialing') return new Date(period.until.getTime() - Math.min(lead, length / 2))
  return state === 'active' && isAgreed ? new Date(period.until.getTime() - lead) : null
}

/** A renewal by the month is announced only when it costs more, by a tax or without a coupon. */
const isAnnounced = ({ state, planPeriod, isDearer, priceRises }: Standing): boolean =>
  state === 'trialing' || planPeriod === 'year' || isDearer || priceRises

/**
 * The next thing that happens to a subscription, one at a time; the caller does it and asks again.
 * Pure: everything it depends on is in its arguments.
 */
export function advance(one: Standing, now: Date): Step {
  if (one.state === 'ended' && !one.isDue) return { kind: 'wait', until: null }
  if (one.isFrozen)
    return { kind: 'wait', until: new Date(now.getTime() + FROZEN_LOOK_SECONDS * 1000) }
  if (one.state === 'ended') return advanceEnded(one, now)
  if (one.isDue || one.pastDueSince !== null) return advanceUnpaid(one, now)
  const reminder = one.remindedPeriod === one.period.no ? null : reminderAt(one)
  const isAgreedTrial = one.state === 'trialing' && one.isAgreed && !one.isCancelled
  if (isAgreedTrial && one.isDearer) return { kind: 'ask_again' }
  if (now < one.period.until) {
    if (reminder && reminder <= now && isAnnounced(one)) return { kind: 'remind' }
    const next = reminder && reminder > now ? reminder : null
    // In the last week of a trial every day, so that its owner can still agree to another amount.
    const tomorrow = isAgreedTrial && !next ? new Date(now.getTime() + DAY_SECONDS * 1000) : null
    return { kind: 'wait', until: earliest(next, tomorrow, one.period.until) }
  }
  if (one.isCancelled) return { kind: 'end', reason: 'cancelled' }
  if (!one.isAgreed) return { kind: 'end', reason: 'trial_over' }
  return { kind: 'renew' }
}

/** When the open order is charged again; null: not before the owner does something. */
function nextChargeAt(one: Standing, since: Date): Date | null {
  const day = one.stopsCharging ? undefined : DUNNING_DAYS[one.chargesTried]
  return day === undefined ? null : daysLater(since, day, one.timeZone)
}

/** The order for the last use is charged on the same days, and written off afterwards. */
function advanceEnded(one: Standing, now: Date): Step {
  if (one.isChargeAsked) return { kind: 'charge', turn: one.chargesTried + 1 }
  const chargeAt = nextChargeAt(one, one.endedAt ?? now)
  if (chargeAt && (one.chargesTried === 0 || now >= chargeAt))
    return { kind: 'charge', turn: one.chargesTried + 1 }
  return { kind: 'wait', until: chargeAt }
}

function advanceUnpaid(one: Standing, now: Date): Step {
  if (one.isCancelled) return { kind: 'end', reason: 'cancelled' }
  const isAskedFor = one.isChargeAsked || one.chargesTried > 0
  if (one.chargeFrom && now < one.chargeFrom && !isAskedFor)
    return { kind: 'wait', until: one.chargeFrom }
  // However late: nothing ends unpaid that nobody tried to charge.
  if (one.chargesTried === 0 && !one.stopsCharging && one.state !== 'paused')
    return { kind: 'charge', turn: 1 }
  const since = one.pastDueSince ?? one.period.until
  const endsAt = daysLater(since, UNPAID_DAYS, one.timeZone)
  if (now >= endsAt) return { kind: 'end', reason: 'unpaid' }
  if (one.isChargeAsked) return { kind: 'charge', turn: one.chargesTried + 1 }
  if (one.state === 'paused') return { kind: 'wait', until: endsAt }
  const pausesAt = daysLater(since, GRACE_DAYS, one.timeZone)
  if (now >= pausesAt && one.state === 'past_due') return { kind: 'pause' }
  const chargeAt = nextChargeAt(one, since)
  if (chargeAt && now >= chargeAt) return { kind: 'charge', turn: one.chargesTried + 1 }
  return { kind: 'wait', until: earliest(chargeAt, pausesAt) }
}

/** Until when an item works in a period that begins `from` and is not paid. */
export const graceEnd = (from: Date, timeZone: string): Date =>
  daysLater(from, GRACE_DAYS, timeZone)

/** What changes whether an unpaid item works: it was paused (null), or has grace until a day. */
export interface AccessChange {
  at: Date
  until: Date | null
}

/**
 * The days of a period on which the item worked although nobody paid for it: the days of grace,
 * less those on which it was paused, with those that an operator added. A day that is begun
 * counts.
 */
export function unpaidDays(
  { from, until }: Pick<Period, 'from' | 'until'>,
  timeZone: string,
  changes: readonly AccessChange[],
  now: Date,
): { worked: number; of: number } {
  const day = (at: Date) => dayIn(timeZone, at)
  /** The first day on which it no longer worked. */
  const dayAfterEnd = (end: Date) =>
    startOfDay(timeZone, day(end)).getTime() === end.getTime() ? day(end) : dayAfter(day(end))
  const of = daysBetween(day(from), day(until))
  let worked = 0
  let counted = day(from)
  let begin = from
  let end = graceEnd(from, timeZone)
  const count = () => {
    if (end <= begin) return
    const [first, last] = [day(begin) > counted ? day(begin) : counted, dayAfterEnd(end)]
    worked += Math.max(0, daysBetween(first, last))
    counted = last > counted ? last : counted
  }
  for (const { at, until: next } of changes) {
    if (next === null) end = earliest(end, at)
    else {
      if (at >= end) {
        count()
        begin = at
      }
      end = next
    }
  }
  end = earliest(end, now)
  count()
  return { worked: Math.min(worked, of), of }
}

/** The day of the next try after `tried` ones failed; null when there is none. */
export function nextChargeDay(since: Date, tried: number, timeZone: string): string | null {
  const days = DUNNING_DAYS[tried]
  return days === undefined ? null : dayAfter(dayIn(timeZone, since), days)
}

export interface ComingCharge {
  /** Of the paid period that it is for. */
  no: number
  day: string
  /** Before coupons, and before the tax of the invoice's country where list prices exclude it. */
  amountMinor: number
  /** The most that use may add. */
  capMinor: number
}

/** The charges of the plan from `from` on within `months` months, if nothing changes. */
export function comingCharges(
  anchor: Anchor,
  terms: Terms,
  {
    firstNo,
    firstDay,
    months,
    capMinor,
  }: { firstNo: number; firstDay: string; months: number; capMinor: number },
): ComingCharge[] {
  const last = monthsAfterDay(firstDay, months)
  const charges: ComingCharge[] = []
  for (let no = firstNo; ; no += 1) {
    const day = periodDay(anchor, terms.period, no)
    if (day >= last) return charges
    charges.push({ no, day, amountMinor: terms.amountMinor, capMinor })
  }
}
