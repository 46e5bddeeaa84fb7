import type { ReactNode } from 'react'
import type { ListingAnswer } from '#modules/publishing/partners/item-contract.ts'
import { hasTerms, MOST_TIERS, SOLD_TO } from '#modules/catalog/plan-terms.ts'
import { directionOf, type Locale, languageName, pickText } from '#lib/locale.ts'
import { type Currency, formatAmount } from '#lib/money.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Icon } from '#ui/icon.tsx'
import { TextLink } from '#ui/link.tsx'
import { SelectField, useField } from '../forms.tsx'
import { useLanguages } from '../shell.tsx'
import { useWords } from '../words.tsx'
import { KINDS, NO_PLAN, PERIODS } from './read-plans.ts'
import { DraftField, type Writing } from './writing.tsx'

type Plan = ListingAnswer['content']['plans'][number]

// Which fields a kind of plan has; the server ignores the others.
const WRITTEN = 'group-has-[option[value=none]:checked]/plan:hidden'
const PRICED = `${WRITTEN} group-has-[option[value=free]:checked]/plan:hidden`
const RECURRING = 'hidden group-has-[option[value=recurring]:checked]/plan:block'
const TERMS =
  'hidden group-has-[option[value=recurring]:checked]/plan:grid group-has-[option[value=usage]:checked]/plan:grid'
const USAGE = 'hidden group-has-[option[value=usage]:checked]/plan:block'

const COLUMNS = 'grid items-start gap-4 md:grid-cols-3'

interface PlanFieldsProps {
  writing: Writing
  index: number
  /** Undefined: the empty one at the end. */
  plan: Plan | undefined
  own: Currency
  currencies: readonly Currency[]
  /** Whether only its name and price are seen at first. */
  isFolded: boolean
  /** It is saved, and another one fits in. */
  mayCopy: boolean
}

/** Query parameter: the place of the plan that is copied. */
export const COPY = 'copy'

/** One plan: its kind, and the fields that this kind has. */
export function PlanFields({
  writing,
  index,
  plan,
  own,
  currencies,
  isFolded,
  mayCopy,
}: PlanFieldsProps) {
  const { t, locale } = useWords()
  const field = useField(writing.answer, writing.form)
  const path = `plans.${index}`
  const others = currencies.filter((code) => code !== own)
  const name = plan ? t('portal.plans.number', { n: index + 1 }) : t('portal.plans.new')
  const isWrong = Object.keys(writing.answer?.error?.fieldErrors ?? {}).some((one) =>
    one.startsWith(`${path}.`),
  )
  return (
    <details
      open={isWrong || !isFolded}
      className="group/plan rounded-control-lg border border-line"
    >
      <summary className="flex min-h-14 cursor-pointer flex-wrap items-center gap-x-3 px-4 py-2">
        <span className="type-label">{name}</span>
        {plan && <PlanInShort plan={plan} />}
        <Icon name="chevron-down" size={16} className="ms-auto group-open/plan:rotate-180" />
      </summary>
      <fieldset className="grid gap-5 border-t border-line p-4">
        <legend className="sr-only">{name}</legend>
        <div className={COLUMNS}>
          <SelectField
            label={t('portal.plans.kind')}
            name={`${path}.kind`}
            value={field(`${path}.kind`, plan?.kind ?? NO_PLAN).defaultValue}
            options={[
              ...(plan ? [] : [{ value: NO_PLAN, name: t('portal.plans.none') }]),
              ...KINDS.map((one) => ({ value: one, name: t(`portal.plans.kind.${one}`) })),
            ]}
          />
          <div className={PRICED}>
            <DraftField
              writing={writing}
              name={`${path}.amount_minor`}
              label={t('portal.plans.amount')}
              dir="ltr"
              max={14}
            />
            <p className={`type-sm mt-1.5 text-ink2 ${USAGE}`}>{t('portal.plans.amount_usage')}</p>
          </div>
          <div className={RECURRING}>
            <SelectField
              label={t('portal.plans.period')}
              name={`${path}.period`}
              value={field(`${path}.period`, plan?.period ?? 'month').defaultValue}
              options={PERIODS.map((one) => ({
                value: one,
                name: t(`portal.plans.period.${one}`),
              }))}
            />
          </div>
        </div>
        {others.length > 0 && (
          <div className={`${COLUMNS} ${PRICED}`}>
            {others.map((code) => (
              <DraftField
                key={code}
                writing={writing}
                name={`${path}.prices.${code}`}
                label={t('portal.plans.amount_in', { currency: code })}
                dir="ltr"
                max={14}
              />
            ))}
          </div>
        )}
        <div className={`${COLUMNS} ${WRITTEN}`}>
          <InLanguages
            writing={writing}
            name={`${path}.name`}
            label={(language) => t('portal.plans.name', { language })}
            max={60}
          />
        </div>
        <div className={`${COLUMNS} ${WRITTEN}`}>
          <InLanguages
            writing={writing}
            name={`${path}.features`}
            label={(language) => t('portal.plans.features', { language })}
            max={1_000}
            rows={3}
          />
        </div>
        <Terms writing={writing} path={path} plan={plan} />
        {plan && <SoldToField writing={writing} path={path} plan={plan} />}
        {plan && <OwnerPreview plan={plan} />}
        {plan && writing.may && (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <Checkbox name={`${path}.remove`} value="yes">
              {t('portal.plans.remove')}
            </Checkbox>
            {mayCopy && (
              <TextLink
                href={`?${COPY}=${index}`}
                className="type-sm inline-flex min-h-11 items-center"
              >
                {t('portal.plans.copy_of', { plan: pickText(plan.name, locale) || name })}
              </TextLink>
            )}
          </div>
        )}
      </fieldset>
    </details>
  )
}

