import { type ByLocale, type Locale, inLanguage } from '#lib/locale.ts'
import type { NameForms } from '#lib/market-name.ts'
import type { Operator } from '#lib/company-facts.ts'
import { factsInWords } from './company-facts.ts'
import type { TextPart } from '#lib/text-page.ts'

/** A text page. Loaded as data in one language, never part of the scripts. */
export interface Article {
  title: string
  /** One or two sentences below the title; also the description for search engines. */
  lead: string
  parts: readonly ArticlePart[]
}

export type ArticlePart = TextPart

export type Articles = ByLocale<Article>

/** Placeholders in brackets for a market without a configured operator. */
const NOBODY_YET: ByLocale<Pick<Operator, 'name' | 'address' | 'mail'>> = {
  tr: {
    name: '[şirketin adı henüz yazılmadı]',
    address: '[adresi henüz yazılmadı]',
    mail: '[e-posta adresi henüz yazılmadı]',
  },
  en: {
    name: '[the company’s name, not written yet]',
    address: '[its address, not written yet]',
    mail: '[its e-mail address, not written yet]',
  },
  ar: {
    name: '[اسم الشركة، لم يُكتب بعد]',
    address: '[عنوانها، لم يُكتب بعد]',
    mail: '[بريدها الإلكتروني، لم يُكتب بعد]',
  },
  de: {
    name: '[Name des Unternehmens, noch nicht eingetragen]',
    address: '[Anschrift, noch nicht eingetragen]',
    mail: '[E-Mail-Adresse, noch nicht eingetragen]',
  },
}

/**
 * Values for the placeholders: `{operator}`, `{address}` and `{mail}` of who runs the market, and
 * `{market}`, its name.
 */
export type Places = Readonly<Record<string, string>>
export const placesOf = (operator: Operator, names: NameForms, locale: Locale): Places => {
  const { name, address, mail } = operator.name === '' ? inLanguage(NOBODY_YET, locale) : operator
  return {
    operator: name,
    address,
    mail,
    country: operator.country,
    facts: factsInWords(operator, locale),
    ...names,
  }
}
export const fillPlaces = (text: string, places: Places): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => places[name] ?? place)

/** Fills the placeholders of an article. */
export function fillIn(article: Article, places: Places): Article {
  const fill = (text: string) => fillPlaces(text, places)
  return {
    title: fill(article.title),
    lead: fill(article.lead),
    parts: article.parts.map((part) => ({
      ...part,
      heading: fill(part.heading),
      ...(part.paragraphs && { paragraphs: part.paragraphs.map(fill) }),
      ...(part.list && { list: part.list.map(fill) }),
      ...(part.table && {
        table: { ...part.table, rows: part.table.rows.map((row) => row.map(fill)) },
      }),
    })),
  }
}
