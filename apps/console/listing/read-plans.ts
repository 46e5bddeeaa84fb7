import type { ListingAnswer } from '#modules/publishing/partners/item-contract.ts'
import {
  MOST_METERS,
  MOST_PLANS,
  MOST_TIERS,
  SOLD_TO,
  hasTerms,
} from '#modules/catalog/plan-terms.ts'
import { latinDigits } from '#lib/text.ts'
import { LOCALES, forEachLocale } from '#lib/locale.ts'
import { CURRENCIES, plainAmount, toMinor } from '#lib/money.ts'
import { textOf } from '../read-form.ts'

export const KINDS = ['free', 'one_time', 'recurring', 'usage'] as const
export const PERIODS = ['month', 'year'] as const
/** The kind of the empty plan at the end. */
export const NO_PLAN = 'none'

type Plan = ListingAnswer['content']['plans'][number]
type Meter = Plan['meters'][number]
type Kind = (typeof KINDS)[number]

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

/** "20.000", "20,000" and "٢٠٬٠٠٠" → 20000; NaN for anything else. */
function wholeOf(text: string, empty: number): number {
  const plain = latinDigits(text).trim()
  if (plain === '') return empty
  const digits = /^\d{1,3}([.,٬ ]\d{3})+$/.test(plain) ? plain.replaceAll(/[.,٬ ]/g, '') : plain
  return /^\d{1,12}$/.test(digits) ? Number(digits) : Number.NaN
}

/** The fields of one plan, meter or tier, by their names below its own. */
interface Fields {
  text: (name: string) => string
  below: (name: string) => Fields
}
const fieldsBelow = (form: FormData, path: string): Fields => ({
  text: (name) => textOf(form, `${path}.${name}`),
  below: (name) => fieldsBelow(form, `${path}.${name}`),
})
const inLanguages = (fields: Fields, name: string) =>
  forEachLocale((locale) => fields.text(`${name}.${locale}`))

/** The rows up to the last one in which something is written. */
function rowsOf(fields: Fields, name: string, most: number, written: (row: Fields) => boolean) {
  const rows = Array.from({ length: most }, (_, index) => fields.below(`${name}.${index}`))
  return rows.slice(0, rows.findLastIndex(written) + 1)
}

/** The prices in other currencies that are written. */
const readPrices = (plan: Fields) =>
  Object.fromEntries(
    CURRENCIES.map((code) => [code, plan.text(`prices.${code}`)] as const)
      .filter(([, text]) => text.trim() !== '')
      .map(([code, text]) => [code, minorOf(text, code)]),
  )

const readMeter = (meter: Fields, currency: string) => ({
  key: meter.text('key').trim(),
  name: inLanguages(meter, 'name'),
  included: wholeOf(meter.text('included'), 0),
  tiers: rowsOf(
    meter,
    'tiers',
    MOST_TIERS,
    (tier) => tier.text('price_minor') + tier.text('up_to') !== '',
  ).map((tier) => ({
    up_to: tier.text('up_to').trim() === '' ? null : wholeOf(tier.text('up_to'), 0),
    price_minor: minorOf(tier.text('price_minor'), currency),
    per: wholeOf(tier.text('per'), 1),
  })),
})

const isMeter = (meter: Fields): boolean =>
  meter.text('key') + meter.text('included') + meter.text('tiers.0.price_minor') !== ''

/** What a free or one-time plan does not have is left out, whatever is written there. */
const readTerms = (plan: Fields, kind: Kind, currency: string) =>
  hasTerms(kind)
    ? {
        trial_days: wholeOf(plan.text('trial_days'), 0),
        trial_needs_card: plan.text('trial_needs_card') === 'yes',
        meters: rowsOf(plan, 'meters', MOST_METERS, isMeter).map((meter) =>
          readMeter(meter, currency),
        ),
        cap_minor:
          plan.text('cap_minor').trim() === '' ? null : minorOf(plan.text('cap_minor'), currency),
      }
    : {}

const readSoldTo = (plan: Fields) => {
  const given = SOLD_TO.find((one) => one === plan.text('sold_to'))
  return given ? { sold_to: given } : {}
}

/** The plans of the form; one without a kind is the empty one at the end. */
export function readPlans(form: FormData, currency: string) {
  const written = Array.from({ length: MOST_PLANS }, (_, index) =>
    fieldsBelow(form, `plans.${index}`),
  ).filter((plan) => !['', NO_PLAN].includes(plan.text('kind')) && plan.text('remove') === '')
  return written.map((plan) => {
    const kind = plan.text('kind') as Kind
    return {
      kind,
      period: kind === 'recurring' ? (plan.text('period') as (typeof PERIODS)[number]) : null,
      amount_minor: kind === 'free' ? 0 : minorOf(plan.text('amount_minor'), currency),
      prices: kind === 'free' ? {} : readPrices(plan),
      name: inLanguages(plan, 'name'),
      features: inLanguages(plan, 'features'),
      ...readTerms(plan, kind, currency),
      ...readSoldTo(plan),
    }
  })
}

const meterFields = (
  path: string,
  { key, name, included, tiers }: Meter,
  currency: string,
): [string, string][] => [
  [`${path}.key`, key],
  [`${path}.included`, included === 0 ? '' : String(included)],
  ...LOCALES.map((locale): [string, string] => [`${path}.name.${locale}`, name[locale] ?? '']),
  ...tiers.flatMap(({ upTo, priceMinor, per }, index): [string, string][] => [
    [`${path}.tiers.${index}.up_to`, upTo === null ? '' : String(upTo)],
    [`${path}.tiers.${index}.price_minor`, plainAmount(priceMinor, currency)],
    [`${path}.tiers.${index}.per`, String(per)],
  ]),
]

/** Saved plans as the values of their fields. */
export const fieldsOf = (plans: readonly Plan[]): Record<string, string> =>
  Object.fromEntries(
    plans.flatMap((plan, index): [string, string][] => {
      const path = `plans.${index}`
      const { currency, capMinor } = plan
      return [
        [
          `${path}.amount_minor`,
          plan.amountMinor === 0 ? '' : plainAmount(plan.amountMinor, currency),
        ],
        ...Object.entries(plan.prices ?? {}).map(([code, minor]): [string, string] => [
          `${path}.prices.${code}`,
          plainAmount(minor, code),
        ]),
        ...LOCALES.flatMap((locale): [string, string][] => [
          [`${path}.name.${locale}`, plan.name[locale] ?? ''],
          [`${path}.features.${locale}`, plan.features[locale]?.join('\n') ?? ''],
        ]),
        [`${path}.trial_days`, plan.trialDays === 0 ? '' : String(plan.trialDays)],
        ...plan.meters.flatMap((meter, place) =>
          meterFields(`${path}.meters.${place}`, meter, currency),
        ),
        [`${path}.cap_minor`, capMinor === null ? '' : plainAmount(capMinor, currency)],
      ]
    }),
  )
