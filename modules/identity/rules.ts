import type { FieldRules } from '#lib/field-rules.ts'

export const PERSON_RULES = {
  name: { required: true, max: 100 },
  email: { required: true, email: true, max: 254 },
} as const satisfies Record<string, FieldRules>

/** Long rather than odd: NIST SP 800-63B asks for length and for nothing else. */
export const PASSWORD_LENGTH = { min: 10, max: 200 } as const
export const PASSKEY_NAME_RULES = { max: 60 } as const satisfies FieldRules

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A session of the console ends after so long, whatever was done in it. */
export const SESSION_SECONDS = 3 * DAY
/** Adding a passkey wants a session that is not older. */
export const FRESH_SECONDS = 12 * HOUR
export const CHALLENGE_SECONDS = 5 * MINUTE
/** To sign in at the provider and come back. */
export const OPENID_SECONDS = 10 * MINUTE
export const RECOVERY_SECONDS = HOUR
export const EMAIL_CHECK_SECONDS = DAY
/** After so long an authenticator app is its owner's: no mailed link takes it away. */
export const APP_CODE_SETTLED_SECONDS = 7 * DAY
export const INVITATION_SECONDS = 7 * DAY
export const FIRST_LINK_SECONDS = DAY

/** ABU-1. Whose turn it is stands behind the name. */
export const LIMITS = {
  signInIp: { most: 60, seconds: HOUR },
  /**
   * Guesses at one account, wherever they come from. Past them each requester still has a few, so
   * that strangers cannot keep its owner out.
   */
  signInAddress: { most: 10, seconds: 15 * MINUTE },
  signInSlowed: { most: 3, seconds: HOUR },
  codeIp: { most: 60, seconds: HOUR },
  recoveryIp: { most: 20, seconds: HOUR },
  /** Mails to one address, whoever asks for them. Nobody is told that it was used up. */
  recoveryAddress: { most: 3, seconds: HOUR },
  linkIp: { most: 60, seconds: HOUR },
  passwordPerson: { most: 10, seconds: HOUR },
  mailPerson: { most: 5, seconds: HOUR },
  invitationTeam: { most: 50, seconds: DAY },
} as const

/** The same mailbox, however it is written. The library lowers addresses the same way. */
export const mailboxOf = (email: string): string => email.toLowerCase()

export const TOKEN_NAME_RULES = { required: true, max: 60 } as const satisfies FieldRules

/** How long a token may last; the second is what one gets without choosing. */
export const TOKEN_DAYS = [7, 90, 180, 365] as const
export const USUAL_TOKEN_DAYS = 90
export const MOST_TOKENS = 50

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
