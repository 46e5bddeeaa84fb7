import displayLatin from './fonts/display-latin.woff2?url'
import displayTurkish from './fonts/display-turkish.woff2?url'
import textArabic from './fonts/text-arabic.woff2?url'
import textLatin from './fonts/text-latin.woff2?url'
import textTurkish from './fonts/text-turkish.woff2?url'

/**
 * The files that the first screenful of a page in this language needs: `<link rel="preload" as="font" crossorigin>`. What is read comes
 * first; on a slow line headings may stand in their stand-in on the first page.
 */
export function fontPreloads(language: string): { href: string; fetchPriority: 'auto' | 'low' }[] {
  // Prices are in lira in every language, and its sign lies with the Turkish letters.
  const now = language === 'ar' ? [textArabic, textLatin, textTurkish] : [textLatin, textTurkish]
  const later = language === 'tr' ? [displayLatin, displayTurkish] : [displayLatin]
  return [...now.map(href => ({ href, fetchPriority: 'auto' as const })), ...later.map(href => ({ href, fetchPriority: 'low' as const }))]
}
