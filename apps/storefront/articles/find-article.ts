import { AGREEMENTS, type AgreementKind } from '#modules/orders/legal-texts.ts'
import { type ByLocale, type Locale, forEachLocale, inLanguage } from '#lib/locale.ts'
import { fillIn, fillPlaces, type Article, type Articles, type Places } from './article.ts'
import { developers } from './developers.ts'
import { accessibility } from './legal/accessibility.ts'
import { cookies } from './legal/cookies.ts'
import { privacy } from './legal/privacy.ts'
import { refunds } from './legal/refunds.ts'
import { terms } from './legal/terms.ts'
import { partners } from './partners.ts'

/** The agreements of checkout and install, shown with exactly the text that is agreed to. */
function agreed(kind: AgreementKind, lead: ByLocale<string>): Articles {
  const of = (locale: Locale): Article => {
    const texts = AGREEMENTS[kind].texts[locale]
    return {
      title: texts.map((text) => text.title).join(' · '),
      lead: inLanguage(lead, locale).replace('{version}', AGREEMENTS[kind].version),
      parts: texts.flatMap((text) =>
        text.parts.map((part) => ({ heading: part.heading, paragraphs: [part.text] })),
      ),
    }
  }
  return forEachLocale(of)
}

const LEGAL = {
  terms,
  privacy,
  cookies,
  refunds,
  'distance-sale': agreed('distance_sale', {
    tr: 'Ödeme yapmadan önce onaylanan metin. Sürüm: {version}.',
    en: 'What a buyer agrees to before paying. Version: {version}.',
    ar: 'ما يوافق عليه المشتري قبل الدفع. النسخة: {version}.',
  }),
  'data-protection': agreed('data_protection', {
    tr: 'Kurulumdan önce onaylanan metin. Sürüm: {version}.',
    en: 'What an owner agrees to before an installation. Version: {version}.',
    ar: 'ما يوافق عليه صاحب المتجر قبل التثبيت. النسخة: {version}.',
  }),
  accessibility,
} satisfies Record<string, Articles>

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
}

const legalIndex = (locale: Locale, own: OwnTexts['titles']): Article => ({
  ...inLanguage(INDEX, locale),
  parts: Object.entries(LEGAL).map(([name, articles]) => {
    const { title, lead } =
      own.find((one) => one.path === `/legal/${name}`) ?? inLanguage(articles, locale)
    return { heading: title, paragraphs: [lead], links: [{ href: `/legal/${name}`, name: title }] }
  }),
})

/** Paths of all articles, for the sitemap. */
export const ARTICLE_PATHS: readonly string[] = [
  '/partners',
  '/developers',
  '/legal',
  ...Object.keys(LEGAL).map((name) => `/legal/${name}`),
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
  if (path === '/legal') return fillIn(legalIndex(locale, own?.titles ?? []), places)
  const name = path.startsWith('/legal/') ? path.slice('/legal/'.length) : ''
  return Object.hasOwn(LEGAL, name)
    ? fillIn(inLanguage(LEGAL[name as keyof typeof LEGAL] as Articles, locale), places)
    : null
}

/** Links to related texts: for a legal text all of them, for the two others each other. */
export function neighboursOf(
  path: string,
  locale: Locale,
  places: Places,
  own: OwnTexts['titles'] = [],
): { href: string; name: string }[] {
  return knownNeighbours(path, locale).map((one) => ({
    ...one,
    name: fillPlaces(own.find((text) => text.path === one.href)?.title ?? one.name, places),
  }))
}

function knownNeighbours(path: string, locale: Locale): { href: string; name: string }[] {
  if (path === '/partners' || path === '/developers')
    return [
      { href: '/partners', name: inLanguage(partners, locale).title },
      { href: '/developers', name: inLanguage(developers, locale).title },
    ]
  return Object.entries(LEGAL).map(([name, articles]) => ({
    href: `/legal/${name}`,
    name: inLanguage(articles as Articles, locale).title,
  }))
}
