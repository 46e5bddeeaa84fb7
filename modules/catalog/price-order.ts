import type { Pricing } from '#modules/currencies/public.ts'

/**
 * The order by the price shown (D27), as SQL. Conversion never changes which of two prices in one
 * currency is lower, so a shelf is read by each currency of its items along an index, and only what
 * the page needs of each is converted and merged. Rates are parameters: a new one changes no row.
 */
export interface PriceSql {
  /** A table `rate` of the caller's currency and of every other one. */
  rates: string
  /** The caller's currency. */
  own: string
  /** What a price is in it; both are those of `shelf_price`. Needs the row of `rate`. */
  shown(price: string): string
}

export function priceSql(pricing: Pricing, put: (value: unknown) => string): PriceSql {
  const others = [...pricing.rates.values()]
  const own = `${put(pricing.currency)}::bpchar`
  const codes = put([pricing.currency, ...others.map(({ code }) => code)])
  const numerators = put(['1', ...others.map(({ numerator }) => String(numerator))])
  const denominators = put(['1', ...others.map(({ denominator }) => String(denominator))])
  const rule = `${put(pricing.stepMinor)}::bigint, ${put(pricing.endingMinor)}::bigint`
  return {
    rates: `unnest(${codes}::bpchar[], ${numerators}::numeric[], ${denominators}::numeric[]) as rate (currency, numerator, denominator)`,
    own,
    shown: (price) =>
      `case when rate.currency = ${own} then ${price} else converted_shelf_price(${price}, rate.numerator, rate.denominator, ${rule}) end`,
  }
}

export const isByPrice = (sort: string): sort is 'price_asc' | 'price_desc' =>
  sort === 'price_asc' || sort === 'price_desc'

/** Equal prices stand as in the streams that they come from, so that pages fit together. */
export const PRICE_COLUMNS = 'price, source, given'
export const priceIndex = (sort: 'price_asc' | 'price_desc'): string =>
  ['price', 'source', 'given', 'number']
    .map((column) => (sort === 'price_desc' ? `${column} desc` : column))
    .join(', ')
const streamOrder = (sort: 'price_asc' | 'price_desc') =>
  sort === 'price_desc' ? 'price desc, number desc' : 'price, number'

/** A page of a shelf; `wanted` are conditions on its rows, `$1` the shelf, `$3` and `$4` the page. */
export const pricePage = (
  sort: 'price_asc' | 'price_desc',
  wanted: string,
  { rates, own, shown }: PriceSql,
): string => {
  const upTo = `order by ${streamOrder(sort)} limit $3::integer + $4::integer`
  return `
    select * from (
      select one.number, ${shown('one.price')} as price, rate.currency as source, one.price as given
      from ${rates} cross join lateral (
        select number, price from shelf where shelf.currency = rate.currency and not priced_in @> array[${own}] and ${wanted} ${upTo}) as one
      union all
      (select number, price, ${own}, price from shelf_prices as shelf where shelf.currency = ${own} and ${wanted} ${upTo})
    ) as priced order by ${priceIndex(sort)} limit $3 offset $4`
}

/** All rows of `few`, which are few, with their shown prices. */
export const priceAll = ({ rates, own, shown }: PriceSql): string => `
    select few.number, coalesce(extra.price, ${shown('few.price')}) as price,
      case when extra.price is null then few.currency else ${own} end as source, coalesce(extra.price, few.price) as given
    from few join ${rates} on rate.currency = few.currency
    left join shelf_prices as extra on extra.shelf = $1 and extra.currency = ${own} and extra.number = few.number`

/** Matches of a search, with their prices beside them (`item_words`). */
export const priceFound = ({ rates, own, shown }: PriceSql): string => {
  const extra = `shelf_price((found.prices ->> ${own}::text)::bigint, 'one_time')`
  return `(select found.*, coalesce(${extra}, ${shown('found.price')}) as shown_price,
    case when ${extra} is null then found.currency else ${own} end as source, coalesce(${extra}, found.price) as given
    from found join ${rates} on rate.currency = found.currency) as found`
}