/** What the saved plan charges in the twelve months that an owner is shown before agreeing. */
function OwnerPreview({ plan }: { plan: Plan }) {
  const { t } = useWords()
  if (!hasTerms(plan.kind) || plan.amountMinor === 0) return null
  const each = formatAmount(plan.amountMinor, plan.currency)
  const charges = plan.period === 'year' ? 1 : 12
  return (
    <div className="rounded-control bg-stone px-4 py-3">
      <h3 className="type-label">{t('portal.plans.preview')}</h3>
      <p className="type-sm figures mt-1">
        {plan.trialDays > 0 && `${t('portal.plans.preview_trial', { count: plan.trialDays })} `}
        {t('portal.plans.preview_text', {
          first: each,
          each: t(`portal.offers.${plan.period ?? 'month'}`, { price: each }),
          total: formatAmount(plan.amountMinor * charges, plan.currency),
        })}
      </p>
    </div>
  )
}

/** Who may begin the plan; shops that are on it keep it. */
function SoldToField({ writing, path, plan }: { writing: Writing; path: string; plan: Plan }) {
  const { t } = useWords()
  const field = useField(writing.answer, writing.form)
  const { defaultValue, error } = field(`${path}.sold_to`, plan.soldTo ?? 'everybody')
  return (
    <div className="md:max-w-96">
      <SelectField
        label={t('portal.plans.sold_to')}
        name={`${path}.sold_to`}
        value={defaultValue}
        options={SOLD_TO.map((one) => ({ value: one, name: t(`portal.plans.sold_to.${one}`) }))}
        {...(error && { error })}
      />
      <p className="type-sm mt-1.5 text-ink2">{t('portal.plans.sold_to_hint')}</p>
    </div>
  )
}

/** What a folded plan is: "Small · Recurring · ₺99.90". */
function PlanInShort({ plan }: { plan: Plan }) {
  const { t, locale } = useWords()
  const parts = [
    pickText(plan.name, locale),
    t(`portal.plans.kind.${plan.kind}`),
    plan.kind === 'free' || plan.amountMinor === 0
      ? ''
      : formatAmount(plan.amountMinor, plan.currency),
    plan.soldTo === undefined ? '' : t(`portal.plans.sold_to.${plan.soldTo}`),
  ].filter(Boolean)
  return (
    <span className="type-sm flex min-w-0 flex-wrap gap-x-2 text-ink2">
      {parts.map((part, n) => (
        <bdi key={n} className="wrap-anywhere">
          {part}
        </bdi>
      ))}
    </span>
  )
}

/** One field for each language of the market. */
function InLanguages({
  writing,
  name,
  label,
  ...look
}: {
  writing: Writing
  name: string
  label: (language: string) => string
  max: number
  rows?: number
}) {
  const { locale: reader } = useWords()
  return useLanguages().map((locale: Locale) => (
    <DraftField
      key={locale}
      writing={writing}
      name={`${name}.${locale}`}
      label={label(languageName(locale, reader))}
      lang={locale}
      dir={directionOf(locale)}
      {...look}
    />
  ))
}

