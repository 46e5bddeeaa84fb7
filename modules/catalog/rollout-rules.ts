import { createHash } from 'node:crypto'
import { isPreview } from './packages/versions.ts'

/** Shares are counted in these: a stage of 100 is one store in a hundred. */
export const EVERYBODY = 10_000

export const CHANNELS = ['stable', 'preview'] as const
export type Channel = (typeof CHANNELS)[number]

/**
 * Where a store stands among 10,000 for one version of an item: it is offered it once the share is
 * above that. Who is in early stays in; for the next version others are the first. The database has
 * the same function (`rollout_place`).
 */
export const placeOf = (storeId: string, itemId: string, version: string): number =>
  createHash('sha256').update(`${storeId} ${itemId} ${version}`).digest().readUInt32BE(0) %
  EVERYBODY

/** Whether a release has come to this store's turn. */
export const isInStage = (
  { share, itemId, version }: { share: number; itemId: string; version: string },
  storeId: string,
): boolean => share >= EVERYBODY || (share > 0 && placeOf(storeId, itemId, version) < share)

/** How a release comes: shares of stores that grow, and the hours between. */
export interface RolloutPlan {
  stages: readonly number[]
  waitHours: number
}

export const IN_STAGES: RolloutPlan = { stages: [100, 1000, 5000, EVERYBODY], waitHours: 24 }
export const AT_ONCE: RolloutPlan = { stages: [EVERYBODY], waitHours: 24 }
/** With more stores than this a release comes in stages, if its partner has not chosen. */
export const STAGED_ABOVE = 100

/**
 * What becomes of a partner's choice. There are no stages where stores outside would be offered
 * nothing at all: without a release before that everybody may have. Previews come at once to who
 * asks for them, unless stages are chosen.
 */
export function planRollout(
  chosen: RolloutPlan | 'auto' | 'at_once',
  { version, stores, hasBefore }: { version: string; stores: number; hasBefore: boolean },
): RolloutPlan {
  if (chosen === 'at_once' || !hasBefore) return AT_ONCE
  if (chosen !== 'auto') return chosen
  return stores > STAGED_ABOVE && !isPreview(version) ? IN_STAGES : AT_ONCE
}
