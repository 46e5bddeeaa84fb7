import displayLatin from './fonts/display-latin.woff2?url'
import textArabic from './fonts/text-arabic.woff2?url'
import textLatin from './fonts/text-latin.woff2?url'

/**
 * The files that the first screenful of a page in this language needs: `<link rel="preload" as="font" crossorigin>`. What is read comes
 * first; on a slow line headings may stand in their stand-in on the first page.
 */
export function fontPreloads(language: string): { href: string; fetchPriority: 'auto' | 'low' }[] {
  const read = (href: string) => ({ href, fetchPriority: 'auto' as const })
  // Arabic headings are set in the same face as the text: Bricolage has no Arabic letters.
  return language === 'ar' ? [read(textArabic), read(textLatin)] : [read(textLatin), { href: displayLatin, fetchPriority: 'low' }]
}
