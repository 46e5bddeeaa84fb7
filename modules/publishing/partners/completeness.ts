import { LOCALES, type Locale } from '#lib/locale.ts'
import {
  RULES,
  runRules,
  sayFinding,
  type Finding,
  type ItemFacts,
  type Listing,
  type SaidFinding,
} from '#modules/catalog/public.ts'
import { factsOf, NEEDS } from './needs.ts'
import type { Part } from './parts.ts'

/** What keeps a listing from being handed in: the rule, and where. */
export interface Missing {
  rule: string
  finding: Finding
  /** The page on which it is mended, and the field there. */
  part: Part
  field: string
}

const LISTING_RULES = RULES.filter((rule) => rule.looksAt === 'listing')

/**
 * What is missing or wrong, in the order in which one would write it. What only the market knows
 * (names that are alike) and what is in a package is for the submission to judge.
 */
export function missingOf(listing: Listing): Missing[] {
  const reports = runRules(LISTING_RULES, { package: null, listing, names: null })
  const found = [
    ...reports.flatMap(({ rule, findings }) => findings.map((finding) => ({ rule, finding }))),
    ...NEEDS.flatMap((need) => need.check(listing).map((finding) => ({ rule: need.id, finding }))),
  ]
  return found.map((one) => ({ ...one, ...placeOf(one.finding.place ?? '') }))
}

const WORDS = new Map([...LISTING_RULES, ...NEEDS].map((rule) => [rule.id as string, rule]))

/** For people, in their language. */
export function sayMissing(
  { rule, finding }: Pick<Missing, 'rule' | 'finding'>,
  locale: Locale,
): SaidFinding {
  const words = WORDS.get(rule)
  if (!words) throw new Error(`no words for what is missing by ${rule}`)
  return sayFinding(words, finding, locale)
}

/**
 * Where a finding's place is edited: `texts.tr.description.2` is the field `description` of the
 * Turkish page.
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
 * How much of what a language must say it says: name, tagline, description, features, what stands
 * in the facts, and each picture's description.
 */
export function measuresOf(listing: Listing, missing: readonly Missing[]): Record<Locale, Measure> {
  const measure = (locale: Locale): Measure => {
    const facts = factsOf(listing.facts as ItemFacts, locale)
    const pictures = listing.pictures.flatMap((one, index) =>
      one.locale === null || one.locale === locale ? [index] : [],
    )
    const lacking = new Set(missing.filter((one) => one.part === locale).map((one) => one.field))
    const mute = pictures.filter((index) =>
      missing.some((one) => one.finding.place === `pictures.${index}.alt.${locale}`),
    )
    const texts = ['name', 'tagline', 'description', 'features'].filter((field) =>
      lacking.has(field),
    ).length
    const of = 4 + facts.length + pictures.length
    return { done: of - texts - facts.filter((one) => !one.done).length - mute.length, of }
  }
  return { tr: measure('tr'), en: measure('en'), ar: measure('ar') }
}
