import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Form, useFetcher, useNavigation } from 'react-router'
import type { ShownPreview } from '#modules/installs/contract.ts'
import type { getSettings, SettingsPlan } from '#modules/installs/settings-contract.ts'
import { InputFields } from '#modules/installs/ui/input-fields.tsx'
import { AfterDetail, whereOf } from '#modules/installs/ui/plan-rows.tsx'
import { findInputErrors, inputName, readInputs } from '#modules/installs/ui/read-inputs.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { Pin } from '#ui/arches.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { SkipLink } from '#ui/skip-link.tsx'
import { type FieldErrors, useFormCheck } from '#ui/use-form-check.ts'
import { fieldMessages } from '../../field-messages.ts'
import { useWords } from '../../messages.tsx'
import { useShell } from '../../shell.tsx'
import type { InstallData } from '../install/load-install.ts'
import { OrderStepsBox } from '../install/order-steps-box.tsx'
import { ShopView } from './shop-view.tsx'

export type SettingsData = AnswerOf<typeof getSettings>['data']

/** The response to a plan, or to a change that was refused. */
export interface SettingsAnswer {
  message: string | null
  fieldErrors: FieldErrors
  given: Record<string, string>
  plan: SettingsPlan | null
  preview: ShownPreview | null
}

const NO_CHANGES: SettingsPlan['changes'] = []

/** How long typing must pause before the shop is shown with what was typed. */
const PAUSE_MS = 600

