import { type Conversion, convert, conversionOf, rateBetween } from '#lib/conversion.ts'
import type { Currency } from '#lib/currencies.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Services } from '#kernel/context.ts'
import { listMarketCurrencies, type MarketCurrency } from './data.ts'
import { findHomePlatform, requirePlatform } from '#modules/stores/platforms/public.ts'

type Reading = Pick<Services, 'db' | 'cache'>

/** The market's currencies; cached until one of them or a rate changes. */
export const readCurrencies = (services: Reading): Promise<MarketCurrency[]> =>
  services.cache.getOrLoad('currencies', ['currencies'], () => listMarketCurrencies(services.db))

/** The currencies that the market uses. */
export const readUsedCurrencies = async (services: Reading): Promise<Currency[]> =>
  (await readCurrencies(services)).filter(({ isUsed }) => isUsed).map(({ code }) => code)

interface Rate extends Conversion {
  code: Currency
  /** Of the older one of the two rates. */
  day: string
  /** Between major units. */
  rate: string
}

/** How everything is priced for one caller. Shared by all callers of the same currency. */
export interface Pricing {
  currency: Currency
  /** How converted prices are rounded. */
  stepMinor: number
  endingMinor: number
  /** From every other currency of the market. */
  rates: ReadonlyMap<string, Rate>
}

export interface Price {
  amountMinor: number
  currency: Currency
  /** Null when it is the partner's own price in this currency. */
  converted: {
    /** From which day on the rate holds. */
    day: string
    rate: string
    sourceMinor: number
    sourceCurrency: string
  } | null
}

/** By the list of currencies, so that it ends with it. */
const pricings = new WeakMap<readonly MarketCurrency[], Map<string, Pricing>>()

export function pricingIn(currencies: readonly MarketCurrency[], code: string): Pricing {
  let known = pricings.get(currencies)
  if (!known) pricings.set(currencies, (known = new Map()))
  let pricing = known.get(code)
  if (!pricing) {
    const to = currencies.find((one) => one.code === code)
    if (!to) throw new Error(`${code} is no currency of the market`)
    const rates = currencies
      .filter((from) => from !== to)
      .map((from): [string, Rate] => [
        from.code,
        {
          ...conversionOf(from, to, to),
          code: from.code,
          rate: rateBetween(from, to),
          day: [from.day, to.day].filter((day) => day !== null).toSorted()[0] ?? '',
        },
      ])
    known.set(code, (pricing = { ...to, currency: to.code, rates: new Map(rates) }))
  }
  return pricing
}

/** Who pays: a store of a platform, or a visitor of its storefront. */
export interface Payer {
  platformId: number
  /** What the platform says of the store; null: nothing, or a visitor. */
  storeCurrency: string | null
}

/** D27: the store's own currency if the market uses it, else its platform's default. */
export async function pricingFor(
  services: Reading & Pick<Services, 'clock'>,
  { platformId, storeCurrency }: Payer,
): Promise<Pricing> {
  const [currencies, platform] = await Promise.all([
    readCurrencies(services),
    requirePlatform(services, platformId),
  ])
  const own = currencies.find(({ code, isUsed }) => code === storeCurrency && isUsed)
  return pricingIn(currencies, own?.code ?? platform.currency)
}

/** How the caller of an operation is charged. */
export const pricingOf = (
  ctx: Reading & Pick<Services, 'clock'> & { actor: Actor; platformId: number },
): Promise<Pricing> =>
  pricingFor(ctx, {
    platformId: ctx.platformId,
    storeCurrency: ctx.actor.kind === 'store' ? ctx.actor.currency : null,
  })

/** How the market's first platform shows prices, for operators; null before there is one. */
export async function pricingAtHome(services: Reading): Promise<Pricing | null> {
  const [currencies, home] = await Promise.all([
    readCurrencies(services),
    findHomePlatform(services.db),
  ])
  return home ? pricingIn(currencies, home.currency) : null
}

/** Whether the market knows the currency of a price; a package may name any. */
export const hasPrice = (pricing: Pricing, { currency }: { currency: string }): boolean =>
  currency === pricing.currency || pricing.rates.has(currency)

/** `prices`: the partner's own in other currencies, by currency. */
export function priceFor(
  pricing: Pricing,
  {
    amountMinor,
    currency,
    prices,
  }: {
    amountMinor: number
    currency: string
    prices?: Readonly<Partial<Record<string, number>>> | null | undefined
  },
): Price {
  const to = pricing.currency
  const own = currency === to || amountMinor === 0 ? amountMinor : prices?.[to]
  if (own !== undefined) return { amountMinor: own, currency: to, converted: null }
  const rate = pricing.rates.get(currency)
  if (!rate) throw new Error(`${currency} is no currency of the market`)
  return {
    amountMinor: convert(amountMinor, rate),
    currency: to,
    converted: {
      day: rate.day,
      rate: rate.rate,
      sourceMinor: amountMinor,
      sourceCurrency: currency,
    },
  }
}

/** How far a converted unit price may be from the exact one: a hundredth. */
const UNIT_EXACTNESS = 100n
const MOST_PER = 1_000_000_000

/**
 * The price of `per` units of something that is charged by use. Converted to the minor unit without
 * the currency's steps, which are for prices of plans; where that is not exact to 1 %, the price is
 * that of ten or a hundred times as many units: $0.001 for one is ₺4.25 for 100.
 */
export function unitPriceFor(
  pricing: Pricing,
  { amountMinor, per, currency }: { amountMinor: number; per: number; currency: string },
): { amountMinor: number; per: number } {
  if (currency === pricing.currency || amountMinor === 0) return { amountMinor, per }
  const rate = pricing.rates.get(currency)
  if (!rate) throw new Error(`${currency} is no currency of the market`)
  const exactly = { ...rate, stepMinor: 1, endingMinor: 0 }
  const isExact = (source: number, converted: number): boolean => {
    const [is, was] = [BigInt(converted) * rate.denominator, BigInt(source) * rate.numerator]
    return (is > was ? is - was : was - is) * UNIT_EXACTNESS <= was
  }
  for (let scale = 1; ; scale *= 10) {
    const converted = convert(amountMinor * scale, exactly)
    if (isExact(amountMinor * scale, converted) || per * scale * 10 > MOST_PER)
      return { amountMinor: converted, per: per * scale }
  }
}
