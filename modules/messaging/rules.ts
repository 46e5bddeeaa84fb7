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

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** D16: how long a link to approve is good. */
export const APPROVE_SECONDS = 72 * HOUR
/** How long an address that was never approved, and its requests, are remembered. */
export const KEEP_REQUESTS_SECONDS = 30 * DAY
/** How long what somebody wrote to us is kept (D23). */
export const KEEP_MESSAGES_SECONDS = 730 * DAY
/**
 * Of the sentence that is agreed to (message `newsletter.consent`): a new one when its words
 * change.
 */
export const CONSENT_VERSION = '2026-11-21'

/** ABU-1. Whose turn it is stands behind the name. */
export const LIMITS = {
  contactIp: { most: 10, seconds: HOUR },
  contactStore: { most: 10, seconds: HOUR },
  /**
   * Of one address as the sender: the name of somebody else must not fill the inbox. Past it each
   * requester may still write once in its name.
   */
  contactSender: { most: 5, seconds: DAY },
  contactSlowed: { most: 1, seconds: DAY },
  /** By one link of an answer. */
  contactAgain: { most: 5, seconds: DAY },
  /** Mails to ourselves; the rest waits in the inbox. */
  contactMails: { most: 100, seconds: HOUR },
  newsletterIp: { most: 20, seconds: HOUR },
  /** Mails to one address, whoever asks for them. Nobody is told that it was used up. */
  newsletterAddress: { most: 3, seconds: DAY },
  /** Tokens tried. */
  newsletterTokens: { most: 60, seconds: HOUR },
} as const

/**
 * The same mailbox, however its address is written. Left of the @ only case is forgiven, as nearly
 * every provider does.
 */
export const mailboxOf = (email: string): string => email.normalize('NFKC').toLowerCase()

/** What the market's team writes back. */
export const ANSWER_RULES = {
  answer: { required: true, min: 10, max: 5000, lines: true },
} as const satisfies Record<string, FieldRules>
export const MESSAGE_STATES = ['new', 'read', 'answered'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]
export const SUBSCRIBER_STATES = ['pending', 'approved', 'unsubscribed'] as const
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number]
