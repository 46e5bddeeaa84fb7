import { type ReactNode, useId, useState } from 'react'
import { Form, useActionData, useNavigation, useRouteLoaderData } from 'react-router'
import type { FieldMessage } from '#lib/refusal.ts'
import type { ConsoleKey } from '#locales/keys.ts'
import { Button, type ButtonKind } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Notice } from '#ui/notice.tsx'
import { KeyHint } from './key-hint.tsx'
import type { FormAnswer } from './read-form.ts'
import { useWords } from './words.tsx'
import { SelectField as Select } from '#ui/field.tsx'

/** Counts this form's successes: each resets the form to empty or to the saved values. */
export function useRound(mine: FormAnswer | undefined): number {
  const [known, setKnown] = useState({ answer: mine, round: 0 })
  if (known.answer === mine) return known.round
  const round = known.round + (mine?.done ? 1 : 0)
  setKnown({ answer: mine, round })
  return round
}

interface PostFormProps {
  name: string
  answer: FormAnswer | undefined
  submit: string
  kind?: ButtonKind
  hidden?: Record<string, string>
  action?: string
  children?: ReactNode
  className?: string
  /** The form has a file field. */
  files?: boolean
  mayPress?: boolean
  /** Typed values stay after a success, for a draft that is edited while it is saved. */
  stays?: boolean
  /** Label of a checkbox to tick first, for forms that move money or cannot be undone. */
  confirm?: string
}

