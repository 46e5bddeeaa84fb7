import type { FieldRules } from '#lib/field-rules.ts'
import { LOCALES, type Locale, type Text } from '#lib/locale.ts'

/** Fields of a partner's profile, in the order of the page. */
export const PROFILE_RULES = {
  name: { required: true, min: 2, max: 80 },
  about: { max: 600, lines: true },
  support_email: { email: true, max: 254 },
} as const satisfies Record<string, FieldRules>

/** Seller details that a marketplace in Turkey must show to buyers. */
export const SELLER_RULES = {
  legal_name: { max: 200 },
  legal_address: { max: 500, lines: true },
  tax_office: { max: 80 },
  tax_number: { max: 32 },
  registry_number: { max: 40 },
  registered_mail: { email: true, max: 254 },
  phone: { phone: true, max: 32 },
} as const satisfies Record<string, FieldRules>
export type SellerField = keyof typeof SELLER_RULES
/** In the order of the developer's page. */
export const SELLER_FIELDS = [
  'legal_name',
  'legal_address',
  'registry_number',
  'tax_office',
  'tax_number',
  'registered_mail',
  'phone',
] as const satisfies readonly SellerField[]

/** Parts of a profile that are saved together. */
export const PROFILE_PARTS = ['profile', 'seller', 'logo'] as const
export type ProfilePart = (typeof PROFILE_PARTS)[number]

export const PROFILE_FIELDS = [
  'about',
  'website',
  'support',
  'privacy_url',
  'logo',
  'legal_name',
  'legal_address',
  'registration',
  'phone',
] as const
export type ProfileField = (typeof PROFILE_FIELDS)[number]

export interface ProfileFacts {
  about: Text
  website: string | null
  support_email: string | null
  support_url: string | null
  privacy_url: string | null
  logo: string | null
  seller: Record<SellerField, string | null>
}

/**
 * Fields that a complete profile has and this one lacks, in the order of the page. `language`: the
 * market's default, in which it must say something about itself.
 */
export function missingFields(
  { about, seller, ...facts }: ProfileFacts,
  language: Locale,
): ProfileField[] {
  const has: Record<ProfileField, unknown> = {
    about: about[language],
    website: facts.website,
    support: facts.support_email ?? facts.support_url,
    privacy_url: facts.privacy_url,
    logo: facts.logo,
    legal_name: seller.legal_name,
    legal_address: seller.legal_address,
    registration: seller.registry_number ?? seller.tax_number,
    phone: seller.phone,
  }
  return PROFILE_FIELDS.filter((field) => !has[field])
}

/** First steps of a partner on the home page, in their order. */
export const ONBOARDING_STEPS = [
  'profile',
  'verified',
  'seller',
  'payout',
  'item',
  'submission',
] as const
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number]

/** The domain to prove: the site's host without `www.`. Null without a site. */
export const domainOf = (website: string | null): string | null =>
  website === null ? null : (URL.parse(website)?.hostname.replace(/^www\.(?=[^.]+\.)/, '') ?? null)

const DAY = 86_400

/** How long a mailed link is valid. */
export const MAIL_CHECK_SECONDS = 3 * DAY
/** How often a domain's proof is checked again. */
export const RECHECK_SECONDS = DAY
/** A missing proof lapses after this time. */
export const GRACE_SECONDS = 14 * DAY
/** When expired links are deleted. */
export const MAIL_CHECK_KEPT_SECONDS = 30 * DAY

export const PROOF_LIMITS = {
  /** Each check makes two outside requests. */
  looks: { most: 30, seconds: 3_600 },
  mails: { most: 10, seconds: DAY },
  /**
   * Mails to one address from all partners: it may be somebody else's. Beyond it each partner has
   * one a day.
   */
  mailsToOne: { most: 3, seconds: DAY },
  mailsSlowed: { most: 1, seconds: DAY },
  tokens: { most: 60, seconds: 3_600 },
} as const

export const recordName = (domain: string): string => `_arasta.${domain}`
/** The value of the DNS record and the content of the file. */
export const proofText = (proof: string): string => `arasta-proof=${proof}`
const FILE_PATH = '/.well-known/arasta-proof.txt'
export const fileAddress = (website: string): string => new URL(FILE_PATH, website).href

export const QUESTION_STATES = ['new', 'open', 'done'] as const
/** Answers that a team gives often. */
export const CANNED_RULES = {
  title: { required: true, max: 100 },
  body: { required: true, min: 2, max: 5000, lines: true },
} as const satisfies Record<string, FieldRules>
export const MOST_CANNED = 100
/** Whose questions a list shows. */
export const ASSIGNED = ['me', 'nobody'] as const

export const ANSWER_RULES = {
  text: { required: true, min: 2, max: 5000, lines: true },
} as const satisfies Record<string, FieldRules>

/**
 * Parts of a draft, each edited on a page of its own: one per language, common facts, pictures,
 * plans.
 */
export const PARTS = [...LOCALES, 'about', 'pictures', 'plans'] as const
export type Part = (typeof PARTS)[number]
