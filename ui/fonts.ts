import displayLatin from './fonts/display-latin.woff2?url'
import textArabic from './fonts/text-arabic.woff2?url'
import textLatin from './fonts/text-latin.woff2?url'

/** Letters that join, and so have another weight and no tracking. */
export const ARABIC = /\p{Script=Arabic}/u

export interface FontPreload {
  href: string
  fetchPriority: 'auto' | 'low'
  /** Windows in which it is asked for this early. */
  media?: string
}

/**
 * The files that the first screenful of a page in this language needs: `<link rel="preload"
 * as="font" crossorigin>`. What is read comes first; on a slow line headings may stand in their
 * stand-in on the first page. `name`: of the market, which is written over every page.
 */
export function fontPreloads(language: string, name: string): FontPreload[] {
  const text: FontPreload = { href: textLatin, fetchPriority: 'auto' }
  const display: FontPreload = { href: displayLatin, fetchPriority: 'low' }
  if (language !== 'ar') return [text, display]
  // Arabic headings are set in the same face as the text, for Bricolage has no Arabic letters. A
  // name in Latin ones needs it all the same: on a phone when all else has been painted
  // (`router-patches/hydrate-later.ts`), elsewhere last, for without a word here browsers ask for it before all else.
  return [
    { href: textArabic, fetchPriority: 'auto' },
    text,
    ...(ARABIC.test(name) ? [] : [{ ...display, media: '(min-width: 700px)' }]),
  ]
}
