import albertLatin from '@fontsource-variable/albert-sans/files/albert-sans-latin-wght-normal.woff2?url'
import albertExtended from '@fontsource-variable/albert-sans/files/albert-sans-latin-ext-wght-normal.woff2?url'
import bricolageLatin from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2?url'
import vazirmatn from '@fontsource-variable/vazirmatn/files/vazirmatn-arabic-wght-normal.woff2?url'

/** The files that the first screenful of a page in this language needs: `<link rel="preload" as="font" crossorigin>`. */
export function fontPreloads(language: string): string[] {
  if (language === 'ar') return [vazirmatn]
  if (language === 'tr') return [albertLatin, albertExtended, bricolageLatin]
  return [albertLatin, bricolageLatin]
}
