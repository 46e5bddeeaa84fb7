import { type FormEvent, type ReactNode, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import type { PermissionCode } from '#lib/market.ts'
import type { Ask, UpdateChange } from '#modules/installs/contract.ts'
import { askTitle, PERMISSION_GLYPHS } from '#modules/installs/ui/words.ts'
import { FitNotice } from '#modules/installs/ui/fit-notice.tsx'
import { InputFields } from '#modules/installs/ui/input-fields.tsx'
import { atOrderSteps } from '#modules/installs/ui/plan-facts.ts'
import { PlanMap } from '#modules/installs/ui/plan-map.tsx'
import { AfterDetail, whereOf } from '#modules/installs/ui/plan-rows.tsx'
import { findPlanErrors, ORDER_STEPS_FIELD } from '#modules/installs/ui/read-inputs.ts'
import { agreementDialogId, ConsentBox, TextButton } from '#modules/orders/ui/consent-box.tsx'
import { Badge, type Tone } from '#ui/badge.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { SelectField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { PlanList, PlanRow } from '#ui/plan-row.tsx'
import { ReleaseNote } from '#ui/release-note.tsx'
import { type FieldErrors, fieldId, useFormCheck } from '#ui/use-form-check.ts'
import { useDates } from '../../formats.ts'
import { fieldMessages } from '../../field-messages.ts'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import { useShell } from '../../shell.tsx'
import type { InstallData } from '../install/load-install.ts'
import { OrderStepsBox } from '../install/order-steps-box.tsx'
import { ConsentsHead, DataNotice } from '../install/plan-form.tsx'

/**
 * The plan of an update before consent: release notes, changes, extended permissions, and a button
 * with their number.
 */
export function UpdateForm({
  page,
  update,
  answer,
  head,
}: {
  page: InstallData
  update: NonNullable<InstallData['update']>
  answer: UpdateAnswer | undefined
  head: ReactNode
}) {
  const { t } = useWords()
  const dates = useDates()
  const { store } = useShell()
  const paths = usePaths()
  const busy = useNavigation().state !== 'idle'
  const form = useRef<HTMLFormElement>(null)
  const { item, plan, installation } = page
  const check = useFormCheck({ form, answer, find: (values) => findUpdateErrors(values, page) })
  const { errors, list: summary } = fieldMessages(t, check.fieldErrors, labelOf)
  const message = summary.length === 0 ? answer?.message : null
  const versions = { version: update.version, from: installation?.version ?? '' }
  const orderSteps = update.changes.filter((change) => change.order_step)
  const count = update.changes.filter((change) => change.what !== 'kept').length

  function labelOf(name: string): string {
    if (name === 'agreement') return t('checkout.text.data_protection')
    if (name === ORDER_STEPS_FIELD) return t('order_steps.title')
    const ask = update.asks.find((one) => consentName(one.code) === name)
    return ask
      ? t(`installs.kind.${ask.code}`)
      : (update.inputs.find((field) => `inputs.${field.name}` === name)?.title ?? name)
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    if (busy) return event.preventDefault()
    if (!check.submit()) event.preventDefault()
  }

  return (
    <>
      {head}
      <h1 className="type-title wrap-anywhere-safe">
        {t(update.newer ? 'update.title' : 'update.title_back', versions)}
      </h1>
      <p className="type-lg mt-2 max-w-[54ch] text-ink2">{t('update.lead', { count })}</p>
      <VersionSelect page={page} chosen={update.version} />
      {update.notes.length > 0 && (
        <section aria-labelledby="notes-heading" className="mt-8">
          <h2 id="notes-heading" className="type-d3 mb-4">
            {t(update.newer ? 'update.notes' : 'update.notes_back')}
          </h2>
          <ul>
            {update.notes.map((note) => (
              <ReleaseNote
                key={note.version}
                version={note.version}
                date={note.published_at ? dates.day(note.published_at) : undefined}
                dateTime={note.published_at ?? undefined}
              >
                {note.notes}
              </ReleaseNote>
            ))}
          </ul>
        </section>
      )}
      <Form ref={form} method="post" noValidate preventScrollReset onSubmit={submit}>
        <input type="hidden" name="store" value={store?.id ?? ''} />
        <input type="hidden" name="release" value={update.version} />
        {(message || summary.length > 0) && (
          <ErrorSummary
            title={message ?? t('installs.mistakes', { count: summary.length })}
            items={summary}
            round={check.round}
            className="mt-6"
          />
        )}
        <h2 className="type-d3 mt-8 mb-4">{t('update.changes')}</h2>
        <UpdateRows changes={update.changes} />
        <PlanMap changes={update.changes} t={t} className="mt-6 lg:hidden" />
        <FitNotice fit={page.fit} t={t} className="mt-6" />
        {update.asks.length > 0 && (
          <section aria-labelledby="asks-heading" className="mt-8">
            <h2 id="asks-heading" className="type-d3 mb-1">
              {t('update.asks', { count: update.asks.length })}
            </h2>
            <p className="type-body mb-4 text-ink2">{t('update.asks_note', versions)}</p>
            <div className="grid gap-3">
              {update.asks.map((ask) => (
                <AskBox
                  key={ask.code}
                  ask={ask}
                  error={errors[consentName(ask.code)]}
                  given={answer?.given}
                />
              ))}
            </div>
          </section>
        )}
        {update.inputs.length > 0 && (
          <section aria-labelledby="inputs-heading" className="mt-8">
            <h2 id="inputs-heading" className="type-d3 mb-1">
              {t('update.inputs')}
            </h2>
            <p className="type-body mb-4 text-ink2">{t('update.inputs_note')}</p>
            <InputFields
              fields={update.inputs}
              given={answer?.given ?? null}
              errors={errors}
              t={t}
            />
          </section>
        )}
        {!plan.agreement.agreed && <DataNotice t={t} className="mt-8" />}
        {(orderSteps.length > 0 || !plan.agreement.agreed) && <ConsentsHead />}
        {orderSteps.length > 0 && (
          <OrderStepsBox
            parts={orderSteps}
            error={errors[ORDER_STEPS_FIELD]}
            given={answer?.given}
            t={t}
            className="mt-4"
          />
        )}
        {!plan.agreement.agreed && (
          <ConsentBox
            name="agreement"
            id={fieldId('agreement')}
            version={plan.agreement.version}
            sentence={t('installs.agreement')}
            className="mt-4"
            error={errors.agreement}
            defaultChecked={answer !== undefined && 'agreement' in answer.given}
            places={{
              data_protection: (
                <TextButton opens={agreementDialogId({ id: 'data-protection' })}>
                  {t('checkout.text.data_protection')}
                </TextButton>
              ),
            }}
          />
        )}
        <Notice className="mt-7">
          {t(item.paid ? 'update.promise_paid' : 'update.promise', versions)}
        </Notice>
        <div className="mt-6 flex flex-wrap items-center gap-3">
          <Button type="submit" size="large" busy={busy} disabled={!page.fit.fits}>
            {busy
              ? t('installs.starting')
              : t(update.newer ? 'update.start' : 'update.start_back', versions)}
          </Button>
          <LinkButton href={paths.installed} kind="quiet">
            {t('installs.not_now')}
          </LinkButton>
        </div>
      </Form>
    </>
  )
}

/** An extended permission with its scope and reason, and a consent that is never preselected. */
function AskBox({
  ask,
  error,
  given,
}: {
  ask: Ask
  error: string | undefined
  given: Readonly<Record<string, string>> | undefined
}) {
  const { t } = useWords()
  const name = consentName(ask.code)
  return (
    <div className="rounded-control-lg bg-coral-tint p-4">
      <div className="flex gap-3">
        <Icon name={PERMISSION_GLYPHS[ask.code]} size={18} className="mt-1" />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="type-label wrap-anywhere-safe">{askTitle(ask, t)}</span>
            <Badge>{t(ask.required ? 'installs.needed' : 'update.ask_optional')}</Badge>
          </p>
          {ask.reason && (
            <p className="type-sm wrap-anywhere-safe">
              {t('installs.why', { reason: ask.reason })}
            </p>
          )}
          <ConsentBox
            name={name}
            id={fieldId(name)}
            version="1"
            sentence={t(ask.required ? 'update.allow' : 'update.allow_optional')}
            className="mt-1.5"
            error={error}
            defaultChecked={given !== undefined && name in given}
          />
        </div>
      </div>
    </div>
  )
}

const TONES: Record<UpdateChange['what'], Tone> = {
  added: 'green',
  changed: 'turquoise',
  removed: 'coral',
  kept: 'neutral',
}

/** The plan of an update: place, current content, new content. */
function UpdateRows({ changes }: { changes: readonly UpdateChange[] }) {
  const { t } = useWords()
  return (
    <PlanList>
      {changes.map((change, index) => (
        <PlanRow
          key={change.key}
          pin={String(index + 1)}
          title={change.title}
          how={change.summary}
          placement={t(`installs.kind.${change.kind}`)}
          facts={{
            where: { label: t('installs.where'), text: whereOf(change, t) },
            now: { label: t('installs.now'), text: change.now },
            after: { label: t('installs.after'), text: <AfterDetail change={change} t={t} /> },
          }}
          end={<Badge tone={TONES[change.what]}>{t(`update.what.${change.what}`)}</Badge>}
        />
      ))}
    </PlanList>
  )
}

/** Links to the plans of other versions, newer or older. Hidden when there is none. */
export function VersionSelect({ page, chosen }: { page: InstallData; chosen: string | null }) {
  const { t } = useWords()
  const dates = useDates()
  const paths = usePaths()
  const others = page.versions.filter((one) => one.version !== page.version)
  if (others.length < (chosen === null ? 1 : 2)) return null
  const nameOf = (one: (typeof others)[number]) =>
    [one.version, one.published_at && dates.day(one.published_at)].filter(Boolean).join(' · ')
  return (
    <form
      method="get"
      action={paths.update(page.item.slug)}
      className="mt-5 flex flex-wrap items-end gap-3"
    >
      <SelectField
        key={chosen}
        id="release"
        name="release"
        label={t('update.other')}
        defaultValue={chosen ?? others[0]?.version}
        choices={others.map((one) => ({ value: one.version, label: nameOf(one) }))}
        className="w-full max-w-76"
      />
      <Button type="submit" kind="secondary">
        {t('update.other_show')}
      </Button>
    </form>
  )
}

/** The response when the update was not started. */
export interface UpdateAnswer {
  message: string | null
  fieldErrors: FieldErrors
  given: Record<string, string>
}

/** The consent to an extended permission. */
export const consentName = (code: PermissionCode): string => `grow.${code}`

/** Errors of an update form in page order: consents (S5.4), inputs, the agreement (S5.5). */
export function findUpdateErrors(
  form: FormData,
  { update, plan }: Pick<InstallData, 'update' | 'plan'>,
): FieldErrors {
  const refused = new Set(
    (update?.asks ?? [])
      .filter((ask) => !ask.required && !form.has(consentName(ask.code)))
      .map((ask) => ask.code),
  )
  const needed = (update?.asks ?? []).filter(
    (ask) => ask.required && !form.has(consentName(ask.code)),
  )
  return {
    ...Object.fromEntries(
      needed.map((ask) => [consentName(ask.code), { code: 'installs.permissions_required' }]),
    ),
    ...findPlanErrors(form, {
      inputs: update?.inputs ?? [],
      agreement: plan.agreement,
      atOrderSteps: atOrderSteps(update?.changes ?? [], refused),
    }),
  }
}
