import type { ListingAnswer } from '#modules/publishing/partners/item-contract.ts'
import { LOCALES, type Locale, forEachLocale } from '#lib/locale.ts'
import { toMinor, type Currency } from '#lib/money.ts'
import type { OtherPrices } from '#modules/catalog/listing.ts'
import { hasTerms } from '#modules/catalog/plan-terms.ts'
import { plainText } from '#lib/text.ts'
import { ListingUnreadable, type ListingFile } from '../listing-file.ts'

type Content = ListingAnswer['content']
type Words = Partial<Record<Locale, string>>
export interface Row {
  title: string
  text: string
}
/** One language of a listing, as the console takes it. */
export interface ListingTexts {
  name: string
  tagline: string
  description: string
  features: string
  touches: Row[]
  leaves_alone: Row[]
  support: Row[]
}
export interface ListingFacts {
  category_ids: string[]
  in_app_purchase: boolean
  links: { support: string; contact: string; document: string; live_preview: string }
  ground: string
  swatches: string[]
  credits: { package: string; version: string; author: string; licence: string; source: string }[]
}
export interface ListingPlan {
  kind: Content['plans'][number]['kind']
  period: 'month' | 'year' | null
  amount_minor: number
  currency: Content['plans'][number]['currency']
  prices: OtherPrices
  name: Record<Locale, string>
  features: Record<Locale, string>
  trial_days: number
  trial_needs_card: boolean
  meters: {
    key: string
    name: Record<Locale, string>
    included: number
    tiers: { up_to: number | null; price_minor: number; per: number }[]
  }[]
  cap_minor: number | null
}

/**
 * One thing that the folder says otherwise than the market: `words.tr.tagline`, `plans`,
 * `pictures.cover.desktop` …
 */
export interface ListingChange {
  place: string
  before: unknown
  after: unknown
}

const paragraphs = (list: readonly string[]): string =>
  plainText(list.join('\n\n'))
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .filter(Boolean)
    .join('\n\n')
const lines = (list: readonly string[]): string =>
  plainText(list.join('\n'))
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean)
    .join('\n')
const word = (words: Words, locale: Locale): string => plainText(words[locale] ?? '')

/** What the market says of an item in one language. */
export function remoteTexts({ texts, facts }: Content, locale: Locale): ListingTexts {
  const text = texts.find((one) => one.locale === locale)
  const rows = (list: Content['facts']['touches']) =>
    list.map((one) => ({ title: one.title[locale] ?? '', text: one.text[locale] ?? '' }))
  return {
    name: text?.name ?? '',
    tagline: text?.tagline ?? '',
    description: paragraphs(text?.description ?? []),
    features: lines(text?.features ?? []),
    touches: rows(facts.touches),
    leaves_alone: rows(facts.leaves_alone),
    support: facts.support.map((one) => ({
      title: one.heading[locale] ?? '',
      text: paragraphs(one.paragraphs[locale] ?? []),
    })),
  }
}

/** The same from the file; what it does not mention is taken from there. */
export function localTexts(file: ListingFile, there: ListingTexts, locale: Locale): ListingTexts {
  const text = file.texts[locale]
  const rows = (list: ListingFile['touches'], known: Row[]) =>
    list?.map((one) => ({ title: word(one.title, locale), text: word(one.text, locale) })) ?? known
  return {
    ...(text
      ? {
          name: plainText(text.name),
          tagline: plainText(text.tagline),
          description: paragraphs(text.description),
          features: lines(text.features),
        }
      : there),
    touches: rows(file.touches, there.touches),
    leaves_alone: rows(file.leaves_alone, there.leaves_alone),
    support:
      file.support?.map((one) => ({
        title: word(one.title, locale),
        text: paragraphs(one.paragraphs[locale] ?? []),
      })) ?? there.support,
  }
}

const creditOf = (one: NonNullable<ListingFile['credits']>[number]) => ({
  package: plainText(one.package ?? ''),
  version: plainText(one.version ?? ''),
  author: plainText(one.author ?? ''),
  licence: plainText(one.licence ?? ''),
  source: one.source ?? '',
})

export const remoteFacts = (content: Content): ListingFacts => ({
  category_ids: content.categoryIds,
  in_app_purchase: content.inAppPurchase,
  ground: content.ground ?? '',
  swatches: content.swatches,
  credits: content.credits.map(creditOf),
  links: {
    support: content.links.support ?? '',
    contact: content.links.contact ?? '',
    document: content.links.document ?? '',
    live_preview: content.links.live_preview ?? '',
  },
})

/** `category_ids` by id or by a name in any language; throws with the names that there are. */
export function localFacts(
  file: ListingFile,
  there: ListingFacts,
  categories: ListingAnswer['categories'],
): ListingFacts {
  return {
    category_ids:
      file.categories?.map((said) => categoryOf(said, categories)) ?? there.category_ids,
    in_app_purchase: file.in_app_purchase ?? there.in_app_purchase,
    links: { ...there.links, ...file.links },
    ground: file.ground?.toLowerCase() ?? there.ground,
    swatches: file.swatches?.map((one) => one.toLowerCase()) ?? there.swatches,
    credits: file.credits?.map(creditOf) ?? there.credits,
  }
}

