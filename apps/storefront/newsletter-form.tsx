import { useRef, type FormEvent } from 'react'
import { useFetcher } from 'react-router'
import { findNewsletterMistakes } from '#contexts/contact/ui/contact-form.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import type { Mistakes } from '#ui/form-check.ts'
import { useFormCheck } from '#ui/use-form-check.ts'
import { fieldWords } from './field-words.ts'
import { useWords } from './messages.tsx'

/** What a press of the button comes back with. */
export interface NewsletterAnswer {
  sent: boolean
  mistakes: Mistakes
  /** When the fields are not to blame. */
  message: string | null
  given: string
}

const ACTION = '/newsletter'

/**
 * S2.27. The same for everybody, for it stands on pages that all share. Without a script the answer is the page `/newsletter`; with one it
 * is said here.
 */
export function NewsletterForm({ id, button = 'secondary', answer }: {
  id: string
  button?: 'primary' | 'secondary'
  /** Of a press without a script. */
  answer?: NewsletterAnswer | undefined
}) {
  const { t } = useWords()
  const fetcher = useFetcher<NewsletterAnswer>()
  const form = useRef<HTMLFormElement>(null)
  const told = fetcher.data ?? answer
  const check = useFormCheck({ form, answer: told, find: findNewsletterMistakes })
  const { errors } = fieldWords(t, check.mistakes, () => t('newsletter.email'))
  const busy = fetcher.state !== 'idle'
  const sent = told?.sent === true && !busy
  const message = busy ? null : (told?.message ?? null)

  function submit(event: FormEvent) {
    if (busy || !check.submit()) {
      event.preventDefault()
      document.getElementById(id)?.focus()
    }
  }

  return (
    <fetcher.Form ref={form} method="post" action={ACTION} noValidate onSubmit={submit} aria-label={t('newsletter.title')}>
      <TextField
        // once asked, the field is empty for another address
        key={sent ? 'sent' : 'open'}
        id={id}
        name="email"
        type="email"
        label={t('newsletter.email')}
        defaultValue={sent ? '' : (told?.given ?? '')}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        dir="ltr"
        error={errors.email}
        beside={
          <Button type="submit" kind={button} busy={busy}>
            {t('newsletter.submit')}
          </Button>
        }
      />
      {/* there from the start, so that what appears in it is read out */}
      <p role="status" className="type-sm mt-2 empty:hidden">
        {sent ? t('newsletter.sent') : message}
      </p>
    </fetcher.Form>
  )
}
