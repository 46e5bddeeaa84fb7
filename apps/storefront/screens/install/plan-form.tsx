import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { ConsentBox, TextButton, agreementDialogId } from '#modules/orders/ui/consent-box.tsx'
import { FitNotice } from '#modules/installs/ui/fit-notice.tsx'
import { InputFields } from '#modules/installs/ui/input-fields.tsx'
import { changesMade, isImpossible, neededPermissions } from '#modules/installs/ui/plan-facts.ts'
import { PlanMap } from '#modules/installs/ui/plan-map.tsx'
import { PlanRows } from '#modules/installs/ui/plan-rows.tsx'
import {
  APPROVAL_FIELD,
  findPlanErrors,
  ORDER_STEPS_FIELD,
} from '#modules/installs/ui/read-inputs.ts'
import type { PermissionCode } from '#lib/market.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { type FieldErrors, fieldId, useFormCheck } from '#ui/use-form-check.ts'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Notice } from '#ui/notice.tsx'
import { Icon } from '#ui/icon.tsx'
import { formatSize } from '../../formats.ts'
import { fieldMessages } from '../../field-messages.ts'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import { useShell } from '../../shell.tsx'
import { DraftChoice } from './draft-choice.tsx'
import type { InstallData } from './load-install.ts'
import { OrderStepsBox } from './order-steps-box.tsx'
import { usePlanChoices } from './plan-choices.ts'
import { triedOf } from './tried-answers.ts'
import type { T } from '../../../../modules/installs/ui/words.ts'

export interface InstallAnswer {
  message: string | null
  fieldErrors: FieldErrors
  given: Record<string, string>
  refused: PermissionCode[]
}

/**
 * The plan before consent: what changes, what does not, and a button with the number of changes.
 */
