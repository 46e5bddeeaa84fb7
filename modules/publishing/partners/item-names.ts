import { isReservedSlug, MOST_SLUG, PREFIX, SLUG } from '#modules/catalog/public.ts'

const LETTERS: Record<string, string> = {
  ı: 'i',
  ş: 's',
  ğ: 'g',
  ç: 'c',
  ö: 'o',
  ü: 'u',
  æ: 'ae',
  ø: 'o',
  ß: 'ss',
}

/**
 * A name as part of an address: Latin letters without marks, digits, single hyphens; empty for a
 * name without any of them.
 */
export function slugFor(name: string): string {
  const plain = name
    .toLocaleLowerCase('tr')
    .replace(/[ışğçöüæøß]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
  return plain
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, MOST_SLUG - 4)
    .replace(/-$/, '')
}

export type NameState = 'free' | 'taken' | 'reserved' | 'malformed'

/** How a slug stands; `taken` are those of other items. */
export function slugState(slug: string, taken: ReadonlySet<string>): NameState {
  if (slug.length < 2 || slug.length > MOST_SLUG || !SLUG.test(slug)) return 'malformed'
  if (isReservedSlug(slug)) return 'reserved'
  return taken.has(slug) ? 'taken' : 'free'
}

export function prefixState(prefix: string, taken: ReadonlySet<string>): NameState {
  if (prefix.length < 2 || prefix.length > MOST_SLUG || !PREFIX.test(prefix)) return 'malformed'
  return taken.has(prefix) ? 'taken' : 'free'
}

/** The word itself and what to try when it is taken: `carousel`, `carousel-2` … */
export const triesFor = (word: string): string[] =>
  word === '' ? [] : [word, ...[2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${word}-${number}`)]
