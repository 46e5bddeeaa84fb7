import { LOCALES } from '#lib/locale.ts'
import type { Translate } from '#lib/messages.ts'
import type { ConsoleKey } from '#locales/keys.ts'

/** What the audit log calls it otherwise, or not at all. */
const OWN: Record<string, ConsoleKey> = {
  texts: 'console.window.texts', categories: 'console.window.categories', tags: 'console.audit.field.tagIds', price: 'console.window.price', cover: 'console.window.cover', screenshot: 'console.window.screenshot',
  desktop: 'console.window.desktop', phone: 'console.window.phone', all: 'console.window.all', file: 'console.window.file', touches: 'portal.words.touches', support: 'portal.words.support',
}

/** A place of a listing (`pictures.screenshot.phone.tr.2.alt`) in words. What partners named themselves stays as it is. */
export const placeWords = (t: Translate<ConsoleKey>, place: string): string => place.split('.').filter((part, index) => !(index === 0 && part === 'texts')).map(part => {
  if (/^\d+$/.test(part)) return String(Number(part) + 1)
  const locale = LOCALES.find(one => one === part)
  const key = locale ? `portal.part.${locale}` as ConsoleKey : OWN[part] ?? `console.audit.field.${part}` as ConsoleKey
  const said = t(key)
  return said === key ? part.replaceAll('_', ' ') : said
}).join(' · ')
