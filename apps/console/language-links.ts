import { useLocation } from 'react-router'
import { LOCALES, type Locale } from '#lib/locale.ts'
import { useWords } from './words.tsx'

/** Each language by its own name. */
export const LANGUAGE_NAMES: Record<Locale, string> = { tr: 'Türkçe', en: 'English', ar: 'العربية' }

/** Links to the same page and query in every language. */
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
