import type { FieldRules } from '#lib/field-rules.ts'

export const TOKEN_NAME_RULES = { required: true, max: 60 } as const satisfies FieldRules

/** How long a token may last; the second is what one gets without choosing. */
export const TOKEN_DAYS = [7, 90, 180, 365] as const
export const USUAL_TOKEN_DAYS = 90
export const MOST_TOKENS = 50

const DAY = 86_400
const REMIND_SECONDS = 7 * DAY

/** A mail a week before the end, or when a quarter of a short life is left. */
export const secondsToReminder = (days: number): number =>
  days * DAY - Math.min(REMIND_SECONDS, (days * DAY) / 4)

/** How a token stands: only the first opens anything. */
export const tokenState = (
  token: { expires_at: Date; revoked_at: Date | null },
  now: Date,
): 'live' | 'over' | 'revoked' =>
  token.revoked_at !== null ? 'revoked' : token.expires_at <= now ? 'over' : 'live'
