import displayLatin from './fonts/display-latin.woff2?url'
import textArabic from './fonts/text-arabic.woff2?url'
import textLatin from './fonts/text-latin.woff2?url'

/** Letters that join, and so have another weight and no tracking. */
export const ARABIC = /\p{Script=Arabic}/u

/**
 * The files that the first screenful of a page in this language needs: `<link rel="preload" as="font" crossorigin>`. What is read comes
 * first; on a slow line headings may stand in their stand-in on the first page. `name`: of the market, which is written over every page.
 */
export function fontPreloads(language: string, name: string): { href: string; fetchPriority: 'auto' | 'low' }[] {
  const read = (href: string) => ({ href, fetchPriority: 'auto' as const })
  // Arabic headings are set in the same face as the text, for Bricolage has no Arabic letters. A name in Latin ones needs it all the same, and without a word here browsers ask for it before all else.
  const display = language === 'ar' && ARABIC.test(name) ? [] : [{ href: displayLatin, fetchPriority: 'low' as const }]
  return language === 'ar' ? [read(textArabic), read(textLatin), ...display] : [read(textLatin), ...display]
}
