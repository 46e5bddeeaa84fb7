import { COUNTRIES } from '#lib/countries.ts'
import type { Locale } from '#lib/locale.ts'

const lists = new Map<Locale, { value: string; label: string }[]>()

/**
 * Countries by name in the page's language, Türkiye first because most invoices go there. Names and
 * order come from the server, because ICU versions differ.
 */
export function countriesIn(locale: Locale): { value: string; label: string }[] {
  let list = lists.get(locale)
  if (!list) {
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    const collator = new Intl.Collator(locale)
    list = COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value })).sort((a, b) =>
      collator.compare(a.label, b.label),
    )
    list.sort((a, b) => Number(b.value === 'TR') - Number(a.value === 'TR'))
    lists.set(locale, list)
  }
  return list
}
