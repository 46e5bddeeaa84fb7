import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { LOCALES, type Locale } from '#lib/locale.ts'
import { MARKETS, type Market } from '#lib/market.ts'

/**
 * How well search finds what somebody needs: queries in every language of the product, judged by
 * hand on the demo catalogue (`needs.json`).
 */

const needs = z.array(
  z.object({
    need: z.string(),
    market: z.enum(MARKETS),
    /** By slug: 3 is made for the need, 2 serves it, 1 is related. */
    items: z.record(z.string(), z.int().min(1).max(3)),
    queries: z.record(z.enum(LOCALES), z.array(z.string()).min(1)),
  }),
)

export interface JudgedQuery {
  locale: Locale
  market: Market
  q: string
  /** By slug. */
  grades: ReadonlyMap<string, number>
}

export const readJudgedQueries = (): JudgedQuery[] =>
  needs
    .parse(JSON.parse(readFileSync(new URL('needs.json', import.meta.url), 'utf8')))
    .flatMap(({ market, items, queries }) =>
      LOCALES.flatMap((locale) =>
        queries[locale].map((q) => ({ locale, market, q, grades: new Map(Object.entries(items)) })),
      ),
    )

/** So many results are looked at. */
export const DEPTH = 10

const gainOf = (grades: readonly number[]): number =>
  grades
    .slice(0, DEPTH)
    .reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0)

/** Normalized discounted cumulative gain of the first results: 1 is the best order possible. */
export function ndcgOf(slugs: readonly string[], grades: ReadonlyMap<string, number>): number {
  const best = gainOf([...grades.values()].toSorted((a, b) => b - a))
  return best === 0 ? 0 : gainOf(slugs.map((slug) => grades.get(slug) ?? 0)) / best
}

/** Slugs of the first results. */
export type Ask = (query: Pick<JudgedQuery, 'locale' | 'market' | 'q'>) => Promise<string[]>

export interface Judgement {
  locale: Locale
  queries: number
  /** Mean over the queries. */
  ndcg: number
  /** Queries that found nothing, though an item fits. */
  empty: string[]
  /** Queries whose fitting items are not among the first results. */
  missed: string[]
}

export async function judge(queries: readonly JudgedQuery[], ask: Ask): Promise<Judgement[]> {
  const judged = new Map<Locale, Judgement>()
  for (const query of queries) {
    const { locale, q, grades } = query
    const of = judged.get(locale) ?? { locale, queries: 0, ndcg: 0, empty: [], missed: [] }
    judged.set(locale, of)
    const slugs = (await ask(query)).slice(0, DEPTH)
    of.ndcg = (of.ndcg * of.queries + ndcgOf(slugs, grades)) / (of.queries + 1)
    of.queries += 1
    if (slugs.length === 0) of.empty.push(q)
    else if (!slugs.some((slug) => grades.has(slug))) of.missed.push(q)
  }
  return [...judged.values()]
}

export const meanNdcg = (judgements: readonly Judgement[]): number =>
  judgements.reduce((sum, { ndcg, queries }) => sum + ndcg * queries, 0) /
  judgements.reduce((sum, { queries }) => sum + queries, 0)

export interface TitleRanks {
  titles: number
  first: number
  /** Mean reciprocal rank: 1 when each title's own item stands first. */
  mrr: number
  /** Titles whose item does not come first, with its place; 0: not among the first results. */
  behind: { title: string; place: number }[]
}

/** Where items stand that are searched by their full titles. */
export async function rankTitles(
  items: readonly { slug: string; title: string; locale: Locale; market: Market }[],
  ask: Ask,
): Promise<TitleRanks> {
  const ranks: TitleRanks = { titles: items.length, first: 0, mrr: 0, behind: [] }
  for (const { slug, title, locale, market } of items) {
    const place = (await ask({ locale, market, q: title })).indexOf(slug) + 1
    if (place === 1) ranks.first += 1
    else ranks.behind.push({ title, place })
    if (place > 0) ranks.mrr += 1 / place / items.length
  }
  return ranks
}
