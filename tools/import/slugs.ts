import { createHash } from 'node:crypto'
import { fold } from '#lib/text.ts'
import { RESERVED_SLUGS } from '#lib/market.ts'

const LONGEST = 45
const LATIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
}
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** Of a suffix: five are enough but for one in some ten thousand. */
const SUFFIX_LENGTHS = [5, 8, 12, 20]

/** The same letters for the same source and id, for ever. */
export function stableCode(length: number, ...parts: string[]): string {
  const bytes = createHash('sha256').update(parts.join('\0')).digest()
  return Array.from({ length }, (_, at) => ALPHABET[(bytes[at] as number) & 31]).join('')
}

/** An id of a row that is the same at every import. */
export const stableId = (prefix: string, ...parts: string[]): string =>
  `${prefix}_${stableCode(20, prefix, ...parts)}`

/**
 * Latin letters and digits of a text with hyphens between; empty where it has none. Cut between
 * words.
 */
export function slugOf(text: string, longest = LONGEST): string {
  const latin = fold(text.replace(/['’ʼ`]/g, '')).replace(
    /[ßæœøłđðþ]/g,
    (letter) => LATIN[letter] ?? '',
  )
  const slug = latin.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
  if (slug.length <= longest) return slug
  const short = slug.slice(0, longest + 1)
  return short
    .slice(0, short.lastIndexOf('-') > longest / 2 ? short.lastIndexOf('-') : longest)
    .replace(/-$/, '')
}

/** A prefix begins with a letter (docs/protocols/package-format.md). */
export const prefixOf = (slug: string): string => (/^[a-z]/.test(slug) ? slug : `item-${slug}`)

/** What a slug may become, best first; all but the first carry a suffix of the id. */
export const slugCandidates = (base: string, ...key: string[]): string[] => [
  ...(RESERVED_SLUGS.includes(base) ? [] : [base]),
  ...SUFFIX_LENGTHS.map((length) => `${base}-${stableCode(length, ...key)}`),
]
