import { DEFAULT_COUNTRY } from '#lib/countries.ts'
import { clausesIn } from '#modules/orders/legal/clauses.ts'
import { type AgreementKind, agreementsIn } from '#modules/orders/legal-texts.ts'
import { type ByLocale, type Locale, forEachLocale, inLanguage } from '#lib/locale.ts'
import { fillIn, fillPlaces, type Article, type Articles, type Places } from './article.ts'
import { developers } from './developers.ts'
import { accessibility } from './legal/accessibility.ts'
import { cookies } from './legal/cookies.ts'
import { privacy as generalPrivacy } from './legal/general/privacy.ts'
import { refunds as generalRefunds } from './legal/general/refunds.ts'
import { terms as generalTerms } from './legal/general/terms.ts'
import { imprint } from './legal/imprint.ts'
import { privacy } from './legal/privacy.ts'
import { refunds } from './legal/refunds.ts'
import { terms } from './legal/terms.ts'
import { partners } from './partners.ts'

/** The agreements of checkout and install, shown with exactly the text that is agreed to. */
function agreed(country: string, kind: AgreementKind, lead: ByLocale<string>): Articles {
  const { version, texts: byLocale } = agreementsIn(country)[kind]
  const of = (locale: Locale): Article => {
    const texts = byLocale[locale]
    return {
      title: texts.map((text) => text.title).join(' · '),
      lead: inLanguage(lead, locale).replace('{version}', version),
      parts: texts.flatMap((text) =>
        text.parts.map((part) => ({ heading: part.heading, paragraphs: [part.text] })),
      ),
    }
  }
  return forEachLocale(of)
}

const SALE_LEAD: ByLocale<string> = {
  tr: 'Ödeme yapmadan önce onaylanan metin. Sürüm: {version}.',
  en: 'What a buyer agrees to before paying. Version: {version}.',
  ar: 'ما يوافق عليه المشتري قبل الدفع. النسخة: {version}.',
  de: 'Wozu ein Käufer vor der Zahlung zustimmt. Fassung: {version}.',
}
const DATA_LEAD: ByLocale<string> = {
  tr: 'Kurulumdan önce onaylanan metin. Sürüm: {version}.',
  en: 'What an owner agrees to before an installation. Version: {version}.',
  ar: 'ما يوافق عليه صاحب المتجر قبل التثبيت. النسخة: {version}.',
  de: 'Wozu ein Inhaber vor einer Installation zustimmt. Fassung: {version}.',
}

const LEGAL_NAMES = [
  'terms',
  'privacy',
  'cookies',
  'refunds',
  'distance-sale',
  'data-protection',
  'accessibility',
  'imprint',
] as const

/** The legal texts of a market whose operator is in a country: Türkiye's own, else the general ones. */
const legalTextsIn = (country: string): Record<(typeof LEGAL_NAMES)[number], Articles> => ({
  ...(country === 'TR' ? turkish : general),
  cookies,
  'distance-sale': agreed(country, 'distance_sale', SALE_LEAD),
  'data-protection': agreed(country, 'data_protection', DATA_LEAD),
  accessibility,
  imprint,
})
const turkish = { terms, privacy, refunds }
const general = { terms: generalTerms, privacy: generalPrivacy, refunds: generalRefunds }

/** A text without an operator is that of a new market. */
const countryOf = (places: Places): string => places['country'] ?? DEFAULT_COUNTRY

const INDEX: ByLocale<Pick<Article, 'title' | 'lead'>> = {
  tr: {
    title: 'Yasal metinler',
    lead: '{market_yi} kullanırken geçerli olan bütün metinler; her biri sürüm tarihiyle.',
  },
  en: {
    title: 'Legal texts',
    lead: 'Everything that holds when you use {market}, each with the date of its version.',
  },
  ar: { title: 'النصوص القانونية', lead: 'كل ما يسري عند استخدام {market}، ولكل نص تاريخ نسخته.' },
  de: {
    title: 'Rechtstexte',
    lead: 'Alles, was bei der Nutzung von {market} gilt, jeweils mit dem Datum der Fassung.',
  },
}

const legalIndex = (country: string, locale: Locale, own: OwnTexts['titles']): Article => ({
  ...inLanguage(INDEX, locale),
  parts: Object.entries(legalTextsIn(country)).map(([name, articles]) => {
    const { title, lead } =
      own.find((one) => one.path === `/legal/${name}`) ?? inLanguage(articles, locale)
    return { heading: title, paragraphs: [lead], links: [{ href: `/legal/${name}`, name: title }] }
  }),
})

/** Paths of all articles, for prerendering and the sitemap. */
export const ARTICLE_PATHS: readonly string[] = [
  '/partners',
  '/developers',
  '/legal',
  ...LEGAL_NAMES.map((name) => `/legal/${name}`),
]

/** Texts written by the market, which replace the built-in ones. */
export interface OwnTexts {
  data: Pick<Article, 'title' | 'lead' | 'parts'> | null
  titles: readonly { path: string; title: string; lead: string }[]
}

/** The article at a path in one language, or null. */
export function findArticle(
  path: string,
  locale: Locale,
  places: Places,
  own?: OwnTexts,
): Article | null {
  if (own?.data)
    return fillIn({ title: own.data.title, lead: own.data.lead, parts: own.data.parts }, places)
  if (path === '/partners') return fillIn(inLanguage(partners, locale), places)
  if (path === '/developers') return fillIn(inLanguage(developers, locale), places)
  const country = countryOf(places)
  const filled = { ...clausesOf(country, locale, places), ...places }
  if (path === '/legal') return fillIn(legalIndex(country, locale, own?.titles ?? []), filled)
  const name = path.startsWith('/legal/') ? path.slice('/legal/'.length) : ''
  const legal = LEGAL_NAMES.find((one) => one === name)
  return legal ? fillIn(inLanguage(legalTextsIn(country)[legal], locale), filled) : null
}

/** Clauses name the operator's mail address. */
const clausesOf = (country: string, locale: Locale, places: Places): Places =>
  Object.fromEntries(
    Object.entries(clausesIn(country, locale)).map(([name, text]) => [
      name,
      fillPlaces(text, places),
    ]),
  )

/** Links to related texts: for a legal text all of them, for the two others each other. */
export function neighboursOf(
  path: string,
  locale: Locale,
  places: Places,
  own: OwnTexts['titles'] = [],
): { href: string; name: string }[] {
  return knownNeighbours(path, locale, countryOf(places)).map((one) => ({
    ...one,
    name: fillPlaces(own.find((text) => text.path === one.href)?.title ?? one.name, places),
  }))
}

function knownNeighbours(
  path: string,
  locale: Locale,
  country: string,
): { href: string; name: string }[] {
  if (path === '/partners' || path === '/developers')
    return [
      { href: '/partners', name: inLanguage(partners, locale).title },
      { href: '/developers', name: inLanguage(developers, locale).title },
    ]
  return Object.entries(legalTextsIn(country)).map(([name, articles]) => ({
    href: `/legal/${name}`,
    name: inLanguage(articles, locale).title,
  }))
}
