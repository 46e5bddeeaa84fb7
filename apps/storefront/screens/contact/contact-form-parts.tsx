import { useNavigation } from 'react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { HONEYPOT_FIELD } from '#modules/messaging/ui/contact-form.ts'
import { useWords } from '../../messages.tsx'

/** The submit button of a contact form, and how the message is used. */
export function SendRow() {
  const { t } = useWords()
  const busy = useNavigation().state !== 'idle'
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-3">
      <Button type="submit" size="large" busy={busy}>
        {t(busy ? 'contact.sending' : 'contact.submit')}
      </Button>
      <p className="type-sm max-w-[46ch] text-ink2">{t('contact.privacy')}</p>
    </div>
  )
}

/** Replaces the form after sending. Its heading takes the focus, so that it is announced. */
export function Arrived({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div>
      <Icon name="mail" size={40} className="text-turquoise" />
      <h1 ref={heading} tabIndex={-1} className="type-title mt-4 focus:outline-none">
        {title}
      </h1>
      <p className="type-lg mt-2 text-ink2">{text}</p>
      <div className="mt-6 flex flex-wrap gap-3">{children}</div>
    </div>
  )
}

/**
 * A honeypot: invisible, and excluded from the tab order and screen readers; `label` warns people
 * who find it anyway.
 */
export const Honeypot = ({ label }: { label: string }) => (
  <div aria-hidden="true" className="absolute size-px overflow-hidden [clip-path:inset(50%)]">
    <label>
      {label}
      <input type="text" name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)
