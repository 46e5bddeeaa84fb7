import displayLatin from './fonts/display-latin.woff2?url'
import displayLatinMore from './fonts/display-latin-more.woff2?url'
import textArabic from './fonts/text-arabic.woff2?url'
import textLatin from './fonts/text-latin.woff2?url'
import textLatinMore from './fonts/text-latin-more.woff2?url'

/** Arabic letters, which need another weight and no letter spacing. */
export const ARABIC = /\p{Script=Arabic}/u

/** Written with the letters of the first files; other languages in Latin letters need the rest. */
const IN_FIRST_LETTERS = ['tr', 'en']

export interface FontPreload {
  href: string
  fetchPriority: 'auto' | 'low'
  /** Media query of windows in which the font is preloaded. */
  media?: string
}

/**
 * Fonts for the first screenful in a language, as `<link rel="preload" as="font" crossorigin>`:
 * text fonts first; on a slow connection headings may use the fallback on the first page. `name`:
 * the market's, which is in every header.
 */
export function fontPreloads(language: string, name: string): FontPreload[] {
  const text: FontPreload = { href: textLatin, fetchPriority: 'auto' }
  const display: FontPreload = { href: displayLatin, fetchPriority: 'low' }
  if (IN_FIRST_LETTERS.includes(language)) return [text, display]
  // A font that comes late is not used on that page: a word would mix two faces.
  if (language !== 'ar')
    return [
      text,
      { href: textLatinMore, fetchPriority: 'auto' },
      display,
      { href: displayLatinMore, fetchPriority: 'low' },
    ]
  // Arabic headings use the text font, because Bricolage has no Arabic letters. A market name in
  // Latin letters needs Bricolage all the same: on phones it is loaded after the first paint
  // (`router-patches/hydrate-later.ts`), elsewhere last, because browsers request fonts without a
  // preload before everything else.
  return [
    { href: textArabic, fetchPriority: 'auto' },
    text,
    ...(ARABIC.test(name) ? [] : [{ ...display, media: '(min-width: 700px)' }]),
  ]
}
