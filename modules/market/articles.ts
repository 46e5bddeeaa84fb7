import { type Ctx, type Services, defaultLanguage } from '#kernel/context.ts'
import {
  FALLBACK_LOCALE,
  LANGUAGE_TAGS,
  type Locale,
  languageName,
  makeTranslate,
  withoutIsolates,
} from '#lib/locale.ts'
import { companyFactsIn, type Operator } from '#lib/company-facts.ts'
import { nameForms } from '#lib/market-name.ts'
import { type Article, type Places, fillArticle, readTextFile } from '#lib/text-page.ts'
import { readArticle, readMessages } from '#locales/read.ts'
import { agreementsIn, clausesIn } from '#modules/orders/public.ts'

/** The texts below `/legal`. Agreements are shown with exactly the words that are agreed to. */
const LEGAL = [
  'terms',
  'privacy',
  'cookies',
  'refunds',
  'distance-sale',
  'data-protection',
  'accessibility',
  'imprint',
] as const
const AGREED = { 'distance-sale': 'distance_sale', 'data-protection': 'data_protection' } as const

const LEGAL_PATHS = LEGAL.map((name) => `/legal/${name}`)
const PUBLISHER_PATHS = ['/partners', '/developers']

/** Paths of all articles, for the sitemap. */
export const ARTICLE_PATHS: readonly string[] = [...PUBLISHER_PATHS, '/legal', ...LEGAL_PATHS]

type Reader = Pick<Ctx, 'languages' | 'operator'> & { locale: Locale }

const wordsIn = (locale: Locale) => makeTranslate(readMessages(locale, 'texts'), locale)

/** The text of the release at a path, without values for its placeholders; null without one. */
export function releaseArticle(path: string, reader: Reader): Article | null {
  if (!ARTICLE_PATHS.includes(path)) return null
  const t = wordsIn(reader.locale)
  if (path === '/legal')
    return { title: t('article.legal.title'), lead: t('article.legal.lead'), parts: [] }
  const agreed = AGREED[path.slice('/legal/'.length) as keyof typeof AGREED]
  if (agreed === undefined) return readOfCountry(path.slice(1), reader)
  const { texts, version } = agreementsIn(reader.operator.country)[agreed]
  const documents = texts[reader.locale]
  return {
    title: documents.map(({ title }) => title).join(' · '),
    lead: t(`article.${agreed}.lead`, { version }),
    parts: documents.flatMap(({ parts }) =>
      parts.map(({ heading, text }) => ({ heading, paragraphs: [text] })),
    ),
  }
}

/** Outside of Türkiye the general text, where there is one, with the clauses of the country. */
function readOfCountry(name: string, reader: Reader): Article | null {
  const { country } = reader.operator
  const general =
    country === 'TR' ? null : readInLanguage(name.replace('legal/', 'legal/general/'), reader)
  const article = general ?? readInLanguage(name, reader)
  return article && fillArticle(article, { ...clausesIn(country, reader.locale) })
}

function readInLanguage(name: string, reader: Reader): Article | null {
  for (const locale of [reader.locale, defaultLanguage(reader), FALLBACK_LOCALE]) {
    const text = readArticle(locale, name)
    if (text !== null) return readTextFile(text)
  }
  return null
}

/** Values of the placeholders: operator, market name and languages. In brackets what is unknown. */
export function placesOf(
  { operator, languages }: Pick<Services, 'operator' | 'languages'>,
  marketName: string,
  locale: Locale,
): Places {
  const t = wordsIn(locale)
  const { name, address, mail } =
    operator.name === ''
      ? {
          name: t('article.no_operator.name'),
          address: t('article.no_operator.address'),
          mail: t('article.no_operator.mail'),
        }
      : operator
  return {
    operator: name,
    address,
    mail,
    facts: factsInWords(operator, locale),
    languages: new Intl.ListFormat(LANGUAGE_TAGS[locale]).format(
      languages.map((one) => languageName(one, locale)),
    ),
    ...nameForms(marketName, locale),
  }
}

/** What the law of its country wants of a company: "USt-IdNr.: DE136695976 · Telefon: +49 30 …". */
function factsInWords(operator: Operator, locale: Locale): string {
  const t = makeTranslate(readMessages(locale, 'receipts'), locale)
  const { taxOffice: office, taxNumber } = operator
  const taxes =
    taxNumber === undefined
      ? []
      : [
          office === undefined
            ? t('invoice.tax_number', { number: taxNumber })
            : t('invoice.tax_office', { office, number: taxNumber }),
        ]
  const others = companyFactsIn(operator.country).flatMap((fact) => {
    const number = operator[fact]
    return number === undefined || fact === 'taxOffice' || fact === 'taxNumber'
      ? []
      : [t(`invoice.fact.${fact}`, { number })]
  })
  return [...taxes, ...others].map(withoutIsolates).join(' · ') || '–'
}

/** A text that the market has written, in the reader's language. */
interface OwnArticle extends Article {
  path: string
}

/**
 * What is shown at a path: the market's own text, else that of the release, and the texts that are
 * read together with it. Null where there is no text.
 */
export function shownArticle(
  path: string,
  reader: Reader,
  places: Places,
  own: readonly OwnArticle[],
): { article: Article; related: { path: string; title: string }[] } | null {
  const find = (one: string) => {
    const article = own.find((text) => text.path === one) ?? releaseArticle(one, reader)
    return article && fillArticle(article, places)
  }
  const article = find(path)
  if (!article) return null
  const related = (PUBLISHER_PATHS.includes(path) ? PUBLISHER_PATHS : LEGAL_PATHS).flatMap(
    (one) => {
      const text = find(one)
      return text ? [{ path: one, title: text.title, lead: text.lead }] : []
    },
  )
  const parts =
    path === '/legal'
      ? related.map(({ path: href, title, lead }) => ({
          heading: title,
          paragraphs: [lead],
          links: [{ href, name: title }],
        }))
      : article.parts
  return {
    article: { title: article.title, lead: article.lead, parts },
    related: related.map(({ path: href, title }) => ({ path: href, title })),
  }
}
