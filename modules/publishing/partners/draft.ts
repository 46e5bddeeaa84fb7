import type { Locale } from '#lib/locale.ts'
import type {
  ItemFacts,
  Listing,
  ListingPlan,
  ListingPrice,
  ListingText,
} from '#modules/catalog/public.ts'
import type { Part } from './parts.ts'

export interface Credit {
  package: string
  version: string
  author: string
  licence: string
  source: string
}

/**
 * What a partner may write of an item: kept in `listing_drafts.draft`, beside the revision at which
 * each part was last changed.
 */
export interface DraftContent extends Pick<
  Listing,
  | 'texts'
  | 'categoryIds'
  | 'tagIds'
  | 'links'
  | 'icon'
  | 'swatches'
  | 'ground'
  | 'inAppPurchase'
  | 'plans'
  | 'pictures'
> {
  facts: ItemFacts
  credits: Credit[]
}
export interface KeptDraft {
  content: DraftContent
  changed: Partial<Record<Part, number>>
}

export const contentOf = (listing: Listing): DraftContent => ({
  texts: listing.texts,
  categoryIds: listing.categoryIds,
  tagIds: listing.tagIds ?? [],
  links: listing.links,
  icon: listing.icon,
  swatches: listing.swatches,
  ground: listing.ground,
  inAppPurchase: listing.inAppPurchase,
  plans: listing.plans,
  pictures: listing.pictures,
  facts: listing.facts as ItemFacts,
  credits: listing.credits as Credit[],
})

/**
 * The listing as it would be if the draft were approved now. What it costs is said by its lowest
 * plan.
 */
export function applyDraft(listing: Listing, content: DraftContent): Listing {
  const { facts, ...rest } = content
  const texts = content.texts.filter((text) => !isEmptyText(text))
  const name =
    texts.find((text) => text.locale === 'en' && text.name !== '')?.name ??
    texts.find((text) => text.name !== '')?.name ??
    listing.name
  return {
    ...listing,
    ...rest,
    texts,
    name,
    facts: { ...facts },
    price: lowestOf(content.plans) ?? listing.price,
  }
}

const isEmptyText = ({ name, tagline, description, features }: ListingText): boolean =>
  name === '' && tagline === '' && description.length === 0 && features.length === 0

/** What is free before what costs, then the smallest amount. */
export function lowestOf(plans: readonly ListingPlan[]): ListingPrice | null {
  const lowest = plans.toSorted(
    (a, b) =>
      Number(a.kind !== 'free') - Number(b.kind !== 'free') || a.amountMinor - b.amountMinor,
  )[0]
  return lowest
    ? {
        kind: lowest.kind,
        amountMinor: lowest.amountMinor,
        currency: lowest.currency,
        period: lowest.period,
      }
    : null
}

export const emptyText = (locale: Locale): ListingText => ({
  locale,
  name: '',
  tagline: '',
  description: [],
  features: [],
})
export const textIn = (content: Pick<DraftContent, 'texts'>, locale: Locale): ListingText =>
  content.texts.find((one) => one.locale === locale) ?? emptyText(locale)

/** Whether approving the draft would change what stores see. */
export const differs = (listed: Listing, drafted: Listing): boolean =>
  JSON.stringify(orderedContent(listed)) !== JSON.stringify(orderedContent(drafted))

/** The same content in one order of keys, whether it comes from tables or from the draft. */
function orderedContent(listing: Listing): unknown {
  const { texts, categoryIds, tagIds = [], ...rest } = contentOf(listing)
  const sorted = {
    ...rest,
    tagIds: tagIds.toSorted(),
    texts: texts.toSorted((a, b) => a.locale.localeCompare(b.locale)),
    categoryIds: categoryIds.toSorted(),
  }
  return JSON.parse(
    JSON.stringify(sorted, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value)
              .filter(([, one]) => !(Array.isArray(one) && one.length === 0))
              .toSorted(([a], [b]) => (a < b ? -1 : 1)),
          )
        : value,
    ),
  )
}