/** One form of a page with its own errors above and its button below. Works without a script. */
export function PostForm({
  name,
  answer,
  submit,
  kind,
  hidden = {},
  action,
  files = false,
  mayPress = true,
  stays = false,
  confirm,
  children,
  className,
}: PostFormProps) {
  const { t } = useWords()
  const navigation = useNavigation()
  const busy = navigation.state !== 'idle' && navigation.formData?.get('form') === name
  const mine = answer?.form === name ? answer : undefined
  const round = useRound(mine)
  const fieldless = mine?.error && Object.keys(mine.error.fieldErrors ?? {}).length === 0
  return (
    <Form
      key={stays ? 0 : round}
      method="post"
      action={action}
      encType={files ? 'multipart/form-data' : undefined}
      noValidate
      className={className ?? 'grid gap-5'}
    >
      <FormKey />
      <input type="hidden" name="form" value={name} />
      {Object.entries(hidden).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      {fieldless && (
        <Notice tone="attention" alert>
          {mine?.error?.message}
        </Notice>
      )}
      {children}
      {confirm !== undefined && mayPress && (
        <Checkbox
          name="confirmed"
          value="yes"
          required
          error={mine?.error?.fieldErrors?.confirmed && t('console.field.confirm')}
        >
          {confirm}
        </Checkbox>
      )}
      {mayPress && (
        <div>
          <Button type="submit" busy={busy} kind={kind}>
            {submit}
          </Button>
        </div>
      )}
    </Form>
  )
}

/**
 * The revision to send with one of several forms on a page. It changes when this form was saved, or
 * refused because somebody else had saved, and not with other forms of the page, so that their
 * typed values stay. `key` changes with it and resets the form, except after its own save when it
 * `stays`.
 */
export function useFormRevision(
  answer: FormAnswer | undefined,
  form: string,
  revision: number,
  stays = true,
): { key: number; revision: number } {
  const [own, setOwn] = useState({ key: revision, revision })
  const isMine =
    answer?.form === form &&
    (answer.done !== undefined || answer.error?.code === 'partners.draft_changed')
  // Saved values are loaded after the response; only then there is something new to show.
  const saved =
    typeof answer?.done?.['revision'] === 'number' ? answer.done['revision'] : own.revision + 1
  if (isMine && own.revision !== revision && revision >= saved)
    setOwn({ key: answer.done && stays ? own.key : revision, revision })
  return own
}

/** The console's own message for a field, by the code of the refusal. */
const FIELD_MESSAGES: Partial<Record<string, ConsoleKey>> = {
  'billing.code_unknown': 'console.test_stores.code_unknown',
  'field.required': 'console.field.required',
  'field.confirm': 'console.field.confirm',
  'field.email': 'console.field.email',
  'field.iban': 'console.field.iban',
  'field.latin': 'console.field.latin',
  'field.min': 'console.field.min',
  'field.max': 'console.field.max',
  'field.password_wrong': 'console.field.password_wrong',
  'field.amount': 'portal.field.amount',
  'field.units': 'portal.field.units',
  'field.trial_days': 'portal.field.trial_days',
  'field.meter_key': 'portal.field.meter_key',
  'field.meter_needed': 'portal.field.meter_needed',
  'field.meter_twice': 'portal.field.meter_twice',
  'field.tier_order': 'portal.field.tier_order',
  'field.tier_open': 'portal.field.tier_open',
  'field.percent': 'portal.field.percent',
  'field.percent_off': 'console.bundles.percent_wrong',
  'field.currency_unused': 'portal.field.currency_unused',
  'field.rate': 'portal.field.rate',
  'field.rate_jump': 'portal.field.rate_jump',
  'field.future': 'portal.field.future',
  'backoffice.rate_missing': 'portal.field.rate_missing',
  'field.past': 'portal.field.past',
  'field.ends_early': 'portal.field.ends_early',
  'field.periods': 'portal.field.periods',
  'field.plan_public': 'portal.field.plan_public',
  'field.plan_private': 'portal.field.plan_private',
  'field.too_late': 'portal.field.too_late',
  'field.store_unknown': 'portal.field.store_unknown',
  'field.code_taken': 'portal.field.code_taken',
  'field.code_malformed': 'portal.field.code_malformed',
  'field.phone': 'portal.field.phone',
  'field.name_taken': 'portal.field.name_taken',
  'field.title_taken': 'portal.field.title_taken',
  'field.name_claims': 'portal.field.name_claims',
  'field.company_tax_number': 'portal.field.company_tax_number',
  'field.personal_number': 'portal.field.personal_number',
  'field.https': 'portal.field.https',
  'field.colour': 'portal.field.colour',
  'field.three': 'portal.field.three',
  'field.five': 'portal.field.five',
  'field.slug_taken': 'portal.field.slug_taken',
  'field.slug_reserved': 'portal.field.slug_reserved',
  'field.slug_malformed': 'portal.field.slug_malformed',
  'field.prefix_taken': 'portal.field.prefix_taken',
  'field.prefix_malformed': 'portal.field.prefix_malformed',
  'backoffice.rate_begun': 'console.tax.begun',
  'backoffice.host_taken': 'console.platform.field.host',
  'backoffice.connector_address': 'console.platform.field.connector',
  'backoffice.keys_unreadable': 'console.platform.field.jwks',
  'backoffice.key_taken': 'console.platform.field.key',
}

/** Error and typed value of a field of this form. */
export function useField(answer: FormAnswer | undefined, form: string) {
  const { t } = useWords()
  const mine = answer?.form === form ? answer : undefined
  const words = ({ code, params }: FieldMessage): string =>
    t(FIELD_MESSAGES[code] ?? 'console.field.invalid', {
      n: Number(params?.n),
      currency: String(params?.currency),
      before: String(params?.before),
    })
  return (name: string, fallback = '') => {
    const fieldError = mine?.error?.fieldErrors?.[name]
    return {
      name,
      defaultValue: mine?.given[name] ?? fallback,
      error: fieldError && words(fieldError),
    }
  }
}

/**
 * A form that is only a button. `confirm`: shows what cannot be undone, with a second button.
 * `keys`: the letter that presses it (`usePressKeys`).
 */
export function ButtonForm({
  confirm,
  ...press
}: {
  name: string
  hidden: Record<string, string>
  label: string
  kind?: ButtonKind
  about: string
  confirm?: string
  keys?: string
}) {
  if (confirm === undefined) return <OneButton {...press} />
  return (
    <details className="inline-block max-w-72 text-start align-top whitespace-normal">
      <summary
        className="type-sm inline-flex min-h-11 items-center text-link"
        aria-label={`${press.label}…: ${press.about}`}
      >
        {press.label}…
      </summary>
      <p className="type-sm mb-2 text-ink2">{confirm}</p>
      <OneButton {...press} />
    </details>
  )
}

function OneButton({
  name,
  hidden,
  label,
  kind = 'quiet',
  about,
  keys,
}: {
  name: string
  hidden: Record<string, string>
  label: string
  kind?: ButtonKind
  about: string
  keys?: string
}) {
  return (
    <Form method="post">
      <FormKey />
      <input type="hidden" name="form" value={name} />
      {Object.entries(hidden).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <Button
        type="submit"
        size="small"
        kind={kind}
        aria-label={`${label}: ${about}`}
        data-key={keys?.toLowerCase()}
      >
        {label}
        {keys && <KeyHint keys={keys} className="ms-2" />}
      </Button>
    </Form>
  )
}

export const useFormAnswer = () => useActionData<FormAnswer>()

interface FormNoticeProps {
  answer: FormAnswer | undefined
  /** Only of this form. */
  form?: string
  className?: string
}

const isOf = (answer: FormAnswer | undefined, form: string | undefined): boolean =>
  form === undefined || answer?.form === form

/** The refusal of a form that has no place of its own for it. */
export const FormError = ({ answer, form, className }: FormNoticeProps) =>
  answer?.error && isOf(answer, form) ? (
    <Notice tone="attention" alert className={className}>
      {answer.error.message}
    </Notice>
  ) : null

/** The message after a success. */
export const FormDone = ({
  answer,
  form,
  className,
  children,
}: FormNoticeProps & { children: ReactNode }) =>
  answer?.done && isOf(answer, form) ? (
    <Notice tone="done" alert className={className}>
      {children}
    </Notice>
  ) : null

/**
 * Idempotency key of a form. The root creates a new seed whenever the page's data are loaded, which
 * happens after every submission: submitting the same rendering twice sends the same key, a new
 * rendering has another. `round` counts submissions that do not wait for that. Must be the first
 * field, where the server looks for it.
 */
export function FormKey({ round = 0 }: { round?: number }) {
  const root = useRouteLoaderData<{ seed: string }>('root')
  const id = useId().replaceAll(/\W/g, '')
  return root ? (
    <input type="hidden" name="form_key" value={`${root.seed}-${id}${round || ''}`} />
  ) : null
}

/** An uncontrolled select; the form reads its value. */
export function SelectField({
  label,
  name,
  value,
  options,
  error,
}: {
  label: string
  name: string
  value: string
  options: readonly { value: string; name: string }[]
  error?: string | undefined
}) {
  return (
    <Select
      label={label}
      error={error}
      name={name}
      defaultValue={value}
      choices={options.map((option) => ({ value: option.value, label: option.name }))}
    />
  )
}
