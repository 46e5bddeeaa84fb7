import { useLocation } from 'react-router'
import { LANGUAGE_NAMES } from '#lib/locale.ts'
import { useShell } from './shell.tsx'
import { useWords } from './words.tsx'

/** Links to the same page and query in every language. */
export function useLanguageLinks() {
  const { locale } = useWords()
  const { pathname, search } = useLocation()
  const { languages } = useShell()
  return languages.map((code) => {
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
