import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { imageSize } from 'image-size'
import { z } from 'zod'
import { pathProblem } from '#modules/catalog/packages/limits.ts'
import type { ListingCandidate } from '#modules/catalog/rule-pack/rule.ts'
import { LOCALES } from '#lib/locale.ts'
import { MARKETS } from '#lib/market.ts'
import { CURRENCIES } from '#lib/money.ts'

export const LISTING_FILE = 'arasta.listing.json'

const locale = z.enum(LOCALES)
const words = z.partialRecord(locale, z.string())
const row = z.strictObject({ title: words, text: words })
/** Only the shape: what is missing or too long in it is for the rules to say. */
const said = z.strictObject({
  name: z.string().default(''),
  tagline: z.string().default(''),
  description: z.array(z.string()).default([]),
  features: z.array(z.string()).default([]),
})
const meter = z.strictObject({
  key: z.string(),
  name: words,
  included: z.int().default(0),
  tiers: z.array(
    z.strictObject({
      up_to: z.int().nullable().default(null),
      /** Of `per` units, in major units. */
      price: z.number().min(0),
      per: z.int().default(1),
    }),
  ),
})
const plan = z.strictObject({
  kind: z.enum(['free', 'one_time', 'recurring', 'usage']),
  period: z.enum(['month', 'year']).nullable().default(null),
  /** In major units: 49.90. */
  price: z.number().min(0).default(0),
  currency: z.enum(CURRENCIES).default('TRY'),
  /** In other currencies, in major units: { "USD": 1.99 }. */
  prices: z.partialRecord(z.enum(CURRENCIES), z.number().min(0)).default({}),
  name: words.default({}),
  features: z.partialRecord(locale, z.array(z.string())).default({}),
  trial_days: z.int().default(0),
  trial_needs_card: z.boolean().default(false),
  /** What a recurring or usage plan charges by use. */
  meters: z.array(meter).default([]),
  /** The most that use costs in a period, in major units. */
  cap: z.number().nullable().default(null),
})
/** What is not mentioned (no `plans`, no `icon` …) stays in the market as it is there. */
const listingFile = z.strictObject({
  $schema: z.string().optional(),
  market: z.enum(MARKETS),
  slug: z.string(),
  prefix: z.string().optional(),
  texts: z.partialRecord(locale, said),
  categories: z.array(z.string()).optional(),
  links: z
    .strictObject({
      support: z.string().optional(),
      contact: z.string().optional(),
      document: z.string().optional(),
      live_preview: z.string().optional(),
    })
    .optional(),
  in_app_purchase: z.boolean().optional(),
  ground: z.string().optional(),
  swatches: z.array(z.string()).optional(),
  plans: z.array(plan).optional(),
  touches: z.array(row).optional(),
  leaves_alone: z.array(row).optional(),
  support: z
    .array(
      z.strictObject({ title: words, paragraphs: z.partialRecord(locale, z.array(z.string())) }),
    )
    .optional(),
  credits: z
    .array(
      z.strictObject({
        package: z.string().optional(),
        version: z.string().optional(),
        author: z.string().optional(),
        licence: z.string().optional(),
        source: z.string().optional(),
      }),
    )
    .optional(),
  /** From the listing's own folder, as the files of the pictures. */
  icon: z.string().optional(),
  pictures: z
    .array(
      z.strictObject({
        role: z.enum(['cover', 'screenshot']),
        device: z.enum(['desktop', 'phone']),
        locale: locale.nullable().default(null),
        file: z.string(),
        alt: words.default({}),
      }),
    )
    .optional(),
})
export type ListingFile = z.output<typeof listingFile>

/** The listing is there and cannot be read: words for its author. */
export class ListingUnreadable extends Error {}

/** What the file says; null when there is none. */
export async function readListingFile(file: string): Promise<ListingFile | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new ListingUnreadable(`${file}: ${error.message}`)
  })
  if (text === null) return null
  const read = listingFile.safeParse(parse(file, text))
  if (!read.success)
    throw new ListingUnreadable(
      read.error.issues
        .map(({ path, message }) => `${file}: ${path.join('.') || '(root)'}: ${message}`)
        .join('\n'),
    )
  return read.data
}

/**
 * A listing as the rules look at it, with the real size of its pictures; null when there is no such
 * file.
 */
export async function readListing(file: string): Promise<ListingCandidate | null> {
  const read = await readListingFile(file)
  if (!read) return null
  const { market, slug, prefix = slug, texts, credits = [], pictures = [] } = read
  const measured = await Promise.all(
    pictures.map(async ({ file: picture, ...about }, position) => ({
      ...about,
      position,
      sources: [],
      placeholder: null,
      ...(await measure(file, picture)),
    })),
  )
  return {
    market,
    slug,
    prefix,
    credits,
    pictures: measured,
    texts: LOCALES.flatMap((one) => (texts[one] ? [{ locale: one, ...texts[one] }] : [])),
  }
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ListingUnreadable(`${file}: ${(error as Error).message}`)
  }
}

/** The bytes of a picture that the listing names; never of a file outside of its folder. */
export async function readPictureFile(listing: string, name: string): Promise<Buffer> {
  if (pathProblem(name) !== null)
    throw new ListingUnreadable(`${name}: A–Z, a–z, 0–9, ., _, -, / and no ".."`)
  return readFile(join(dirname(listing), name)).catch((error: Error) => {
    throw new ListingUnreadable(`${name}: ${error.message}`)
  })
}

async function measure(listing: string, name: string): Promise<{ width: number; height: number }> {
  const bytes = await readPictureFile(listing, name)
  try {
    const { width, height } = imageSize(bytes)
    return { width, height }
  } catch (error) {
    throw new ListingUnreadable(`${name}: ${(error as Error).message}`)
  }
}
