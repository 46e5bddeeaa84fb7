import type { Locale } from '#lib/locale.ts'
import type { TextPart } from '#lib/text-page.ts'

/** A page of text. Its words travel as the page's data, in one language, and never with the scripts. */
export interface Article {
  title: string
  /** One or two sentences below the title; also what search engines are told. */
  lead: string
  parts: readonly ArticlePart[]
}

export type ArticlePart = TextPart

export type Articles = Record<Locale, Article>

/** Who runs this market; texts name it as `{operator}`, `{address}` and `{mail}`. */
export interface Operator {
  name: string
  address: string
  mail: string
}

/** The article with the operator's name where it belongs. */
export function fillIn(article: Article, operator: Operator): Article {
  const fill = (text: string) => text.replaceAll('{operator}', operator.name).replaceAll('{address}', operator.address).replaceAll('{mail}', operator.mail)
  return {
    title: fill(article.title), lead: fill(article.lead),
    parts: article.parts.map(part => ({
      ...part, heading: fill(part.heading), ...(part.paragraphs && { paragraphs: part.paragraphs.map(fill) }), ...(part.list && { list: part.list.map(fill) }),
    })),
  }
}
