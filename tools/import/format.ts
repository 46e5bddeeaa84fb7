import { z } from 'zod'
import { LOCALES, type Locale } from '#lib/locale.ts'
import { CURRENCIES } from '#lib/currencies.ts'
import {
  METER_KEY,
  MOST_METERS,
  MOST_TIERS,
  MOST_TRIAL_DAYS,
  MOST_UNITS,
} from '#modules/catalog/plan-terms.ts'
import { MARKETS } from '#lib/market.ts'
import { cleanText, type TextRule } from './clean-text.ts'
import type { Note } from './rules.ts'

export const FORMAT = 1
/** Below the database's 2,147,483,647: installs and reviews here are counted on top of it. */
export const LARGEST_COUNT = 2_000_000_000
/** Minor units. */
export const LARGEST_PRICE = 1_000_000_000

const sourceId = z
  .string()
  .min(1)
  .max(200)
  .regex(/^(?! )[^\p{C}\t\n]+(?<! )$/u, 'an id has no control characters and no blanks at its ends')
/** Of a year, a month or a day. */
export const firstDay = (day: string): Date => new Date(`${`${day}-01-01`.slice(0, 10)}T00:00:00Z`)

/** Folded like a title where it is no slug yet. */
const optionalOf = z.string().max(200)
const market = z.enum(MARKETS)
const count = z.int().min(0)

/**
 * The form of every line. Reading repairs as it goes and tells `note`; what cannot be repaired does
 * not fit the form. Fields that are not named here are left out.
 */
