import { useLanguages } from '../shell.tsx'
import {
  useLoaderData,
  useRouteLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import { getListing, type ListingAnswer } from '#modules/publishing/partners/item-contract.ts'
import { changePlans, MOST_PLANS } from '#modules/publishing/partners/plan-contract.ts'
import { latinDigits } from '#lib/text.ts'
import { directionOf, LOCALES, forEachLocale, languageName } from '#lib/locale.ts'
import { CURRENCIES, plainAmount, toMinor, type Currency } from '#lib/money.ts'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { FormDone, PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
import { textOf, readForm } from '../read-form.ts'
import { DraftField, type Writing } from '../listing/writing.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'
import type { loader as itemLoader } from './partner-item.tsx'

const KINDS = ['free', 'one_time', 'recurring', 'usage'] as const
const PERIODS = ['month', 'year'] as const

export const loader = ({ context, params }: LoaderFunctionArgs) =>
  context
    .get(consoleContext)
    .call(getListing, { params: { partner: params.partner ?? '', item: params.item ?? '' } })

/**
 * "249,90" and "٢٤٩٫٩٠" → 24990 TRY; NaN for anything else, which the operation refuses with a
 * field error.
 */
const minorOf = (text: string, currency: string): number => {
  const plain = latinDigits(text).trim().replace(/[٫,]/, '.')
  return plain === ''
    ? 0
    : /^\d{1,9}(\.\d{1,3})?$/.test(plain)
      ? (toMinor(Number(plain), currency) ?? Number.NaN)
      : Number.NaN
}

/** A row without a kind is the empty one at the end. */
/** The prices in other currencies that are written. */
const readPrices = (form: FormData, index: number) =>
  Object.fromEntries(
    CURRENCIES.map((code) => [code, textOf(form, `plans.${index}.prices.${code}`)] as const)
      .filter(([, text]) => text.trim() !== '')
      .map(([code, text]) => [code, minorOf(text, code)]),
  )

function readPlans(form: FormData, currency: string) {
  const rows = Array.from({ length: MOST_PLANS }, (_, index) => index).filter(
    (index) =>
      textOf(form, `plans.${index}.kind`) !== '' && form.get(`plans.${index}.remove`) === null,
  )
  const inLanguages = (index: number, field: string) =>
    forEachLocale((locale) => textOf(form, `plans.${index}.${field}.${locale}`))
  return rows.map((index) => {
    const kind = textOf(form, `plans.${index}.kind`) as (typeof KINDS)[number]
    return {
      kind,
      period:
        kind === 'recurring'
          ? (textOf(form, `plans.${index}.period`) as (typeof PERIODS)[number])
          : null,
      amount_minor:
        kind === 'free' ? 0 : minorOf(textOf(form, `plans.${index}.amount_minor`), currency),
      prices: kind === 'free' ? {} : readPrices(form, index),
      name: inLanguages(index, 'name'),
      features: inLanguages(index, 'features'),
    }
  })
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { form, text, submit } = await readForm(context, request)
  const currency = text('currency') as Currency
  const body = { revision: Number(text('revision')), currency, plans: readPlans(form, currency) }
  return submit(changePlans, {
    params: { partner: params.partner ?? '', item: params.item ?? '' },
    body,
  })
}

const fieldsOf = (plans: ListingAnswer['content']['plans']): Record<string, string> =>
  Object.fromEntries(
    plans.flatMap((plan, index) => [
      [
        `plans.${index}.amount_minor`,
        plan.amountMinor === 0 ? '' : plainAmount(plan.amountMinor, plan.currency),
      ],
      ...Object.entries(plan.prices ?? {}).map(([code, minor]) => [
        `plans.${index}.prices.${code}`,
        plainAmount(minor, code),
      ]),
      ...LOCALES.flatMap((locale) => [
        [`plans.${index}.name.${locale}`, plan.name[locale] ?? ''],
        [`plans.${index}.features.${locale}`, plan.features[locale]?.join('\n') ?? ''],
      ]),
    ]),
  ) as Record<string, string>

/** The prices of an item. They are part of the draft: stores pay new prices after approval. */
export default function PartnerItemPlans() {
  const { t, locale: reader } = useWords()
  const languages = useLanguages()
  const {
    content: { plans },
    revision,
    currencies,
  } = useLoaderData<typeof loader>()
  const item = useRouteLoaderData<typeof itemLoader>('partner-item')
  const answer = useFormAnswer()
  const field = useField(answer, 'plans')
  if (!item) return null
  const may = item.role !== 'developer'
  const writing: Writing = { form: 'plans', answer, saved: fieldsOf(plans), may }
  const own = plans[0]?.currency ?? currencies[0] ?? 'USD'
  const offered = currencies.includes(own) ? currencies : [own, ...currencies]
  const rows = Math.min(MOST_PLANS, plans.length + (may ? 1 : 0))
  return (
    <Panel as="section" label={t('portal.tab.plans')}>
      <PanelPart>
        <h2 id="plans" className="type-d4 scroll-mt-24">
          {t('portal.tab.plans')}
        </h2>
        <p className="type-sm mt-1 mb-5 text-ink2">{t('portal.plans.lead')}</p>
        {!may && <Notice className="mb-5">{t('portal.plans.read_only')}</Notice>}
        <FormDone answer={answer} form="plans" className="mb-5">
          {t('portal.saved')}
        </FormDone>
        <PostForm
          key={revision}
          name="plans"
          answer={answer}
          submit={t('portal.save')}
          mayPress={may}
          hidden={{ revision: String(revision) }}
          files
          className="grid gap-5"
        >
          <SelectField
            label={t('portal.plans.currency')}
            name="currency"
            value={field('currency', own).defaultValue}
            options={offered.map((one) => ({ value: one, name: one }))}
          />
          {Array.from({ length: rows }, (_, index) => {
            const plan = plans[index]
            const kind = field(`plans.${index}.kind`, plan?.kind ?? '').defaultValue
            return (
              <fieldset
                key={index}
                className="grid gap-4 rounded-control-lg border border-line p-4 md:grid-cols-3"
              >
                <legend className="type-label px-1">
                  {plan ? t('portal.plans.number', { n: index + 1 }) : t('portal.plans.new')}
                </legend>
                <SelectField
                  label={t('portal.plans.kind')}
                  name={`plans.${index}.kind`}
                  value={kind}
                  options={[
                    ...(plan ? [] : [{ value: '', name: t('portal.plans.none') }]),
                    ...KINDS.map((one) => ({ value: one, name: t(`portal.plans.kind.${one}`) })),
                  ]}
                />
                <SelectField
                  label={t('portal.plans.period')}
                  name={`plans.${index}.period`}
                  value={field(`plans.${index}.period`, plan?.period ?? 'month').defaultValue}
                  options={PERIODS.map((one) => ({
                    value: one,
                    name: t(`portal.plans.period.${one}`),
                  }))}
                />
                <DraftField
                  writing={writing}
                  name={`plans.${index}.amount_minor`}
                  label={t('portal.plans.amount')}
                  dir="ltr"
                  max={14}
                />
                {currencies
                  .filter((code) => code !== own)
                  .map((code) => (
                    <DraftField
                      key={code}
                      writing={writing}
                      name={`plans.${index}.prices.${code}`}
                      label={t('portal.plans.amount_in', { currency: code })}
                      dir="ltr"
                      max={14}
                    />
                  ))}
                {languages.map((locale) => (
                  <DraftField
                    key={locale}
                    writing={writing}
                    name={`plans.${index}.name.${locale}`}
                    label={t('portal.plans.name', { language: languageName(locale, reader) })}
                    lang={locale}
                    dir={directionOf(locale)}
                    max={60}
                  />
                ))}
                {languages.map((locale) => (
                  <DraftField
                    key={locale}
                    writing={writing}
                    name={`plans.${index}.features.${locale}`}
                    label={t('portal.plans.features', { language: languageName(locale, reader) })}
                    lang={locale}
                    dir={directionOf(locale)}
                    rows={3}
                    max={1_000}
                  />
                ))}
                {plan && may && (
                  <div className="md:col-span-3">
                    <Checkbox name={`plans.${index}.remove`} value="yes">
                      {t('portal.plans.remove')}
                    </Checkbox>
                  </div>
                )}
              </fieldset>
            )
          })}
        </PostForm>
      </PanelPart>
    </Panel>
  )
}