/** The form of the live settings, the shop beside it, and the plan below. */
export function SettingsForm({
  item,
  settings,
  live,
  answer,
}: {
  item: Pick<InstallData['item'], 'name' | 'swatches' | 'ground'>
  settings: SettingsData
  /** The shop as it is; null when it cannot be shown. */
  live: ShownPreview | null
  answer: SettingsAnswer | undefined
}) {
  const { t } = useWords()
  const { store } = useShell()
  const busy = useNavigation().state !== 'idle'
  const form = useRef<HTMLFormElement>(null)
  const fields = settings.inputs
  const check = useFormCheck({
    form,
    answer,
    find: (values) => findInputErrors(values, fields),
  })
  const { changed, told, isPlanning, onChange, reset, stop } = useDraft(form, settings, answer)
  const { errors, list: summary } = fieldMessages(
    t,
    { ...told?.fieldErrors, ...check.fieldErrors },
    (name) => fields.find((field) => inputName(field) === name)?.title ?? name,
  )
  const plan = changed.length > 0 ? (told?.plan ?? null) : null
  const mark = (
    <Badge tone="turquoise" className="-my-1">
      {t('settings.changed')}
    </Badge>
  )

  function submit(event: FormEvent<HTMLFormElement>) {
    if (busy || !check.submit()) event.preventDefault()
    else stop()
  }
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      preventScrollReset
      onSubmit={submit}
      onChange={onChange}
      className="mt-7"
    >
      <input type="hidden" name="store" value={store?.id ?? ''} />
      {summary.length > 0 && check.round > 0 && (
        <ErrorSummary
          title={t('installs.mistakes', { count: summary.length })}
          items={summary}
          round={check.round}
          className="mb-6"
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[346px_minmax(0,1fr)]">
        <div>
          <InputFields
            fields={fields}
            given={answer?.given ?? null}
            errors={errors}
            live={Object.fromEntries(
              fields.map((field) => [
                field.name,
                { now: field.live, ...(changed.includes(field.name) && { changed: mark }) },
              ]),
            )}
            t={t}
          />
          <Button type="button" kind="quiet" size="small" onClick={reset} className="-ms-3 mt-5">
            {t('settings.standard')}
          </Button>
        </div>
        <div className="min-w-0">
          <SkipLink target="plan-heading">{t('settings.skip')}</SkipLink>
          <ShopView
            item={item}
            before={live}
            after={changed.length > 0 ? (told?.preview ?? null) : null}
            changes={plan?.changes ?? NO_CHANGES}
          />
        </div>
      </div>
      <section
        aria-labelledby="plan-heading"
        aria-busy={isPlanning}
        className="mt-8 rounded-panel bg-stone p-5 md:p-6"
      >
        <h2 id="plan-heading" tabIndex={-1} className="type-d3 focus:outline-none">
          {changed.length === 0
            ? t('settings.same')
            : t('settings.plan', { count: changed.length })}
        </h2>
        <p className="type-sm text-ink2">
          {t(changed.length === 0 ? 'settings.same_note' : 'settings.plan_note')}
        </p>
        {plan && <PlanTable plan={plan} />}
        {plan && plan.parts.some((part) => part.order_step) && (
          <OrderStepsBox
            parts={plan.parts.filter((part) => part.order_step)}
            error={errors.order_steps}
            given={answer?.given}
            t={t}
            className="mt-5"
          />
        )}
        <div className="mt-5 flex flex-wrap items-center gap-3">
          <ApplyButton count={changed.length} busy={busy} />
          <noscript>
            <Button type="submit" name="intent" value="plan" kind="secondary">
              {t('settings.look')}
            </Button>
          </noscript>
          {changed.length > 0 && (
            <Button
              type="button"
              kind="quiet"
              onClick={() => {
                form.current?.reset()
                onChange()
              }}
            >
              {t('settings.drop')}
            </Button>
          )}
          <p className="type-sm ms-auto max-w-[44ch] text-ink2">{t('settings.undo_note')}</p>
        </div>
      </section>
    </Form>
  )
}

/** Outlined until something differs. */
function ApplyButton({ count, busy }: { count: number; busy: boolean }) {
  const { t } = useWords()
  return (
    <Button
      type="submit"
      name="intent"
      value="apply"
      kind={count === 0 ? 'secondary' : 'primary'}
      size="large"
      busy={busy}
    >
      {busy
        ? t('installs.starting')
        : count === 0
          ? t('settings.apply_any')
          : t('settings.apply', { count })}
    </Button>
  )
}

/** Each answer that changes, now and after; then the parts of the shop that are replaced. */
function PlanTable({ plan }: { plan: SettingsPlan }) {
  const { t } = useWords()
  return (
    <>
      <ol className="mt-4">
        {plan.changes.map((change, index) => (
          <li
            key={change.name}
            className="grid grid-cols-[40px_minmax(0,1fr)] items-start gap-x-4 gap-y-1 border-t border-line py-3.5 md:grid-cols-[40px_minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1fr)]"
          >
            <Pin state="planned">{String(index + 1)}</Pin>
            <span className="type-label self-center wrap-anywhere-safe">{change.title}</span>
            <span className="type-body col-start-2 text-ink2 wrap-anywhere-safe md:col-start-auto md:self-center">
              {/* The space keeps Arabic letters of the two from joining. */}
              <span className="type-sm me-1">{t('installs.now')}</span>{' '}
              {change.now ?? t('settings.empty')}
            </span>
            <span className="type-body strong col-start-2 wrap-anywhere-safe md:col-start-auto md:self-center">
              <span className="type-sm regular me-1 text-ink2">{t('installs.after')}</span>{' '}
              {change.after ?? t('settings.empty')}
            </span>
          </li>
        ))}
      </ol>
      {plan.parts.length > 0 && (
        <details className="type-sm border-t border-line pt-3">
          <summary className="link inline-flex min-h-6 items-center">
            {t('settings.parts', { count: plan.parts.length })}
          </summary>
          <ul className="mt-2 grid gap-3">
            {plan.parts.map((part) => (
              <li key={part.key} className="min-w-0">
                <p className="strong wrap-anywhere-safe">
                  {part.title} · <span className="regular text-ink2">{whereOf(part, t)}</span>
                </p>
                <AfterDetail change={part} t={t} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/**
 * What is typed and not applied yet: which answers differ from the live ones and, after a pause,
 * the plan of the change. An invalid form keeps the last valid plan.
 */
function useDraft(
  form: React.RefObject<HTMLFormElement | null>,
  settings: SettingsData,
  answer: SettingsAnswer | undefined,
) {
  const fetcher = useFetcher<SettingsAnswer>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [changed, setChanged] = useState<string[]>(() =>
    answer ? changedIn(answer.given, settings) : [],
  )
  useEffect(() => () => clearTimeout(timer.current), [])
  function onChange() {
    if (!form.current) return
    const values = new FormData(form.current)
    const names = changedIn(values, settings)
    setChanged(names)
    clearTimeout(timer.current)
    if (names.length === 0 || Object.keys(findInputErrors(values, settings.inputs)).length > 0)
      return
    values.set('intent', 'plan')
    timer.current = setTimeout(() => void fetcher.submit(values, { method: 'post' }), PAUSE_MS)
  }
  /** The defaults of the version, to be looked at before they are applied. */
  function reset() {
    for (const field of settings.inputs) {
      const control = form.current?.elements.namedItem(inputName(field))
      if (control instanceof HTMLInputElement && control.type === 'checkbox')
        control.checked = field.standard === true
      else if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement)
        control.value = field.standard === null ? '' : String(field.standard)
    }
    onChange()
  }
  return {
    changed,
    told: fetcher.data ?? answer,
    isPlanning: fetcher.state !== 'idle',
    onChange,
    reset,
    /** No plan is asked for any more. */
    stop: () => clearTimeout(timer.current),
  }
}

/** The answers of a filled form that differ from the live ones. */
function changedIn(given: FormData | Record<string, string>, settings: SettingsData): string[] {
  const values = given instanceof FormData ? given : formOf(given)
  const answers = readInputs(values, settings.inputs)
  return settings.inputs
    .filter((field) => {
      // Left empty, an answer has the default again.
      const value = answers[field.name] ?? field.standard
      const live = field.default ?? (field.type === 'boolean' ? false : null)
      return (value ?? null) !== live
    })
    .map((field) => field.name)
}

function formOf(given: Record<string, string>): FormData {
  const values = new FormData()
  for (const [name, value] of Object.entries(given)) values.set(name, value)
  return values
}
