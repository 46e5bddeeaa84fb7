import type { Db } from '#db/client.ts'
import { pickText, type Locale } from '#lib/locale.ts'
import { toMajor } from '#lib/money.ts'
import { priceFor, type Pricing } from '#modules/currencies/public.ts'
import { capIn, metersIn } from './meter-prices.ts'
import type { z } from 'zod'
import type { OfferedBundle } from './bundles.ts'
import { readCards, type CardRow } from './cards.ts'
import type { itemCard } from './contract.ts'
import type { ListFacets } from './find-contract.ts'
import type { PictureRow, PlanRow } from './data.ts'
import type { Facets } from './facets.ts'
import type { MarketShelves, Shelf } from './shelves.ts'

/** Rows as the contract wants them. */

export function presentPicture(
  row: Pick<PictureRow, 'sources' | 'width' | 'height' | 'placeholder' | 'alt'>,
  locale: Locale,
) {
  return {
    sources: row.sources,
    width: row.width,
    height: row.height,
    placeholder: row.placeholder,
    alt: pickText(row.alt, locale),
  }
}

/** What a card needs beside its row: category names, and how the caller is charged. */
export interface CardContext {
  locale: Locale
  shelves: MarketShelves
  taxIncluded: boolean
  pricing: Pricing
}

const named = (shelves: readonly Shelf[], numbers: readonly number[], locale: Locale) =>
  shelves
    .filter((one) => numbers.includes(one.number))
    .map(({ slug, name }) => ({ slug, name: pickText(name, locale) }))
export const namesOf = (shelves: MarketShelves, numbers: readonly number[], locale: Locale) =>
  named(
    shelves.categories.filter((one) => !one.tag),
    numbers,
    locale,
  )
export const tagsOf = (shelves: MarketShelves, numbers: readonly number[], locale: Locale) =>
  named(
    shelves.categories.filter((one) => one.tag),
    numbers,
    locale,
  )

export type Card = z.input<typeof itemCard>

/** The cards of these revisions, without those of items that have none. */
export async function presentCards(
  db: Db,
  revisions: readonly (string | null)[],
  around: CardContext,
): Promise<Card[]> {
  const rows = await readCards(db, revisions)
  return rows.flatMap((row) => (row ? presentCard(row, around) : []))
}

/** The last ones of each row: it is shown in one language, and in the currencies of some stores. */
const presented = new WeakMap<CardRow, { around: CardContext; card: Card }[]>()
const MOST_CONTEXTS = 4

const isSame = (a: CardContext, b: CardContext): boolean =>
  a.shelves === b.shelves &&
  a.locale === b.locale &&
  a.taxIncluded === b.taxIncluded &&
  a.pricing === b.pricing

/** The same object as long as nothing changed. Shared by all requests: never modified. */
export function presentCard(row: CardRow, around: CardContext): Card {
  const known = presented.get(row) ?? []
  const same = known.find((one) => isSame(one.around, around))
  if (same) return same.card
  const card = cardOf(row, around)
  presented.set(row, [{ around, card }, ...known.slice(0, MOST_CONTEXTS - 1)])
  return card
}

export const presentBundleLine = (
  { slug, names, percent_off }: Pick<OfferedBundle, 'slug' | 'names' | 'percent_off'>,
  locale: Locale,
) => ({ slug, name: pickText(names, locale), percent_off })

/** A price as this caller sees it and is charged (D27). */
export function presentPrice(
  pricing: Pricing,
  own: {
    amountMinor: number
    currency: string
    prices?: Record<string, number> | null | undefined
  },
) {
  const { amountMinor, currency, converted } = priceFor(pricing, own)
  return { price: toMajor(amountMinor, currency), currency, rate_date: converted?.day ?? null }
}

/** What use of a plan costs, as this caller sees it and is charged. */
export function presentUse(
  pricing: Pricing,
  { meters, cap_minor: capMinor, currency }: Pick<PlanRow, 'meters' | 'cap_minor' | 'currency'>,
  locale: Locale,
) {
  const cap = capIn(pricing, { capMinor, currency })
  return {
    meters: metersIn(pricing, { meters, currency }).map(({ key, name, included, tiers }) => ({
      key,
      name: pickText(name, locale),
      included,
      tiers: tiers.map(({ upTo, priceMinor, per }) => ({
        up_to: upTo,
        price: toMajor(priceMinor, pricing.currency),
        per,
      })),
    })),
    cap: cap === null ? null : toMajor(cap, pricing.currency),
    use_rate_date: meters.length === 0 ? null : (pricing.rates.get(currency)?.day ?? null),
  }
}

