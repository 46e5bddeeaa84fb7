import { useEffect, useEffectEvent, useImperativeHandle, type RefObject } from 'react'
import { findNewsletterErrors } from '#modules/messaging/ui/contact-form.ts'
import { type FieldErrors, useFormCheck } from '#ui/use-form-check.ts'

/** S5.7, S5.8 for the newsletter's form; a file of its own that comes when the form is used. */
export function NewsletterCheck({ form, answer, onFieldErrors, submit }: CheckProps) {
  const check = useFormCheck({ form, answer, find: findNewsletterErrors })
  const { fieldErrors } = check
  useImperativeHandle(submit, () => check.submit)
  useEffect(() => onFieldErrors(fieldErrors), [fieldErrors, onFieldErrors])
  // It came late: the field has been filled in and left already.
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
  /** When the fields are not to blame. */
  message: string | null
  given: string
}

/** The rules of the form, at work: shows nothing itself. */
export interface CheckProps {
  form: RefObject<HTMLFormElement | null>
  answer: NewsletterAnswer | undefined
  onFieldErrors(fieldErrors: FieldErrors): void
  /** Filled in by the check: says all that is wrong, true when nothing is. */
  submit: RefObject<(() => boolean) | null>
}
