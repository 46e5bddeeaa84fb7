import type { FieldRules } from '#lib/field-rules.ts'

export const PERSON_RULES = {
  name: { required: true, max: 100 },
  email: { required: true, email: true, max: 254 },
} as const satisfies Record<string, FieldRules>

/** NIST SP 800-63B asks for length only. */
export const PASSWORD_LENGTH = { min: 10, max: 200 } as const
export const PASSKEY_NAME_RULES = { max: 60 } as const satisfies FieldRules

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Lifetime of a console session. */
export const SESSION_SECONDS = 3 * DAY
/** Age of a session up to which passkeys can be added. */
export const FRESH_SECONDS = 12 * HOUR
export const CHALLENGE_SECONDS = 5 * MINUTE
/** Time to sign in at the provider and return. */
export const OPENID_SECONDS = 10 * MINUTE
export const RECOVERY_SECONDS = HOUR
export const EMAIL_CHECK_SECONDS = DAY
/** After this time a mailed link no longer removes an authenticator app. */
export const APP_CODE_SETTLED_SECONDS = 7 * DAY
export const INVITATION_SECONDS = 7 * DAY
export const FIRST_LINK_SECONDS = DAY

/** Rate limits (ABU-1); the name tells who is counted. */
export const LIMITS = {
  signInIp: { most: 60, seconds: HOUR },
  /**
   * Attempts at one account from all sources. Beyond it each network address still has a few, so
   * that strangers cannot lock its owner out.
   */
  signInAddress: { most: 10, seconds: 15 * MINUTE },
  signInSlowed: { most: 3, seconds: HOUR },
  codeIp: { most: 60, seconds: HOUR },
  recoveryIp: { most: 20, seconds: HOUR },
  /** Mails to one address from all callers. The caller is not told when it is used up. */
  recoveryAddress: { most: 3, seconds: HOUR },
  linkIp: { most: 60, seconds: HOUR },
  passwordPerson: { most: 10, seconds: HOUR },
  mailPerson: { most: 5, seconds: HOUR },
  invitationTeam: { most: 50, seconds: DAY },
} as const

/** A mailbox in one written form. The library lowers addresses in the same way. */
export const mailboxOf = (email: string): string => email.toLowerCase()

export const TOKEN_NAME_RULES = { required: true, max: 60 } as const satisfies FieldRules

/** Lifetimes of tokens in days; `USUAL_TOKEN_DAYS` is the default. */
export const TOKEN_DAYS = [7, 90, 180, 365] as const
export const USUAL_TOKEN_DAYS = 90
export const MOST_TOKENS = 50

const REMIND_SECONDS = 7 * DAY

/** The reminder is mailed a week before the end, or when a quarter of a short lifetime is left. */
export const secondsToReminder = (days: number): number =>
  days * DAY - Math.min(REMIND_SECONDS, (days * DAY) / 4)

/** State of a token; only live ones are valid. */
export const tokenState = (
  token: { expires_at: Date; revoked_at: Date | null },
  now: Date,
): 'live' | 'over' | 'revoked' =>
  token.revoked_at !== null ? 'revoked' : token.expires_at <= now ? 'over' : 'live'
