import type { Installation } from '../contract.ts'

/** What an item does on the shop now; those that need the owner come first. */
export const NEEDS = [
  'payment',
  'stuck',
  'stopped',
  'failing',
  'trial',
  'asks',
  'changed',
  'update',
  'moving',
  'trying',
  'working',
  'paused',
] as const
export type Need = (typeof NEEDS)[number]

/**
 * Those for which the owner must decide something: what "My apps" and the count beside it call
 * waiting. A change that somebody made on the shop is none: it is known only where the shop is
 * read, and the item works.
 */
const WAITING: readonly Need[] = ['payment', 'stuck', 'stopped', 'failing', 'trial', 'asks']
export const waitsForOwner = (need: Need): boolean => WAITING.includes(need)

/** A trial asks for a decision when it ends so soon. */
const TRIAL_DAYS = 7

export interface SubscriptionFacts {
  /** An amount is open. */
  isDue: boolean
  /** Of a trial that the owner has not agreed to continue; null of every other. */
  trialDaysLeft: number | null
}

export interface NeedFacts {
  /** Parts that somebody changed on the shop. */
  changed: number
  subscription: SubscriptionFacts | null
  /** Its update needs consent, an answer or an agreement. */
  asks: boolean
  /** Visitors see errors from its files again and again. */
  failing: boolean
}

const DAY_MS = 86_400_000

/** Days that have begun until then, never negative. */
export const daysUntil = (time: string | null, now: number): number =>
  time === null ? 0 : Math.max(0, Math.ceil((Date.parse(time) - now) / DAY_MS))

const MOVING: readonly Installation['state'][] = [
  'installing',
  'updating',
  'pausing',
  'resuming',
  'uninstalling',
]

export function needOf(
  one: Pick<Installation, 'state' | 'release_state'> & { is_stopped: boolean },
  { changed, subscription, asks, failing }: NeedFacts,
): Need {
  if (one.state === 'needs_action') return 'stuck'
  if (MOVING.includes(one.state)) return 'moving'
  if (subscription?.isDue) return 'payment'
  if (one.is_stopped) return 'stopped'
  if (one.state === 'paused') return 'paused'
  if (failing) return 'failing'
  const left = subscription?.trialDaysLeft ?? null
  if (left !== null && left <= TRIAL_DAYS) return 'trial'
  if (one.release_state === 'old' && asks) return 'asks'
  if (changed > 0) return 'changed'
  if (one.release_state === 'old') return 'update'
  return left === null ? 'working' : 'trying'
}

export const byNeed = <Row extends { need: Need }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => NEEDS.indexOf(a.need) - NEEDS.indexOf(b.need))