const Part = ({
  title,
  lead,
  className = '',
  children,
}: {
  title: string
  lead: string
  className?: string
  children: ReactNode
}) => (
  <div className={`grid gap-4 border-t border-line pt-4 ${className}`}>
    <div>
      <h3 className="type-label">{title}</h3>
      <p className="type-sm mt-0.5 text-ink2">{lead}</p>
    </div>
    {children}
  </div>
)

/** The trial and what use costs, of recurring and usage plans. */
function Terms({
  writing,
  path,
  plan,
}: {
  writing: Writing
  path: string
  plan: Plan | undefined
}) {
  const { t } = useWords()
  const { answer, form, may } = writing
  const needsCard =
    answer?.form === form && answer.error
      ? answer.given[`${path}.trial_needs_card`] === 'yes'
      : plan?.trialNeedsCard
  return (
    <div className={`gap-5 ${TERMS}`}>
      <Part title={t('portal.plans.trial')} lead={t('portal.plans.trial_lead')}>
        <div className={COLUMNS}>
          <DraftField
            writing={writing}
            name={`${path}.trial_days`}
            label={t('portal.plans.trial_days')}
            dir="ltr"
            max={3}
          />
          <div className="md:col-span-2 md:pt-7">
            <Checkbox
              name={`${path}.trial_needs_card`}
              value="yes"
              defaultChecked={needsCard}
              disabled={!may}
            >
              {t('portal.plans.trial_card')}
            </Checkbox>
          </div>
        </div>
      </Part>
      <Part title={t('portal.plans.use')} lead={t('portal.plans.use_lead')}>
        {Array.from({ length: Math.max(1, plan?.meters.length ?? 0) }, (_, place) => (
          <MeterFields key={place} writing={writing} path={`${path}.meters.${place}`}>
            {place === 0 && (
              <DraftField
                writing={writing}
                name={`${path}.cap_minor`}
                label={t('portal.plans.cap')}
                hint={t('portal.plans.cap_hint')}
                dir="ltr"
                max={14}
              />
            )}
          </MeterFields>
        ))}
      </Part>
    </div>
  )
}

/** One thing that is counted. What it costs beyond the first step is folded away. */
function MeterFields({
  writing,
  path,
  children,
}: {
  writing: Writing
  path: string
  children: ReactNode
}) {
  const { t } = useWords()
  const { answer, saved } = writing
  const later = Array.from({ length: MOST_TIERS - 1 }, (_, n) => `${path}.tiers.${n + 1}`)
  const hasMore =
    later.some((tier) => (saved[`${tier}.price_minor`] ?? '') !== '') ||
    Object.keys(answer?.error?.fieldErrors ?? {}).some((name) => name.startsWith(`${path}.tiers`))
  return (
    <>
      <div className={COLUMNS}>
        <DraftField
          writing={writing}
          name={`${path}.key`}
          label={t('portal.plans.meter_key')}
          hint={t('portal.plans.meter_key_hint')}
          dir="ltr"
          max={30}
        />
        <DraftField
          writing={writing}
          name={`${path}.included`}
          label={t('portal.plans.included')}
          hint={t('portal.plans.included_hint')}
          dir="ltr"
          max={14}
        />
        {children}
      </div>
      <div className={COLUMNS}>
        <InLanguages
          writing={writing}
          name={`${path}.name`}
          label={(language) => t('portal.plans.meter_name', { language })}
          max={40}
        />
      </div>
      <TierFields writing={writing} path={`${path}.tiers.0`} />
      <details open={hasMore}>
        <summary className="type-sm inline-flex min-h-11 items-center text-link">
          {t('portal.plans.tiers')}
        </summary>
        <div className="mt-3 grid gap-4">
          {later.map((tier) => (
            <TierFields key={tier} writing={writing} path={tier} />
          ))}
        </div>
      </details>
    </>
  )
}

/** What units cost up to a number of them. */
function TierFields({ writing, path }: { writing: Writing; path: string }) {
  const { t } = useWords()
  return (
    <div className={COLUMNS}>
      <DraftField
        writing={writing}
        name={`${path}.price_minor`}
        label={t('portal.plans.tier_price')}
        dir="ltr"
        max={14}
      />
      <DraftField
        writing={writing}
        name={`${path}.per`}
        label={t('portal.plans.tier_per')}
        dir="ltr"
        max={14}
      />
      <DraftField
        writing={writing}
        name={`${path}.up_to`}
        label={t('portal.plans.tier_up_to')}
        dir="ltr"
        max={14}
      />
    </div>
  )
}
