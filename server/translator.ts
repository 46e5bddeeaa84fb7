import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { randomCode } from '#lib/ids.ts'
import { chooseLocale, type Locale } from '#lib/locale.ts'
import { nameForms } from '#lib/market-name.ts'
import { makeTranslate, type Translate } from '#lib/messages.ts'
import { messages as ar } from '#locales/ar.ts'
import { messages as en } from '#locales/en.ts'
import { messages as tr } from '#locales/tr.ts'

const MESSAGES = { tr, en, ar }
const translators = new Map<string, Translate>()
/** The words of a language in a market of this name; made once. */
export function translatorOf(locale: Locale, name: string): Translate {
  const key = `${locale} ${name}`
  const known =
    translators.get(key) ?? makeTranslate(MESSAGES[locale], locale, nameForms(name, locale))
  translators.set(key, known)
  return known
}

export const newIncident = (): string => randomCode(8).replace(/(.{4})/, '$1-')

export const localeOf = (c: Context): Locale =>
  chooseLocale({
    query: c.req.query('hl') ?? null,
    cookie: getCookie(c, 'hl') ?? null,
    acceptLanguage: c.req.header('accept-language') ?? null,
  })