export function makeFormat(note: Note) {
  const text = (rule: TextRule) =>
    z
      .string()
      .meta({ maxLength: rule.longest })
      .transform((said) => cleanText(said, rule, note))
  const list = (most: number, rule: TextRule) =>
    z
      .array(text(rule))
      .meta({ maxItems: most })
      .transform((all) => {
        const some = all.filter(Boolean)
        if (some.length > most)
          note('R-LIST-CUT', `${rule.field}: ${some.length} entries, ${most} allowed`)
        return some.slice(0, most)
      })
  /** One text in the catalogue's language, or texts by language. */
  const said = (rule: TextRule) =>
    z.union([text(rule), z.partialRecord(z.enum(LOCALES), text(rule))])
  const feature = { field: 'features', longest: 300 }
  const units = z.int().min(1).max(MOST_UNITS)
  const meter = z.object({
    key: z.string().regex(METER_KEY),
    name: said({ field: 'meters', longest: 40 }).meta({
      description: 'plural, as in "12,400 notifications"',
    }),
    included: z.int().min(0).max(MOST_UNITS).default(0),
    tiers: z
      .array(
        z.object({
          up_to: units.nullable().default(null),
          price_minor: z.int().min(1).max(LARGEST_PRICE),
          per: units.default(1),
        }),
      )
      .min(1)
      .max(MOST_TIERS),
  })
  const date = z.string().max(40).meta({ description: '2026-08-31, or with a time and zone' })
  const address = z.string().max(2000)
  const links = z.object({ support: address, contact: address, document: address }).partial()

  return {
    catalogue: z.object({
      format: z.literal(FORMAT),
      source: z
        .string()
        .max(60)
        .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
        .meta({ description: 'the name under which items are known again at the next import' }),
      market,
      language: z.enum(LOCALES),
      currency: z.enum(CURRENCIES),
      default_partner: z
        .object({
          name: text({ field: 'name', longest: 100 }),
          slug: optionalOf.optional(),
          website: address.optional(),
          statement: said({ field: 'statement', longest: 1000 }).optional(),
        })
        .meta({ description: 'under whom items without a partner are listed' }),
      without_plans: z
        .enum(['free', 'unlisted'])
        .default('unlisted')
        .meta({ description: 'what items without a plan are: free, or kept unpublished' }),
      taken_on: z
        .string()
        .regex(/^\d{4}(-\d\d(-\d\d)?)?$/)
        .refine((day) => !Number.isNaN(firstDay(day).getTime()), 'no such day')
        .optional()
        .meta({
          description:
            'year, month or day when the catalogue was taken: the date of items without one',
        }),
    }),
    partner: z.object({
      id: sourceId,
      name: text({ field: 'name', longest: 100 }),
      slug: optionalOf.optional(),
      website: address.optional(),
    }),
    category: z.object({
      id: sourceId,
      market: market.optional(),
      name: said({ field: 'name', longest: 80 }),
      slug: optionalOf.optional(),
    }),
    item: z.object({
      id: sourceId,
      market: market.optional(),
      title: text({ field: 'title', longest: 200 }),
      slug: optionalOf.optional(),
      partner: sourceId.optional(),
      categories: z.array(sourceId).max(50).default([]),
      status: z.enum(['published', 'unpublished']).default('published'),
      reason: text({ field: 'reason', longest: 300 }).optional(),
      in_app_purchase: z.boolean().default(false),
      rating: z.number().optional(),
      review_count: count.optional(),
      install_count: count.optional(),
      published_at: date.optional(),
      updated_at: date.optional(),
      links: links.default({}),
      icon: z.string().max(2000).optional(),
      swatches: z
        .array(z.string().regex(/^#[0-9a-f]{6}$/))
        .max(6)
        .default([]),
    }),
    text: z.object({
      item: sourceId,
      locale: z.string().max(20).meta({ enum: LOCALES }),
      title: text({ field: 'title', longest: 200 }),
      tagline: text({ field: 'tagline', longest: 200 }).default(''),
      description: list(50, { field: 'description', longest: 5000, lines: true }).default([]),
      features: list(50, feature).default([]),
    }),
    plan: z.object({
      item: sourceId,
      kind: z.enum(['free', 'one_time', 'recurring', 'usage']),
      price_minor: z.int().optional().meta({ description: 'minor units' }),
      currency: z.string().max(10).optional(),
      prices_minor: z
        .record(z.string().max(10), z.int())
        .optional()
        .meta({ description: 'in other currencies: {"USD": 999}' }),
      period: z.enum(['month', 'year']).optional(),
      name: said({ field: 'name', longest: 100 }).optional(),
      features: z
        .union([list(30, feature), z.partialRecord(z.enum(LOCALES), list(30, feature))])
        .optional(),
      trial_days: z.int().min(0).max(MOST_TRIAL_DAYS).default(0),
      trial_needs_card: z
        .boolean()
        .default(false)
        .meta({ description: 'the trial begins only after the owner agreed to what follows it' }),
      meters: z.array(meter).max(MOST_METERS).default([]),
      cap_minor: z
        .int()
        .min(1)
        .max(LARGEST_PRICE)
        .nullable()
        .default(null)
        .meta({ description: 'the most that use costs in a period, minor units' }),
    }),
    release: z.object({
      item: sourceId,
      version: text({ field: 'version', longest: 100 }).refine(
        (version) => version !== '',
        'empty',
      ),
      published_at: date.optional(),
      downloads: count.default(0),
      notes: said({ field: 'notes', longest: 5000, lines: true }).optional(),
      status: z.enum(['published', 'yanked']).default('published'),
    }),
    rating: z.object({ item: sourceId, rater: sourceId, stars: z.number() }),
    picture: z.object({
      item: sourceId,
      role: z.enum(['cover', 'screenshot']),
      file: z.string().max(2000),
      device: z.enum(['desktop', 'phone']).default('desktop'),
      locale: z.enum(LOCALES).optional(),
      alt: said({ field: 'alt', longest: 300 }).optional(),
    }),
  }
}

export type Format = ReturnType<typeof makeFormat>
export type Kind = keyof Format
export type Line<K extends Kind> = z.output<Format[K]>
export type Catalogue = Line<'catalogue'>

/**
 * Which file holds which lines. `catalogue.json` is one object, the others hold one on each line.
 */
export const FILES = {
  partner: 'partners.jsonl',
  category: 'categories.jsonl',
  item: 'items.jsonl',
  text: 'texts.jsonl',
  plan: 'plans.jsonl',
  release: 'releases.jsonl',
  rating: 'ratings.jsonl',
  picture: 'pictures.jsonl',
} as const satisfies Partial<Record<Kind, string>>

/** Files whose lines belong to an item. */
export const PARTS = ['text', 'plan', 'release', 'rating', 'picture'] as const
export type Part = (typeof PARTS)[number]
export type Parts = { [P in Part]: Line<P>[] }

type ByLocale<T> = Partial<Record<Locale, T>>

/** Texts by language out of one that may be written plainly. Empty ones are none. */
export function byLanguage<T extends string | string[]>(
  said: T | ByLocale<T> | undefined,
  language: Locale,
): ByLocale<T> {
  if (said === undefined) return {}
  const texts: ByLocale<T> =
    typeof said === 'string' || Array.isArray(said) ? ({ [language]: said } as ByLocale<T>) : said
  return Object.fromEntries(
    LOCALES.flatMap((locale) => (texts[locale]?.length ? [[locale, texts[locale]]] : [])),
  ) as ByLocale<T>
}
