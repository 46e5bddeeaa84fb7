/**
 * What stands for an item that brought no picture: the first letter of its name on one of the
 * house's grounds.
 */

/** Dark enough for a white letter, 4.5:1 (`monogram.test.ts`). */
export const GROUNDS = [
  '#2f56a5',
  '#0b737e',
  '#9a5d0c',
  '#2a7052',
  '#b9432e',
  '#7a4a86',
  '#2a3350',
] as const

/**
 * The first letter or digit in any script, else whatever the name begins with. Never cased by a
 * language: server and browser must agree.
 */
export function letterOf(name: string): string {
  const letter = /[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0]
  if (letter === undefined) return firstSign(name.trim())
  const upper = letter.toUpperCase()
  return upper.length === letter.length ? upper : letter
}

/** An emoji may be several code points that one sees as one. */
function firstSign(name: string): string {
  const [sign] = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(name)
  return sign?.segment ?? ''
}

/** The same name always has the same ground. */
export function groundOf(name: string): string {
  let hash = 7
  for (const sign of name) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) % 100_003
  return GROUNDS[hash % GROUNDS.length]!
}
