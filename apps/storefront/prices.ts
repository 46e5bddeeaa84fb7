import type { ItemCard, ItemDetail, ShownMeter } from '#modules/catalog/contract.ts'
import {
  cardPrice,
  formatAmount,
  formatRounded,
  plainPrice,
  toMinor,
  type Currency,
} from '#lib/money.ts'
import type { PriceProps } from '#ui/amount.tsx'
import type { Words } from './messages.tsx'

/** Prices of items and plans, in words. */

export interface Priced {
  price: number
  currency: Currency
  /** It was converted at the rate of this day (D27). */
  rate_date: string | null
  kind: ItemCard['price_kind']
  period: ItemCard['price_period']
}

/** Converted amounts are marked; what is charged is exactly what is shown. */
export const marked = ({ rate_date }: Pick<Priced, 'rate_date'>, text: string): string =>
  rate_date === null ? text : `≈ ${text}`

type Spoken = Pick<Words, 't'>

/** Placeholder for the amount in a message. */
const PLACE = '\0'

/** The text before and after the amount, because the order depends on the language. */
function around(sentence: string): Pick<PriceProps, 'lead' | 'per'> {
  const [lead = '', per = ''] = sentence.split(PLACE)
  return { lead: lead || undefined, per: per || undefined }
}

function priceOf(
  { price, currency, kind, period }: Priced,
  amount: (minor: number) => string,
  { t }: Spoken,
): PriceProps | null {
  const minor = toMinor(price, currency) ?? 0
  if (kind === 'recurring')
    return {
      text: amount(minor),
      ...around(t(`price.every.${period ?? 'month'}`, { price: PLACE })),
    }
  // a usage plan is not free, although installing it costs nothing
  if (kind !== 'usage') return null
  return minor === 0
    ? { text: t('price.by_use') }
    : { text: amount(minor), ...around(t('price.then_by_use', { price: PLACE })) }
}

/**
 * S9.5: rounded to whole units on cards, also for recurring prices; mentions in-app purchases when
 * the price is 0 and the flag is 1.
 */
export function priceOnCard(item: Priced & { inAppPurchase: boolean }, words: Spoken): PriceProps {
  const priceMinor = toMinor(item.price, item.currency) ?? 0
  const names = { free: words.t('price.free'), inAppPurchase: words.t('price.in_app') }
  if (priceMinor === 0 && item.inAppPurchase) return { text: names.inAppPurchase, free: false }
  // The whole sentence takes a line of its own on a phone.
  if (priceMinor === 0 && item.kind === 'usage') return { text: words.t('price.by_use_short') }
  return (
    priceOf(item, (minor) => marked(item, formatRounded(minor, item.currency)), words) ?? {
      text: marked(
        item,
        cardPrice(
          { priceMinor, currency: item.currency, inAppPurchase: item.inAppPurchase },
          names,
        ),
      ),
      free: priceMinor === 0,
    }
  )
}

/** The same with what stands before it when other plans of the kind cost more: "from ₺100 / month". */
export function priceOnShopCard(
  item: Priced & { inAppPurchase: boolean; from: boolean },
  words: Spoken,
): PriceProps {
  const price = priceOnCard(item, words)
  return item.kind !== 'recurring' || !item.from ? price : beginningAt(price, words)
}

/** S9.5: the plain view with two decimals, or Free. */
export function priceInFull(item: Priced, words: Spoken): PriceProps {
  const priceMinor = toMinor(item.price, item.currency) ?? 0
  return (
    priceOf(item, (minor) => marked(item, formatAmount(minor, item.currency)), words) ?? {
      text: marked(
        item,
        plainPrice({ priceMinor, currency: item.currency }, { free: words.t('price.free') }),
      ),
      free: priceMinor === 0,
    }
  )
}

/** The same of the cheapest of several plans: "from ₺99.90 / month". */
export function priceFrom(item: Priced, words: Spoken): PriceProps {
  const price = priceInFull(item, words)
  return item.price === 0 ? price : beginningAt(price, words)
}

function beginningAt(price: PriceProps, words: Spoken): PriceProps {
  const { lead = '', per = '' } = price
  return {
    ...price,
    ...around(words.t('price.from', { price: `${lead}${PLACE}${per}` })),
  }
}

type Plan = ItemDetail['plans'][number]
type Use = Pick<Plan, 'meters' | 'cap' | 'currency' | 'use_rate_date' | 'period'>

/** What use of a plan costs: lines for each meter, and the cap. Empty without meters. */
export function chargesInWords(plan: Use, words: UseWords): string[] {
  const amount = (price: number): string =>
    marked(
      { rate_date: plan.use_rate_date },
      formatAmount(toMinor(price, plan.currency) ?? 0, plan.currency),
    )
  const lines = plan.meters.flatMap((meter) => linesOf(meter, amount, words))
  return plan.cap === null || plan.meters.length === 0
    ? lines
    : [...lines, words.t(`price.cap.${plan.period ?? 'month'}`, { price: amount(plan.cap) })]
}

type UseWords = Pick<Words, 't' | 'locale'>

function linesOf(
  { name, included, tiers }: ShownMeter,
  amount: (price: number) => string,
  { t, locale }: UseWords,
): string[] {
  const rate = ({ price, per }: ShownMeter['tiers'][number]): string =>
    per === 1
      ? t('price.rate_each', { price: amount(price) })
      : t('price.rate_per', { price: amount(price), per })
  const capital = name.slice(0, 1).toLocaleUpperCase(locale) + name.slice(1)
  const [first] = tiers
  if (tiers.length === 1 && first)
    return [
      included === 0
        ? t('price.use_only', { name: capital, rate: rate(first) })
        : t('price.use_then', { units: included, name, rate: rate(first) }),
    ]
  const steps = tiers.map((tier, index) => {
    const before = tiers[index - 1]?.up_to ?? 0
    if (tier.up_to === null) return t('price.tier_rest', { rate: rate(tier) })
    const step = { units: tier.up_to - before, rate: rate(tier) }
    return t(index === 0 && included === 0 ? 'price.tier_first' : 'price.tier_next', step)
  })
  return [included === 0 ? capital : t('price.use_included', { units: included, name }), ...steps]
}

type PriceFacts = Pick<
  ItemCard,
  'price' | 'currency' | 'rate_date' | 'price_kind' | 'price_period' | 'in_app_purchase'
>

/** The displayed price of an item, as `Priced`. */
export const pricedItem = (item: PriceFacts) => ({
  price: item.price,
  currency: item.currency,
  rate_date: item.rate_date,
  kind: item.price_kind,
  period: item.price_period,
  inAppPurchase: item.in_app_purchase === 1,
})
