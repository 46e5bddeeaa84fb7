import type { CompanyFact } from '#lib/company-facts.ts'
import type { FieldRules } from '#lib/field-rules.ts'

/**
 * Pages that operators may write. The terms of checkout are not among them: consents are tied to
 * their words, which change with a release.
 */
export const TEXT_PATHS = [
  '/partners',
  '/developers',
  '/legal/terms',
  '/legal/privacy',
  '/legal/cookies',
  '/legal/refunds',
  '/legal/accessibility',
  '/legal/imprint',
] as const
export type TextPath = (typeof TEXT_PATHS)[number]

export const TEXT_RULES = {
  title: { required: true, max: 120 },
  lead: { required: true, max: 400 },
  body: { required: true, max: 40_000, lines: true },
} as const satisfies Record<string, FieldRules>

export const OPERATOR_RULES = {
  name: { required: true, max: 200 },
  address: { required: true, max: 300 },
  mail: { required: true, email: true, max: 254 },
  taxOffice: { max: 100 },
  taxNumber: { max: 20 },
  vatId: { max: 20 },
  register: { max: 120 },
  directors: { max: 200 },
  mersis: { max: 20 },
  kep: { email: true, max: 120 },
  phone: { max: 32 },
} as const satisfies Record<'name' | 'address' | 'mail' | CompanyFact, FieldRules>

/** The whole market, and its two parts where they differ. */
export const FACE_KINDS = ['both', 'app', 'theme'] as const
export type FaceKind = (typeof FACE_KINDS)[number]
export const FACE_RULES = {
  name: { max: 40 },
  mail: { email: true, max: 254 },
} as const satisfies Record<string, FieldRules>

/** Color tokens that a market may set. All others are derived from these or fixed. */
export const BRAND_COLOURS = [
  'action',
  'action-hover',
  'on-action',
  'link',
  'turquoise',
  'on-turquoise',
  'turquoise-light',
  'turquoise-tint',
  'focus',
] as const

/** As in a URL of the console. */
export const textName = (path: string): string => path.slice(1).replaceAll('/', '.')
export const textPathOf = (name: string): TextPath | null =>
  TEXT_PATHS.find((path) => textName(path) === name) ?? null

/** Onboarding steps, in their order. */
export const TODO_STEPS = [
  'second',
  'languages',
  'name',
  'colours',
  'company',
  'platform',
  'texts',
  'categories',
  'tax',
  'shares',
  'partners',
  'published',
] as const
export type TodoStep = (typeof TODO_STEPS)[number]
export const OPTIONAL_STEPS: readonly TodoStep[] = ['colours']
export const JOB_STATES = ['failed', 'waiting', 'active'] as const
export type JobStateName = (typeof JOB_STATES)[number]
