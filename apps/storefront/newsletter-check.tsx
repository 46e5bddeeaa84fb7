import { useEffect, useEffectEvent, useImperativeHandle } from 'react'
import { findNewsletterMistakes } from '#contexts/contact/ui/contact-form.ts'
import { useFormCheck } from '#ui/use-form-check.ts'
import type { CheckProps } from './newsletter-form.tsx'

/** S5.7, S5.8 for the newsletter's form; a file of its own that comes when the form is used. */
export function NewsletterCheck({ form, answer, onMistakes, submit }: CheckProps) {
  const check = useFormCheck({ form, answer, find: findNewsletterMistakes })
  const { mistakes } = check
  useImperativeHandle(submit, () => check.submit)
  useEffect(() => onMistakes(mistakes), [mistakes, onMistakes])
  // It came late: the field has been filled in and left already.
  const catchUp = useEffectEvent(() => {
    const email = form.current?.elements.namedItem('email')
    if (email instanceof HTMLInputElement && email.value !== '' && document.activeElement !== email) check.submit()
  })
  useEffect(() => catchUp(), [])
  return null
}
