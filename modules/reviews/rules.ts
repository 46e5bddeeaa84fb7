import type { Limit } from '#lib/limit.ts'
import type { FieldMessage } from '#lib/refusal.ts'

/** D14: how long after uninstalling an item a store may review it. */
const REVIEW_DAYS = 45
/** In UTF-16 units, as browsers count. */
export const MAX_TEXT = 4_000
export const MAX_REPORT_TEXT = 1_000

export const REPORT_REASONS = ['advertising', 'insult', 'personal_data', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

const DAY_MS = 86_400_000

/** When a store had an item. */
export interface Use {
  version: string
  installedAt: Date
  uninstalledAt: Date | null
}

export type Right = { may: true } | { may: false; why: 'never_installed' | 'too_late' }

/** Only stores that have or had the item may review it (D14). */
export function mayReview(use: Use | null, now: Date): Right {
  if (use === null) return { may: false, why: 'never_installed' }
  if (
    use.uninstalledAt === null ||
    now.getTime() - use.uninstalledAt.getTime() <= REVIEW_DAYS * DAY_MS
  )
    return { may: true }
  return { may: false, why: 'too_late' }
}

/** Facts that are shown beside a review, as of its writing. Days are rounded down. */
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

export const MAX_PICTURES = 3
/** Of one upload; larger than any telephone makes them. */
export const MAX_PICTURE_BYTES = 8 * 1024 * 1024
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
/** By store: each picture is decoded. */
export const PICTURE_LIMIT = { most: 20, seconds: 3_600 } as const
export const VOTE_LIMIT = { most: 120, seconds: 3_600 } as const

export const writeLimits = (storeId: string): Limit[] => [
  { key: `review store ${storeId}`, most: 20, seconds: 3_600 },
]

/** One report of a review by one address a day, ten reports an hour. */
export const reportLimits = (ip: string, reviewId: string): Limit[] => [
  { key: `report ip ${ip} ${reviewId}`, most: 1, seconds: 86_400 },
  { key: `report ip ${ip}`, most: 10, seconds: 3_600 },
]

/** Checks a review in the browser before it is sent (S5.8); the contract checks it again. */
export function findReviewErrors(form: FormData): Record<string, FieldMessage> {
  const text = form.get('text')
  return {
    ...(!/^[1-5]$/.test(String(form.get('rating') ?? '')) && { rating: { code: 'field.stars' } }),
    ...(typeof text === 'string' &&
      text.length > MAX_TEXT && { text: { code: 'field.max', params: { n: MAX_TEXT } } }),
  }
}

/** The same for a report. */
export function findReportErrors(form: FormData): Record<string, FieldMessage> {
  const text = form.get('text')
  return {
    ...(!REPORT_REASONS.some((reason) => reason === form.get('reason')) && {
      reason: { code: 'field.required' },
    }),
    ...(typeof text === 'string' &&
      text.length > MAX_REPORT_TEXT && {
        text: { code: 'field.max', params: { n: MAX_REPORT_TEXT } },
      }),
  }
}
