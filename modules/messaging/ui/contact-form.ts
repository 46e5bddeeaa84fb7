import { checkFields } from '#lib/field-rules.ts'
import type { FieldMessage } from '#lib/refusal.ts'
import { CONTACT_RULES, NEWSLETTER_RULES, type ContactField } from '../rules.ts'

const CONTACT_FIELDS = Object.keys(CONTACT_RULES) as ContactField[]

/** A field that only robots fill in. Its name attracts robots, but not the browser's autofill. */
export const HONEYPOT_FIELD = 'company_site'
/** When the page was rendered, in milliseconds. */
export const OPENED_FIELD = 'opened'
/** Nobody fills in five fields faster, even with autofill. */
const MIN_MS = 2_000

const text = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Used in the browser and on the server (S5.8). */
export const findContactErrors = (form: FormData): Record<string, FieldMessage> =>
  checkFields(CONTACT_RULES, (name) => text(form, name))

export const findNewsletterErrors = (form: FormData): Record<string, FieldMessage> =>
  checkFields(NEWSLETTER_RULES, (name) => text(form, name))

/** The form as the operation takes it; an empty phone is left out. */
export const readContact = (form: FormData): Record<ContactField, string> & { phone?: string } => {
  const { phone, ...given } = Object.fromEntries(
    CONTACT_FIELDS.map((name) => [name, text(form, name)]),
  ) as Record<ContactField, string>
  return { ...given, ...(phone.trim() !== '' && { phone }) } as Record<ContactField, string>
}

/** Values for showing the form again, cut to a maximum length. */
export const keptContact = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    CONTACT_FIELDS.map((name) => [name, text(form, name).slice(0, 2 * CONTACT_RULES[name].max)]),
  )

export const isHoneypotFilled = (form: FormData): boolean => text(form, HONEYPOT_FIELD) !== ''

/**
 * True for a form that was sent faster than anybody types. A form without the time may come from an
 * old page.
 */
export function isTooFast(form: FormData, now: Date): boolean {
  const opened = Number(text(form, OPENED_FIELD))
  return Number.isFinite(opened) && opened > 0 && now.getTime() - opened < MIN_MS
}