/** The market has no such category. */
export class UnknownCategory extends Error {
  readonly said: string
  readonly known: string[]
  constructor(said: string, known: string[]) {
    super(said)
    this.said = said
    this.known = known
  }
}

function categoryOf(said: string, categories: ListingAnswer['categories']): string {
  const plain = said.trim().toLocaleLowerCase('tr')
  const found = categories.find(
    ({ id, names }) =>
      id === said.trim() ||
      Object.values(names).some((name) => name.toLocaleLowerCase('tr') === plain),
  )
  if (!found)
    throw new UnknownCategory(
      said,
      categories.map((one) => one.name),
    )
  return found.id
}

export const remotePlans = ({ plans }: Content): ListingPlan[] =>
  plans.map((one) => ({
    kind: one.kind,
    period: one.period,
    amount_minor: one.amountMinor,
    currency: one.currency,
    prices: one.prices ?? {},
    name: forEachLocale((locale) => word(one.name, locale)),
    features: forEachLocale((locale) => lines(one.features[locale] ?? [])),
    trial_days: one.trialDays,
    trial_needs_card: one.trialNeedsCard,
    meters: one.meters.map((meter) => ({
      key: meter.key,
      name: forEachLocale((locale) => word(meter.name, locale)),
      included: meter.included,
      tiers: meter.tiers.map(({ upTo, priceMinor, per }) => ({
        up_to: upTo,
        price_minor: priceMinor,
        per,
      })),
    })),
    cap_minor: one.capMinor,
  }))

type FilePlan = NonNullable<ListingFile['plans']>[number]

function minorOf(price: number, currency: Currency): number {
  const minor = toMinor(price, currency)
  if (minor === null) throw new ListingUnreadable(`plans: ${price} ${currency}`)
  return minor
}

/** As the market keeps them: other kinds of plans have no trial and nothing by use. */
function termsOf(
  plan: FilePlan,
): Pick<ListingPlan, 'trial_days' | 'trial_needs_card' | 'meters' | 'cap_minor'> {
  if (!hasTerms(plan.kind))
    return { trial_days: 0, trial_needs_card: false, meters: [], cap_minor: null }
  const { currency, meters, cap } = plan
  return {
    trial_days: plan.trial_days,
    trial_needs_card: plan.trial_days > 0 && plan.trial_needs_card,
    meters: meters.map(({ key, name, included, tiers }) => ({
      key,
      name: forEachLocale((locale) => word(name, locale)),
      included,
      tiers: tiers.map((tier) => ({
        up_to: tier.up_to,
        price_minor: minorOf(tier.price, currency),
        per: tier.per,
      })),
    })),
    cap_minor: cap === null || meters.length === 0 ? null : minorOf(cap, currency),
  }
}

function minorPrices(prices: Partial<Record<Currency, number>>): OtherPrices {
  const read = Object.entries(prices).map(([currency, price]) => {
    const minor = toMinor(price, currency)
    if (!minor) throw new ListingUnreadable(`plans: ${price} ${currency}`)
    return [currency, minor] as const
  })
  return Object.fromEntries(read.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

export function localPlans(file: ListingFile, there: ListingPlan[]): ListingPlan[] {
  const plans =
    file.plans?.map((one) => ({
      kind: one.kind,
      period: one.period,
      amount_minor: minorOf(one.price, one.currency),
      currency: one.currency,
      prices: minorPrices(one.prices),
      name: forEachLocale((locale) => word(one.name, locale)),
      features: forEachLocale((locale) => lines(one.features[locale] ?? [])),
      ...termsOf(one),
    })) ?? there
  if (new Set(plans.map((one) => one.currency)).size > 1)
    throw new ListingUnreadable(
      `plans: ${[...new Set(plans.map((one) => one.currency))].join(', ')}`,
    )
  return plans
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What differs of two objects, field by field, under a name. */
export const differences = (place: string, before: object, after: object): ListingChange[] =>
  Object.entries(after).flatMap(([field, value]) => {
    const was = (before as Record<string, unknown>)[field]
    return same(was, value) ? [] : [{ place: `${place}.${field}`, before: was, after: value }]
  })

/**
 * What the folder says otherwise than the market in words, facts and plans; pictures are inspected
 * by themselves.
 */
export function listingChanges(
  file: ListingFile,
  { content, categories }: ListingAnswer,
): {
  words: Partial<Record<Locale, ListingTexts>>
  facts: ListingFacts | null
  plans: ListingPlan[] | null
  changes: ListingChange[]
} {
  const words: Partial<Record<Locale, ListingTexts>> = {}
  const changes: ListingChange[] = []
  for (const locale of LOCALES) {
    const there = remoteTexts(content, locale)
    const here = localTexts(file, there, locale)
    const found = differences(`words.${locale}`, there, here)
    if (found.length > 0) words[locale] = here
    changes.push(...found)
  }
  const [knownFacts, knownPlans] = [remoteFacts(content), remotePlans(content)]
  const [facts, plans] = [localFacts(file, knownFacts, categories), localPlans(file, knownPlans)]
  const found = differences('about', knownFacts, facts)
  const priced = same(knownPlans, plans)
    ? []
    : [{ place: 'plans', before: knownPlans, after: plans }]
  return {
    words,
    facts: found.length > 0 ? facts : null,
    plans: priced.length > 0 ? plans : null,
    changes: [...changes, ...found, ...priced],
  }
}
