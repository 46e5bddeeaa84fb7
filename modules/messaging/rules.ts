import type { FieldRules } from '#lib/field-rules.ts'

/** S3.6, S5.7: the fields of the contact form, in the order of the page. */
export const CONTACT_RULES = {
  fullname: { required: true, max: 120 },
  email: { required: true, email: true, max: 254 },
  phone: { phone: true, max: 32 },
  subject: { required: true, max: 150 },
  message: { required: true, min: 10, max: 5000, lines: true },
} as const satisfies Record<string, FieldRules>
export type ContactField = keyof typeof CONTACT_RULES

export const NEWSLETTER_RULES = {
  email: { required: true, email: true, max: 254 },
} as const satisfies Record<string, FieldRules>

/** A conversation with a seller: its first message, and those that follow. */
export const THREAD_RULES = {
  subject: CONTACT_RULES.subject,
  message: { required: true, min: 2, max: 5000, lines: true },
} as const satisfies Record<string, FieldRules>

/** How a conversation stands for the owner: whose turn it is, or solved. */
export const THREAD_STATES = ['waiting', 'answered', 'solved'] as const
export type ThreadState = (typeof THREAD_STATES)[number]

/** Facts that an owner may tell a seller. */
export const SHARED_FACTS = ['shop', 'version', 'order'] as const
export type SharedFact = (typeof SHARED_FACTS)[number]

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** D16: how long a link to approve is valid. */
export const APPROVE_SECONDS = 72 * HOUR
/** Of the consent text (`newsletter.consent`); change it when the text changes. */
export const CONSENT_VERSION = '2026-11-21'

/** ABU-1: rate limits. */
export const LIMITS = {
  contactIp: { most: 10, seconds: HOUR },
  contactStore: { most: 10, seconds: HOUR },
  /** By sender's address. Beyond it each requester may still write once (`contactSlowed`). */
  contactSender: { most: 5, seconds: DAY },
  contactSlowed: { most: 1, seconds: DAY },
  /** By question. */
  contactAgain: { most: 5, seconds: DAY },
  /** Mails to the market's team; all messages are in the inbox. */
  contactMails: { most: 100, seconds: HOUR },
  newsletterIp: { most: 20, seconds: HOUR },
  /** Mails to one address. Reaching the limit is not shown. */
  newsletterAddress: { most: 3, seconds: DAY },
  /** Tokens tried. */
  newsletterTokens: { most: 60, seconds: HOUR },
} as const

/** A mailbox in one form of writing; case is ignored, as nearly every provider does. */
export const mailboxOf = (email: string): string => email.normalize('NFKC').toLowerCase()

/** An answer of the market's team. */
export const ANSWER_RULES = {
  answer: { required: true, min: 10, max: 5000, lines: true },
} as const satisfies Record<string, FieldRules>
export const MESSAGE_STATES = ['new', 'read', 'answered'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]
export const SUBSCRIBER_STATES = ['pending', 'approved', 'unsubscribed'] as const
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number]
