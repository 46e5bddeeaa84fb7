import type { Note } from './rules.ts'

// Control characters but tab and line feed; marks and isolates that turn the direction; zero-width
// blank, word joiner and its kin, byte order mark; annotations; tags. Joiners (Persian, emoji) and
// the plain direction marks of Arabic texts stay.
const UNWANTED =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\u200B\u2060-\u2064\u206A-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu
/** More marks on one letter than any script needs. */
const HEAP = /(\p{M}{4})\p{M}+/gu
const BREAKS = /\r\n?|[\u0085\u2028\u2029]/g

function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const short = text.slice(0, length - 1)
  // Not through the middle of a character.
  return `${/[\uD800-\uDBFF]$/.test(short) ? short.slice(0, -1) : short}…`
}

export interface TextRule {
  /** For the report. */
  field: string
  /** UTF-16 units. */
  longest: number
  /** Whether line breaks are wanted. */
  lines?: boolean
}

/**
 * Plain text that can be stored and shown anywhere: what it says of markup is text, too, and is
 * shown as it stands.
 */
export function cleanText(
  said: string,
  { field, longest, lines = false }: TextRule,
  note: Note,
): string {
  const unbroken = said.replace(BREAKS, '\n')
  const clean = unbroken.toWellFormed().replace(UNWANTED, '').replace(HEAP, '$1')
  if (clean !== unbroken)
    note(
      'R-TEXT-CLEANED',
      `${field}: ${unbroken.length - clean.length || 'some'} characters of "${cut(clean.trim(), 60)}"`,
    )
  const trimmed = (
    lines
      ? clean
      : clean
          .split(/[\n\t]/)
          .map((part) => part.trim())
          .filter(Boolean)
          .join(' ')
  ).trim()
  if (trimmed !== clean) note('R-TEXT-BLANKS', `${field}: "${cut(trimmed, 60)}"`)
  const short = cut(trimmed, longest)
  if (short !== trimmed)
    note(
      'R-TEXT-CUT',
      `${field}: ${trimmed.length} characters, ${longest} allowed: "${cut(trimmed, 60)}"`,
    )
  return short
}
