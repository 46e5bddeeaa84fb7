import { useNavigation } from 'react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { HONEYPOT_FIELD } from '#modules/messaging/ui/contact-form.ts'
import { useWords } from '../../messages.tsx'

/** The button of a form that writes to somebody, and what becomes of what is written. */
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

/**
 * In the form's place when it is on its way. Its heading takes the focus, so that it is read out.
 */
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
 * The field for robots: out of sight, of the tab order and of what is read out; `label` warns
 * whoever finds it all the same.
 */
export const Honeypot = ({ label }: { label: string }) => (
  <div aria-hidden="true" className="absolute size-px overflow-hidden [clip-path:inset(50%)]">
    <label>
      {label}
      <input type="text" name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)
