import { type RawBuilder, sql } from 'kysely'
import { fold } from '#lib/text.ts'

/** What the console's search found, as the module that owns it shows it (docs/decisions/0077). */
export interface Found {
  id: string
  /** What the address of its page ends with. */
  place: string
  /** What it is called: a name, a domain, a number; at most 300 characters. */
  title: string
  /** What else tells it apart; at most 300 characters. */
  detail: string
  state?: string
  amount?: { minor: number; currency: string }
  at?: Date
}

export interface Sought {
  /** As it was typed, without spaces at its ends. */
  text: string
  /** Its words (D24), at least one. */
  words: readonly string[]
}

/** Fewer letters are in almost every name, and no index finds them. */
export const LEAST_LETTERS = 3
const MOST_WORDS = 6

/** Null: nothing that could be looked for. */
export function soughtIn(text: string): Sought | null {
  const words = fold(text)
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
  const isLong = words.some((word) => [...word].length >= LEAST_LETTERS)
  return isLong ? { text: text.trim(), words } : null
}

/** `folded` is the expression of a trigram index; it must hold all words, in any order. */
export const holdsWords = (folded: RawBuilder<unknown>, words: readonly string[]) =>
  sql<boolean>`(${sql.join(
    words.map((word) => sql`${folded} like ${`%${word}%`}`),
    sql` and `,
  )})`

/** One word of Latin letters and digits; four of them tell numbers apart. */
export const mayBeNumber = (text: string): boolean => /^[A-Za-z0-9-]{4,60}$/.test(text)

/**
 * A number by its beginning or its end: `column` has an index for either, of itself and of its
 * reverse, in the collation "C".
 */
export function numberLike(column: RawBuilder<unknown>, text: string) {
  const typed = text.toUpperCase()
  const between = (value: RawBuilder<unknown>, start: string) =>
    sql`(${value} collate "C" >= ${start} and ${value} collate "C" < ${`${start}\u{10ffff}`})`
  const backwards = [...typed].toReversed().join('')
  return sql<boolean>`(${between(column, typed)} or ${between(sql`reverse(${column})`, backwards)})`
}
