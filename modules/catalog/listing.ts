import type { Currency } from '#lib/money.ts'
import type { Locale, Text } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'

export type PlanKind = 'free' | 'one_time' | 'recurring' | 'usage'
export type PlanPeriod = 'month' | 'year'

export interface ListingPrice {
  kind: PlanKind
  /** Minor units. */
  amountMinor: number
  currency: Currency
  /** Of a recurring price, else null. */
  period: PlanPeriod | null
}

export interface ListingPlan extends ListingPrice {
  name: Text
  features: Partial<Record<Locale, string[]>>
}

export interface ListingText {
  locale: Locale
  name: string
  tagline: string
  /** Paragraphs. */
  description: string[]
  features: string[]
}

export interface ListingPicture {
  role: 'cover' | 'screenshot'
  locale: Locale | null
  device: 'desktop' | 'phone'
  position: number
  /** `path` is the address on the market: `/pictures/…`. */
  sources: { path: string; type: string; width: number }[]
  width: number
  height: number
  placeholder: string | null
  alt: Text
}

/** A release without a package: it is listed and cannot be installed (D9). */
export interface ListedRelease {
  id: string
  version: string
  versionOrder: string
  status: 'published' | 'yanked'
  notes: Text
  publishedAt: Date | null
  downloads: number
}

/**
 * What others have said and counted: an imported item brings it along, an item of our own earns it
 * here.
 */
export interface ListingCounts {
  rating: number | null
  reviewCount: number
  /** How many gave 1, 2, 3, 4 and 5 stars; null when only the average is known. */
  histogram: number[] | null
  installCount: number
  ratings: { rater: string; stars: number }[]
}

/**
 * All that is written of an item beside its packages; `writeListings` makes the database say
 * exactly this.
 */
export interface Listing {
  id: string
  /** Only for an item that is new: a slug and a prefix stay what they were. */
  slug: string
  prefix: string
  market: Market
  partnerId: string
  /** In the catalogue's own language; texts by language stand in `texts`. */
  name: string
  price: ListingPrice
  inAppPurchase: boolean
  icon: string | null
  swatches: string[]
  ground: string | null
  links: Record<string, string>
  credits: unknown[]
  facts: Record<string, unknown>
  pageWeight: number | null
  status: 'published' | 'unpublished'
  unpublishedReason: string | null
  /** Null when nobody knows the day. */
  publishedAt: Date | null
  /** Written when something else of the item's own row changed, too. */
  updatedAt: Date
  texts: ListingText[]
  categoryIds: string[]
  /** Left out: those that it has stay, for catalogues that are brought in know none. */
  tagIds?: string[]
  plans: ListingPlan[]
  pictures: ListingPicture[]
  /** Left as they are where undefined. */
  counts?: ListingCounts
  /** Left as they are where undefined: releases with packages are published by `publishRelease`. */
  releases?: ListedRelease[]
  /** Where it was imported from, and a hash of what was said there. */
  source?: { name: string; id: string; hash: string }
}
