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
import { FieldError } from '#ui/field.tsx'
import type { FieldErrors } from '#ui/use-form-check.ts'
import type { MessageKey } from '#locales/keys.ts'
import { useWords } from './messages.tsx'
import type { CheckProps, NewsletterAnswer } from './newsletter-check.tsx'
import { optionalPart } from './optional-part.ts'

/** What a press of the button comes back with. */
/**
 * S2.27. The same for everybody, for it stands on pages that all share. Without a script the answer
 * is the page `/newsletter`; with one it is said here. Its rules come when somebody turns to it:
 * few readers of a page do.
 */
export function NewsletterForm({
  id,
  button = 'secondary',
  answer,
}: {
  id: string
  button?: 'primary' | 'secondary'
  /** Of a press without a script. */
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
    // where they do not come the market says the same once the form is sent
    if (!Check)
      void optionalPart(() => import('./newsletter-check.tsx')).then(
        ({ NewsletterCheck }) => setCheck(() => NewsletterCheck),
        () => {},
      )
  }
  // The page may have been asleep while somebody turned to it, wrote, and left.
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
      {/* by hand: the field of other forms can do more than a page without a form should carry */}
      <label htmlFor={id} className="type-label mb-1.5 block">
        {t('newsletter.email')}
      </label>
      <div className="flex gap-2">
        <input
          // once asked, the field is empty for another address
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
      {/* there from the start, so that what appears in it is read out */}
      <p role="status" className="type-sm mt-2 empty:hidden">
        {sent ? t('newsletter.sent') : !busy && told?.message}
      </p>
    </fetcher.Form>
  )
}
