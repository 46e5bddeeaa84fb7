import { useEffect, useEffectEvent, useImperativeHandle, type RefObject } from 'react'
import { findNewsletterErrors } from '#modules/messaging/ui/contact-form.ts'
import { type FieldErrors, useFormCheck } from '#ui/use-form-check.ts'

/** S5.7, S5.8 for the newsletter form, in a chunk that is loaded on first use. */
export function NewsletterCheck({ form, answer, onFieldErrors, submit }: CheckProps) {
  const check = useFormCheck({ form, answer, find: findNewsletterErrors })
  const { fieldErrors } = check
  useImperativeHandle(submit, () => check.submit)
  useEffect(() => onFieldErrors(fieldErrors), [fieldErrors, onFieldErrors])
  // Loaded late: the field may have been filled in and left already.
  const catchUp = useEffectEvent(() => {
    const email = form.current?.elements.namedItem('email')
    if (email instanceof HTMLInputElement && email.value !== '' && document.activeElement !== email)
      check.submit()
  })
  useEffect(() => catchUp(), [])
  return null
}

export interface NewsletterAnswer {
  sent: boolean
  fieldErrors: FieldErrors
  /** An error that belongs to no field. */
  message: string | null
  given: string
}

/** Validates the form; renders nothing. */
export interface CheckProps {
  form: RefObject<HTMLFormElement | null>
  answer: NewsletterAnswer | undefined
  onFieldErrors(fieldErrors: FieldErrors): void
  /** Set by the check: shows all errors and returns true when there are none. */
  submit: RefObject<(() => boolean) | null>
}