export function PlanForm({
  page,
  answer,
  head,
}: {
  page: InstallData
  answer: InstallAnswer | undefined
  head: ReactNode
}) {
  const { t, locale } = useWords()
  const { store } = useShell()
  const paths = usePaths()
  const { search } = useLocation()
  const busy = useNavigation().state !== 'idle'
  const form = useRef<HTMLFormElement>(null)
  const { item, plan } = page
  const { optional, refused, refuse, orderSteps } = usePlanChoices(plan.changes, answer)
  const toApprove = plan.approved ? [] : neededPermissions(plan.changes)
  const check = useFormCheck({
    form,
    answer,
    find: (values) => findPlanErrors(values, { ...plan, atOrderSteps: orderSteps, toApprove }),
  })
  const { errors, list: summary } = fieldMessages(t, check.fieldErrors, labelOf)

  const [draft, setDraft] = useState(
    answer?.given.draft === 'live' || answer?.given.draft === 'draft'
      ? answer.given.draft
      : plan.draft,
  )
  const count = changesMade(plan.changes, refused).length
  const impossible = !page.fit.fits || isImpossible(plan.changes)
  const message = summary.length === 0 ? answer?.message : null

  function labelOf(name: string): string {
    if (name === ORDER_STEPS_FIELD) return t('order_steps.title')
    if (name === APPROVAL_FIELD) return t('checkout.permissions')
    return name === 'agreement'
      ? t('checkout.text.data_protection')
      : (plan.inputs.find((field) => `inputs.${field.name}` === name)?.title ?? name)
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    if (busy) return event.preventDefault()
    if (!check.submit()) event.preventDefault()
  }

  return (
    <>
      {head}
      <h1 className="type-title">
        {draft === 'draft' ? t('draft.title') : t('installs.plan', { count })}
      </h1>
      <p className="type-lg mt-2 mb-6 max-w-[54ch] text-ink2">
        {draft === 'draft'
          ? t('draft.lead')
          : optional.size > 0
            ? t('installs.plan.lead_optional')
            : t('installs.plan.lead', { count })}
      </p>
      <Form ref={form} method="post" noValidate preventScrollReset onSubmit={submit}>
        <input type="hidden" name="store" value={store?.id ?? ''} />
        {(message || summary.length > 0) && (
          <ErrorSummary
            title={message ?? t('installs.mistakes', { count: summary.length })}
            items={summary}
            round={check.round}
            className="mb-6"
          />
        )}
        <PlanRows
          changes={plan.changes}
          permissions={item.permissions}
          untouched={plan.untouched}
          refused={refused}
          onRefuse={refuse}
          t={t}
        />
        <PlanMap changes={plan.changes} t={t} className="mt-6 lg:hidden" />
        <PlanWeight
          weight={plan.weight}
          bytes={(size) => formatSize(size, locale)}
          t={t}
          className="mt-6"
        />
        <FitNotice fit={page.fit} t={t} className="mt-6" />
        {page.with_payment?.message && (
          <Notice
            className="mt-6"
            title={
              page.with_payment.state === 'failed'
                ? t('installs.failed', { item: item.name })
                : t('installs.with_payment.left')
            }
          >
            {page.with_payment.message}
          </Notice>
        )}
        {!page.entitled ? (
          <Notice
            className="mt-6"
            title={t('installs.not_entitled')}
            action={
              <LinkButton href={paths.checkout(item.slug)} size="medium">
                {t('installs.buy')}
              </LinkButton>
            }
          >
            {t('installs.not_entitled_note')}
          </Notice>
        ) : impossible ? null : (
          <>
            {plan.inputs.length > 0 && (
              <section aria-labelledby="inputs-heading" className="pt-7">
                <h2 id="inputs-heading" className="type-d3 mb-4">
                  {t('installs.inputs')}
                </h2>
                <InputFields
                  fields={plan.inputs}
                  given={answer?.given ?? triedOf(new URLSearchParams(search))}
                  errors={errors}
                  t={t}
                />
              </section>
            )}
            {draft && <DraftChoice chosen={draft} onChoose={setDraft} t={t} className="mt-7" />}
            <DataNotice t={t} className="mt-7" />
            {(toApprove.length > 0 || orderSteps.length > 0 || !plan.agreement.agreed) && (
              <ConsentsHead />
            )}
            {toApprove.length > 0 && (
              <ConsentBox
                name={APPROVAL_FIELD}
                id={fieldId(APPROVAL_FIELD)}
                version={plan.version}
                sentence={t('installs.approve', {
                  count: toApprove.length,
                  permissions: joined(
                    toApprove.map((code) => t(`installs.kind.${code}`)),
                    locale,
                  ),
                })}
                className="mt-4"
                error={errors[APPROVAL_FIELD]}
                defaultChecked={answer !== undefined && APPROVAL_FIELD in answer.given}
              />
            )}
            {orderSteps.length > 0 && (
              <OrderStepsBox
                parts={orderSteps}
                error={errors[ORDER_STEPS_FIELD]}
                given={answer?.given}
                t={t}
                className="mt-4"
              />
            )}
            {plan.agreement.agreed ? (
              <p className="type-body mt-6 text-ink2">{t('installs.agreed')}</p>
            ) : (
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
            <div className="mt-6 flex flex-wrap items-center gap-3">
              <Button type="submit" size="large" busy={busy}>
                {busy
                  ? t('installs.starting')
                  : draft === 'draft'
                    ? t('draft.keep_do')
                    : t('installs.start', { count })}
              </Button>
              <LinkButton href={paths.item(item.slug)} kind="quiet">
                {t('installs.not_now')}
              </LinkButton>
            </div>
            <p className="type-sm mt-3 text-ink2">{t('installs.undo_note')}</p>
          </>
        )}
      </Form>
    </>
  )
}

/** "A, B and C" in the page's language. */
export const joined = (words: string[], locale: string) =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(words)

/** Heading of the consents, which are separate from information. */
export function ConsentsHead() {
  const { t } = useWords()
  return (
    <div className="mt-8">
      <h2 className="type-d3">{t('consents.title')}</h2>
      <p className="type-body mt-1 text-ink2">{t('consents.note')}</p>
    </div>
  )
}

interface Weight {
  size: number
  files: number
  outside: readonly string[]
}

/**
 * Size, number of files, and hosts from which pages will load them. Information without consent.
 */
export function PlanWeight({
  weight,
  bytes,
  t,
  className,
}: {
  weight: Weight
  bytes: (size: number) => string
  t: T
  className?: string
}) {
  const { outside } = weight
  return (
    <section aria-labelledby="weight-heading" className={className}>
      <h2 id="weight-heading" className="type-label mb-2">
        {t('plan.weight')}
      </h2>
      <dl className="type-sm grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-ink2">{t('plan.weight.size')}</dt>
        <dd className="figures">
          <bdi>{bytes(weight.size)}</bdi>
        </dd>
        <dt className="text-ink2">{t('plan.weight.files')}</dt>
        <dd className="figures">{t('plan.weight.files_count', { count: weight.files })}</dd>
        <dt className="text-ink2">{t('plan.weight.from')}</dt>
        <dd className="wrap-anywhere-safe">
          {outside.length === 0
            ? t('plan.weight.own')
            : t('plan.weight.outside', { origins: outside.join(' · ') })}
        </dd>
      </dl>
    </section>
  )
}

/**
 * S5.5: information about the owner's data. Not a consent, so it is separate from the checkboxes
 * (Law 6698, art. 10).
 */
export function DataNotice({ t, className }: { t: T; className?: string }) {
  return (
    <section aria-labelledby="data-notice-heading" className={className}>
      <div className="flex gap-3 rounded-control-lg border border-line p-4">
        <Icon name="info" size={19} className="mt-0.5 shrink-0 text-ink2" />
        <div className="min-w-0">
          <h2 id="data-notice-heading" className="type-label">
            {t('data_notice.title')}
          </h2>
          <p className="type-sm mt-1 text-ink2 wrap-anywhere-safe">
            {t('data_notice.text')}{' '}
            <TextButton opens={agreementDialogId({ id: 'data-protection' })}>
              {t('data_notice.whole')}
            </TextButton>
          </p>
        </div>
      </div>
    </section>
  )
}
