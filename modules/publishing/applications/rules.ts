import type { FieldRules } from '#lib/field-rules.ts'

/** Fields of an application, in the order of the page. */
export const APPLICATION_RULES = {
  name: { required: true, min: 2, max: 80 },
  email: { required: true, email: true, max: 254 },
  about: { required: true, min: 20, max: 1000, lines: true },
} as const satisfies Record<string, FieldRules>

/** Why an application is declined; the applicant reads it. */
export const DECLINE_RULES = {
  required: true,
  min: 10,
  max: 2000,
  lines: true,
} as const satisfies FieldRules

/** What an applicant wants to publish. */
export const MAKES = ['app', 'theme', 'both'] as const
export type Makes = (typeof MAKES)[number]

export const APPLICATION_STATES = ['open', 'waiting', 'approved', 'declined', 'withdrawn'] as const
export type ApplicationState = (typeof APPLICATION_STATES)[number]

/** Every transition of an application; `moveApplication` follows it. */
export const APPLICATION_MOVES: Readonly<Record<ApplicationState, readonly ApplicationState[]>> = {
  open: ['waiting', 'withdrawn'],
  waiting: ['approved', 'declined', 'withdrawn'],
  approved: [],
  declined: [],
  withdrawn: [],
}

export const statesBefore = (state: ApplicationState): ApplicationState[] =>
  APPLICATION_STATES.filter((from) => APPLICATION_MOVES[from].includes(state))

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const CODE_DIGITS = 6
/** Lifetime of a mailed code. */
export const CODE_SECONDS = 30 * MINUTE
/** Wrong entries after which only a new code counts. */
export const MOST_TRIES = 5

/** How long incomplete applications are kept; operators choose the number of days. */
export const KEPT_DAYS = { min: 1, max: 365 } as const
/** Declined ones are kept so long that a second application can be compared with the first. */
export const DECLINED_SECONDS = 180 * DAY

export const APPLICATION_LIMITS = {
  ip: { most: 10, seconds: DAY },
  /** All applications: more than operators could read. */
  day: { most: 500, seconds: DAY },
  codes: { most: 5, seconds: HOUR },
  /** Mails to one address from all applications: it may be somebody else's. */
  mailsToOne: { most: 5, seconds: DAY },
  /** Beyond it each network address has one a day. */
  mailsSlowed: { most: 1, seconds: DAY },
  guesses: { most: 60, seconds: HOUR },
  /** Each look makes two outside requests. */
  looks: { most: 20, seconds: HOUR },
} as const
