import type { FieldRules } from '#lib/field-rules.ts'
import { LOCALES } from '#lib/locale.ts'

/** What a partner says of itself, in the order of the page. */
export const PROFILE_RULES = {
  name: { required: true, min: 2, max: 80 },
  about: { max: 600, lines: true },
  support_email: { email: true, max: 254 },
} as const satisfies Record<string, FieldRules>

/** Who sells: a marketplace in Turkey shows it to the buyer. */
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

/** What is written on one page and saved together. */
export const PROFILE_PARTS = ['profile', 'seller', 'logo'] as const
export type ProfilePart = (typeof PROFILE_PARTS)[number]

export const PROFILE_FIELDS = [
  'about_tr',
  'about_en',
  'about_ar',
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
  about: { tr?: string | undefined; en?: string | undefined; ar?: string | undefined }
  website: string | null
  support_email: string | null
  support_url: string | null
  privacy_url: string | null
  logo: string | null
  seller: Record<SellerField, string | null>
}

/** What a whole profile has and this one has not, in the order of the page. */
export function missingFields({ about, seller, ...facts }: ProfileFacts): ProfileField[] {
  const has: Record<ProfileField, unknown> = {
    about_tr: about.tr,
    about_en: about.en,
    about_ar: about.ar,
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

/** The domain that a proof is of: the site's host. Null where there is no site. */
export const domainOf = (website: string | null): string | null =>
  website === null ? null : (URL.parse(website)?.hostname.replace(/^www\.(?=[^.]+\.)/, '') ?? null)

const DAY = 86_400

/** How long a mailed link is good. */
export const MAIL_CHECK_SECONDS = 3 * DAY
/** How often the job looks whether a domain's proof is still there. */
export const LOOK_AGAIN_SECONDS = DAY
/** A proof that is gone for so long counts no more; until then its owners have been told. */
export const GRACE_SECONDS = 14 * DAY
/** Links that ended are forgotten. */
export const KEEP_CHECKS_SECONDS = 30 * DAY

export const PROOF_LIMITS = {
  /** Clicks on "look now": each asks the outside twice. */
  looks: { most: 30, seconds: 3_600 },
  mails: { most: 10, seconds: DAY },
  /**
   * To one address, whoever asks for it: it may be somebody else's. Past it each partner still gets
   * one a day.
   */
  mailsToOne: { most: 3, seconds: DAY },
  mailsSlowed: { most: 1, seconds: DAY },
  tokens: { most: 60, seconds: 3_600 },
} as const

export const recordName = (domain: string): string => `_arasta.${domain}`
/** What the record says, and what stands in the file. */
export const proofText = (proof: string): string => `arasta-proof=${proof}`
const FILE_PATH = '/.well-known/arasta-proof.txt'
export const fileAddress = (website: string): string => new URL(FILE_PATH, website).href

export const QUESTION_STATES = ['new', 'open', 'done'] as const
export const ANSWER_RULES = {
  text: { required: true, min: 2, max: 5000, lines: true },
} as const satisfies Record<string, FieldRules>

/** What is edited on one page: a language's words, what holds in all of them, pictures, plans. */
export const PARTS = [...LOCALES, 'about', 'pictures', 'plans'] as const
export type Part = (typeof PARTS)[number]
