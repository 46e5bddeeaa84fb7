import { checkFields } from '#lib/field-rules.ts'
import type { FieldMessage } from '#lib/refusal.ts'
import { CONTACT_RULES, NEWSLETTER_RULES, type ContactField } from '../rules.ts'

/** In the order of the page. */
export const CONTACT_FIELDS = Object.keys(CONTACT_RULES) as ContactField[]

/**
 * A field that no person sees: whoever fills it in is a robot. Named as robots like it, and not as
 * browsers fill in by themselves.
 */
export const TRAP_FIELD = 'company_site'
/** When the page was made, in milliseconds. */
export const OPENED_FIELD = 'opened'
/** Nobody fills in five fields faster, not even with a browser's help. */
const MIN_MS = 2_000

const text = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** What the page and the server find wrong with the form (S5.8). */
export const findContactMistakes = (form: FormData): Record<string, FieldMessage> =>
  checkFields(CONTACT_RULES, (name) => text(form, name))

export const findNewsletterMistakes = (form: FormData): Record<string, FieldMessage> =>
  checkFields(NEWSLETTER_RULES, (name) => text(form, name))

/** The form as the operation takes it; an empty phone is none. */
export const readContact = (form: FormData): Record<ContactField, string> & { phone?: string } => {
  const { phone, ...given } = Object.fromEntries(
    CONTACT_FIELDS.map((name) => [name, text(form, name)]),
  ) as Record<ContactField, string>
  return { ...given, ...(phone.trim() !== '' && { phone }) } as Record<ContactField, string>
}

/** What is written back into the page, as long as it may be. */
export const keptContact = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    CONTACT_FIELDS.map((name) => [name, text(form, name).slice(0, 2 * CONTACT_RULES[name].max)]),
  )

export const isTrapped = (form: FormData): boolean => text(form, TRAP_FIELD) !== ''

/** Sent faster than anybody types. A form without the time is not judged: it may be an old page. */
export function isTooFast(form: FormData, now: Date): boolean {
  const opened = Number(text(form, OPENED_FIELD))
  return Number.isFinite(opened) && opened > 0 && now.getTime() - opened < MIN_MS
}
