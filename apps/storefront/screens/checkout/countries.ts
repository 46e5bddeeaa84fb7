import { COUNTRIES } from '#lib/countries.ts'
import type { Locale } from '#lib/locale.ts'

const lists = new Map<string, { value: string; label: string }[]>()

/**
 * Countries by name in the page's language, the market's own first because most invoices go there.
 * Names and order come from the server, because ICU versions differ.
 */
export function countriesIn(locale: Locale, home: string): { value: string; label: string }[] {
  let list = lists.get(`${locale} ${home}`)
  if (!list) {
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    const collator = new Intl.Collator(locale)
    list = COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value })).sort((a, b) =>
      collator.compare(a.label, b.label),
    )
    list.sort((a, b) => Number(b.value === home) - Number(a.value === home))
    lists.set(`${locale} ${home}`, list)
  }
  return list
}
