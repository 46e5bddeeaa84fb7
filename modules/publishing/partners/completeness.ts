import { LOCALES, type Locale, forEachLocale } from '#lib/locale.ts'
import {
  type Candidate,
  type Finding,
  type ItemFacts,
  type Listing,
  RULES,
  type Rule,
  finding,
  languagesOf,
  runRules,
} from '#modules/catalog/public.ts'
import type { Part } from './rules.ts'

/** Something that prevents a listing from being submitted, and where. */
export interface Missing {
  rule: string
  finding: Finding
  /** The page on which it is fixed, and the field there. */
  part: Part
  field: string
}

/**
 * What is missing or wrong, in the order of the pages. Similar names and the package's content are
 * judged when it is submitted.
 */
export function missingOf(listing: Listing, language: Locale): Missing[] {
  const candidate = { package: null, listing, names: null, language }
  const reports = runRules(LISTING_RULES, candidate)
  const found = [
    ...reports.flatMap(({ rule, findings }) => findings.map((finding) => ({ rule, finding }))),
    ...REQUIREMENTS.flatMap((need) =>
      need.check(candidate).map((finding) => ({ rule: need.id, finding })),
    ),
  ]
  return found.map((one) => ({ ...one, ...placeOf(one.finding.place ?? '') }))
}

/**
 * Where a finding is fixed: `texts.tr.description.2` is the field `description` of the Turkish
 * page.
 */
function placeOf(place: string): { part: Part; field: string } {
  const [head = '', ...rest] = place.split('.')
  const locale = LOCALES.find((one) => one === rest[0])
  if (locale && head === 'texts') return { part: locale, field: rest[1] ?? 'name' }
  if (locale && head === 'facts') return { part: locale, field: rest.slice(1).join('-') }
  if (head === 'pictures')
    return { part: 'pictures', field: rest[0] === undefined ? 'pictures' : `picture-${rest[0]}` }
  if (head === 'icon') return { part: 'pictures', field: 'icon' }
  if (head === 'plans') return { part: 'plans', field: 'plans' }
  return { part: 'about', field: head === 'links' ? `link-${rest[0]}` : head }
}

export interface Measure {
  done: number
  of: number
}

/**
 * How complete each language is: name, tagline, description, features, facts and the pictures'
 * descriptions.
 */
export function measuresOf(listing: Listing, missing: readonly Missing[]): Record<Locale, Measure> {
  const begun = new Set(
    languagesOf({ package: null, listing, names: null, language: null }).filter((locale) =>
      listing.texts.some((one) => one.locale === locale),
    ),
  )
  const measure = (locale: Locale): Measure => {
    const facts = factsOf(listing.facts as ItemFacts, locale)
    const pictures = listing.pictures.flatMap((one, index) =>
      one.locale === null || one.locale === locale ? [index] : [],
    )
    const of = 4 + facts.length + pictures.length
    if (!begun.has(locale)) return { done: 0, of }
    const lacking = new Set(missing.filter((one) => one.part === locale).map((one) => one.field))
    const mute = pictures.filter((index) =>
      missing.some((one) => one.finding.place === `pictures.${index}.alt.${locale}`),
    )
    const texts = ['name', 'tagline', 'description', 'features'].filter((field) =>
      lacking.has(field),
    ).length
    return { done: of - texts - facts.filter((one) => !one.done).length - mute.length, of }
  }
  return forEachLocale(measure)
}

/** Requirements of a listing beside the rule pack's, worded in the same form. */
interface Requirement extends Pick<Rule, 'id'> {
  check(candidate: Candidate & { listing: Listing }): Finding[]
}

const category: Requirement = {
  id: 'listing.category',
  check: ({ listing }) =>
    listing.categoryIds.length === 0 ? [finding({ place: 'categories' })] : [],
}

const plan: Requirement = {
  id: 'listing.plan',
  check: ({ listing }) => (listing.plans.length === 0 ? [finding({ place: 'plans' })] : []),
}

const support: Requirement = {
  id: 'listing.support_link',
  check: ({ listing }) =>
    listing.links.support || listing.links.contact ? [] : [finding({ place: 'links.support' })],
}

const icon: Requirement = {
  id: 'listing.icon',
  check: ({ listing }) =>
    listing.market === 'app' && listing.icon === null ? [finding({ place: 'icon' })] : [],
}

/** Facts must be written in every language of the listing or in none. */
const facts: Requirement = {
  id: 'listing.facts_language',
  check: (candidate) =>
    languagesOf(candidate).flatMap((locale) =>
      factsOf(candidate.listing.facts as ItemFacts, locale)
        .filter((one) => !one.done)
        .map(({ field }) => finding({ place: `facts.${locale}.${field}` })),
    ),
}

/** Every row of the facts in a language, and whether it is complete. */
function factsOf(
  { touches = [], leaves_alone: alone = [], support: parts = [] }: ItemFacts,
  locale: Locale,
): { field: string; done: boolean }[] {
  const said = (list: typeof touches, field: string) =>
    list.map((row, index) => ({
      field: `${field}.${index}`,
      done: Boolean(row.title[locale] && row.text[locale]),
    }))
  return [
    ...said(touches, 'touches'),
    ...said(alone, 'leaves_alone'),
    ...parts.map((row, index) => ({
      field: `support.${index}`,
      done: Boolean(row.heading[locale] && row.paragraphs[locale]?.length),
    })),
  ]
}

const REQUIREMENTS: readonly Requirement[] = [category, plan, support, icon, facts]

const LISTING_RULES = RULES.filter((rule) => rule.looksAt === 'listing')
