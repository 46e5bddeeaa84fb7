import type { Limit } from '#lib/limit.ts'

/** D14: so long after it was taken off may a store still say something about an item. */
export const REVIEW_DAYS = 45
/** Of a text, in UTF-16 units as browsers count them. */
export const MAX_TEXT = 4_000
export const MAX_REPORT_TEXT = 1_000

export const REPORT_REASONS = ['advertising', 'insult', 'personal_data', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

const DAY_MS = 86_400_000

/** What is known of a store's time with an item. */
export interface Use {
  version: string
  installedAt: Date
  uninstalledAt: Date | null
}

export type Right = { may: true } | { may: false; why: 'never_installed' | 'too_late' }

/** Only who has or had the item knows what it is like (D14). */
export function mayReview(use: Use | null, now: Date): Right {
  if (use === null) return { may: false, why: 'never_installed' }
  if (
    use.uninstalledAt === null ||
    now.getTime() - use.uninstalledAt.getTime() <= REVIEW_DAYS * DAY_MS
  )
    return { may: true }
  return { may: false, why: 'too_late' }
}

/** Facts that stand beside a review: as they are when it is written. Days are whole ones. */
export function factsOf(
  use: Use,
  now: Date,
): { version: string; installed_days: number; still_installed: boolean } {
  const until = use.uninstalledAt ?? now
  return {
    version: use.version,
    installed_days: Math.max(0, Math.floor((until.getTime() - use.installedAt.getTime()) / DAY_MS)),
    still_installed: use.uninstalledAt === null,
  }
}

export const writeLimits = (storeId: string): Limit[] => [
  { key: `review store ${storeId}`, most: 20, seconds: 3_600 },
]

/** One report of a review by one address a day, ten reports an hour. */
export const reportLimits = (ip: string, reviewId: string): Limit[] => [
  { key: `report ip ${ip} ${reviewId}`, most: 1, seconds: 86_400 },
  { key: `report ip ${ip}`, most: 10, seconds: 3_600 },
]
