import { useLocation } from 'react-router'
import { LOCALES, type Locale } from '#lib/locale.ts'
import { useWords } from './words.tsx'

/** Each language is named in itself. */
export const LANGUAGE_NAMES: Record<Locale, string> = { tr: 'Türkçe', en: 'English', ar: 'العربية' }

/** The same page in every language, with the query it has now. */
export function useLanguageLinks() {
  const { locale } = useWords()
  const { pathname, search } = useLocation()
  return LOCALES.map((code) => {
    const query = new URLSearchParams(search)
    query.set('hl', code)
    return {
      code,
      name: LANGUAGE_NAMES[code],
      href: `${pathname}?${query}`,
      current: code === locale,
    }
  })
}
