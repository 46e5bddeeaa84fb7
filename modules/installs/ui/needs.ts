import type { Installation } from '../contract.ts'

/** What an item does on the shop now; those that need the owner come first. */
export const NEEDS = [
  'payment',
  'stuck',
  'stopped',
  'changed',
  'trial',
  'update',
  'moving',
  'trying',
  'working',
  'paused',
] as const
export type Need = (typeof NEEDS)[number]

/** Those for which somebody must decide something. */
const WAITING: readonly Need[] = ['payment', 'stuck', 'stopped', 'changed', 'trial', 'update']
export const waitsForOwner = (need: Need): boolean => WAITING.includes(need)

/** A trial asks for a decision when it ends so soon. */
const TRIAL_DAYS = 7

export interface SubscriptionFacts {
  /** An amount is open. */
  isDue: boolean
  /** Of a trial that the owner has not agreed to continue; null of every other. */
  trialDaysLeft: number | null
}

const MOVING: readonly Installation['state'][] = [
  'installing',
  'updating',
  'pausing',
  'resuming',
  'uninstalling',
]

export function needOf(
  one: Pick<Installation, 'state' | 'stopped' | 'release_state'>,
  { changed, subscription }: { changed: number; subscription: SubscriptionFacts | null },
): Need {
  if (one.state === 'needs_action') return 'stuck'
  if (MOVING.includes(one.state)) return 'moving'
  if (subscription?.isDue) return 'payment'
  if (one.stopped) return 'stopped'
  if (one.state === 'paused') return 'paused'
  if (changed > 0) return 'changed'
  const left = subscription?.trialDaysLeft ?? null
  if (left !== null && left <= TRIAL_DAYS) return 'trial'
  if (one.release_state === 'old') return 'update'
  return left === null ? 'working' : 'trying'
}

export const byNeed = <Row extends { need: Need }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => NEEDS.indexOf(a.need) - NEEDS.indexOf(b.need))
