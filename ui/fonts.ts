import displayExtended from './fonts/display-latin-ext.woff2?url'
import displayLatin from './fonts/display-latin.woff2?url'
import textArabic from './fonts/text-arabic.woff2?url'
import textExtended from './fonts/text-latin-ext.woff2?url'
import textLatin from './fonts/text-latin.woff2?url'

/** The files that the first screenful of a page in this language needs: `<link rel="preload" as="font" crossorigin>`. */
export function fontPreloads(language: string): string[] {
  if (language === 'ar') return [textArabic, textLatin, displayLatin]
  if (language === 'tr') return [textLatin, textExtended, displayLatin, displayExtended]
  return [textLatin, displayLatin]
}
