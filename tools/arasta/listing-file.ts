import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { imageSize } from 'image-size'
import { z } from 'zod'
import { pathProblem } from '#contexts/catalog/packages/paths.ts'
import type { ListingCandidate } from '#contexts/catalog/rule-pack/rule.ts'
import { LOCALES } from '#lib/locale.ts'
import { MARKETS } from '#lib/market.ts'

export const LISTING_FILE = 'arasta.listing.json'

/** Only the shape: what is missing or too long in it is for the rules to say. */
const said = z.strictObject({
  name: z.string().default(''), tagline: z.string().default(''), description: z.array(z.string()).default([]), features: z.array(z.string()).default([]),
})
const listingFile = z.strictObject({
  market: z.enum(MARKETS),
  slug: z.string(),
  prefix: z.string().optional(),
  texts: z.partialRecord(z.enum(LOCALES), said),
  credits: z.array(z.strictObject({ package: z.string().optional(), author: z.string().optional(), licence: z.string().optional(), source: z.string().optional() })).default([]),
  pictures: z.array(z.strictObject({
    role: z.enum(['cover', 'screenshot']), device: z.enum(['desktop', 'phone']), locale: z.enum(LOCALES).nullable().default(null),
    /** From the listing's own folder. */
    file: z.string(),
    alt: z.partialRecord(z.enum(LOCALES), z.string()).default({}),
  })).default([]),
})

/** The listing is there and cannot be read: words for its author. */
export class ListingUnreadable extends Error {}

/** A listing from its file, with the real size of its pictures; null when there is no such file. */
export async function readListing(file: string): Promise<ListingCandidate | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new ListingUnreadable(`${file}: ${error.message}`)
  })
  if (text === null) return null
  const read = listingFile.safeParse(parse(file, text))
  if (!read.success) throw new ListingUnreadable(read.error.issues.map(({ path, message }) => `${file}: ${path.join('.') || '(root)'}: ${message}`).join('\n'))
  const { market, slug, prefix = slug, texts, credits, pictures } = read.data
  const measured = await Promise.all(pictures.map(async ({ file: picture, ...about }, position) => ({
    ...about, position, sources: [], placeholder: null, ...await measure(join(dirname(file), picture), picture),
  })))
  return { market, slug, prefix, credits, pictures: measured, texts: LOCALES.flatMap(locale => (texts[locale] ? [{ locale, ...texts[locale] }] : [])) }
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ListingUnreadable(`${file}: ${(error as Error).message}`)
  }
}

async function measure(path: string, name: string): Promise<{ width: number; height: number }> {
  if (pathProblem(name) !== null) throw new ListingUnreadable(`${name}: A–Z, a–z, 0–9, ., _, -, / and no ".."`)
  try {
    const { width, height } = imageSize(await readFile(path))
    return { width, height }
  } catch (error) {
    throw new ListingUnreadable(`${name}: ${(error as Error).message}`)
  }
}
