import displayLatin from './fonts/display-latin.woff2?url'
import textArabic from './fonts/text-arabic.woff2?url'
import textLatin from './fonts/text-latin.woff2?url'

/** Arabic letters, which need another weight and no letter spacing. */
export const ARABIC = /\p{Script=Arabic}/u

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
  if (language !== 'ar') return [text, display]
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