function cardOf(row: CardRow, { locale, shelves, taxIncluded, pricing }: CardContext): Card {
  return {
    id: row.id,
    market: row.market,
    slug: row.slug,
    prefix: row.prefix,
    name: row.name,
    tagline: row.tagline,
    ...presentPrice(pricing, { ...row, amountMinor: row.price_minor }),
    price_kind: row.price_kind,
    price_period: row.price_period,
    tax_included: taxIncluded,
    in_app_purchase: row.in_app_purchase ? 1 : 0,
    rating: row.rating,
    review_count: row.review_count,
    install_count: row.install_count,
    developer: row.developer,
    icon: row.icon,
    cover: row.cover_desktop && { desktop: row.cover_desktop, phone: row.cover_phone },
    swatches: row.swatches,
    ground: row.ground,
    categories: namesOf(shelves, row.shelves, locale),
    version: row.version,
    released_at: row.released_at && new Date(row.released_at).toISOString(),
    installable: row.installable,
    permission_count: row.permission_count,
    trial_days: row.trial_days,
    price_from: row.price_from,
  }
}

/** Null for a developer who is not verified. */
export const presentVerified = ({
  verified_at: at,
  website,
}: {
  verified_at: Date | null
  website: string | null
}) =>
  at && {
    at: at.toISOString(),
    domain: (website && URL.parse(website)?.hostname.replace(/^www\.(?=[^.]+\.)/, '')) || null,
  }

interface FacetContext {
  locale: Locale
  /** Of the market: "de en". */
  languages: string
  shelves: MarketShelves
  platform: { id: number; name: string }
  /** The selected shelf. A selected tag is listed among the categories. */
  chosen: number
  /** Numbers of items by goal, without the one that is chosen. */
  goals: ReadonlyMap<number, number>
}

/** The last one of each count, by language. */
const presentedFacets = new WeakMap<Facets, Map<Locale, [FacetContext, ListFacets]>>()

/** The same object as long as nothing changed. Shared by all requests: never modified. */
export function presentFacets(facets: Facets, around: FacetContext): ListFacets {
  const { locale } = around
  const byLocale = presentedFacets.get(facets) ?? new Map<Locale, [FacetContext, ListFacets]>()
  presentedFacets.set(facets, byLocale)
  const [last, presented] = byLocale.get(locale) ?? []
  if (
    presented &&
    last?.shelves === around.shelves &&
    last.languages === around.languages &&
    last.chosen === around.chosen &&
    last.goals === around.goals &&
    last.platform.id === around.platform.id &&
    last.platform.name === around.platform.name
  )
    return presented
  const made = facetsIn(facets, around)
  byLocale.set(locale, [around, made])
  return made
}

function facetsIn(
  { categories, price, rating, traits }: Facets,
  { shelves, locale, languages, platform, chosen, goals }: FacetContext,
): ListFacets {
  return {
    categories: shelves.categories
      .filter((one) => !one.tag || one.number === chosen)
      .map(({ number, slug, name }) => ({
        slug,
        name: pickText(name, locale),
        count: categories.get(number) ?? 0,
      }))
      // The fullest first; equal ones as operators have placed them.
      .toSorted((a, b) => b.count - a.count),
    goals: shelves.goals.map(({ number, slug, name, lead }) => ({
      slug,
      name: pickText(name, locale),
      lead: pickText(lead, locale),
      count: goals.get(number) ?? 0,
    })),
    price: [
      { value: 'free', count: price.free },
      { value: 'paid', count: price.paid },
    ],
    rating,
    platform: traits.platform
      .filter(({ value }) => value === String(platform.id))
      .map((one) => ({ ...one, name: platform.name })),
    permission: traits.permission as ListFacets['permission'],
    // The market may be offered in fewer languages than its items have texts in.
    language: (traits.language as ListFacets['language']).filter(({ value }) =>
      languages.split(' ').includes(value),
    ),
    released: traits.released as ListFacets['released'],
  }
}
