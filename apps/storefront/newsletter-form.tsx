import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ComponentType,
  type FormEvent,
} from 'react'
import { useFetcher } from 'react-router'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field-error.tsx'
import type { FieldErrors } from '#ui/use-form-check.ts'
import type { MessageKey } from '#locales/keys.ts'
import { useWords } from './messages.tsx'
import type { CheckProps, NewsletterAnswer } from './newsletter-check.tsx'
import { optionalPart } from './optional-part.ts'

/**
 * S2.27. Independent of the visitor, because it is part of cached pages. Without a script the
 * response is the page `/newsletter`; with one it is shown here. The validation is loaded on first
 * use, because few readers use the form.
 */
export function NewsletterForm({
  id,
  button = 'secondary',
  answer,
}: {
  id: string
  button?: 'primary' | 'secondary'
  /** The response to a submission without a script. */
  answer?: NewsletterAnswer | undefined
}) {
  const { t } = useWords()
  const fetcher = useFetcher<NewsletterAnswer>()
  const form = useRef<HTMLFormElement>(null)
  const submit = useRef<(() => boolean) | null>(null)
  const told = fetcher.data ?? answer
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>(told?.fieldErrors ?? {})
  const [Check, setCheck] = useState<ComponentType<CheckProps> | null>(null)
  const busy = fetcher.state !== 'idle'
  const sent = told?.sent === true && !busy
  const emailError = fieldErrors.email

  function load() {
    // if the chunk does not load, the server validates
    if (!Check)
      void optionalPart(() => import('./newsletter-check.tsx')).then(
        ({ NewsletterCheck }) => setCheck(() => NewsletterCheck),
        () => {},
      )
  }
  // The field may have been used before hydration.
  const catchUp = useEffectEvent(() => {
    const field = document.getElementById(id)
    if (
      field instanceof HTMLInputElement &&
      (field.value !== field.defaultValue || field === document.activeElement)
    )
      load()
  })
  useEffect(() => catchUp(), [])
  function onSubmit(event: FormEvent) {
    if (!busy && submit.current?.() !== false) return
    event.preventDefault()
    document.getElementById(id)?.focus()
  }

  return (
    <fetcher.Form
      ref={form}
      method="post"
      action="/newsletter"
      noValidate
      onSubmit={onSubmit}
      onFocus={load}
      onPointerEnter={load}
      aria-label={t('newsletter.title')}
    >
      {Check && <Check form={form} answer={told} onFieldErrors={setFieldErrors} submit={submit} />}
      {/* plain HTML: the field component would add to the size of pages without forms */}
      <label htmlFor={id} className="type-label mb-1.5 block">
        {t('newsletter.email')}
      </label>
      <div className="flex gap-2">
        <input
          // after a success, an empty field for another address
          key={sent ? 'sent' : 'open'}
          id={id}
          name="email"
          type="email"
          defaultValue={sent ? '' : told?.given}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          dir="ltr"
          className="control min-w-0 flex-1"
          aria-invalid={emailError ? true : undefined}
          aria-describedby={emailError && `${id}-error`}
        />
        <Button type="submit" kind={button} busy={busy}>
          {t('newsletter.submit')}
        </Button>
      </div>
      {emailError && (
        <FieldError id={`${id}-error`}>
          {t(`errors.${emailError.code}` as MessageKey, {
            field: t('newsletter.email'),
            ...emailError.params,
          })}
        </FieldError>
      )}
      {/* always present, so that screen readers announce its content */}
      <p role="status" className="type-sm mt-2 empty:hidden">
        {sent ? t('newsletter.sent') : !busy && told?.message}
      </p>
    </fetcher.Form>
  )
}
