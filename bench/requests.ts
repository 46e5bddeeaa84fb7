import type { GeneratedMarket } from './generate.ts'
import type { Kind } from './kinds.ts'

/** What is asked for: several addresses of each kind, so that one row's luck does not count. */

export interface BenchRequests {
  api: string[]
  html: string[]
}

/** What there is to ask for on a generated market. */
export interface KnownValues extends Pick<GeneratedMarket, 'selectiveWords' | 'broadWord'> {
  /** With how many items. */
  categories: { slug: string; count: number }[]
  slugs: string[]
}

const SORTS = [
  'smart',
  'rating',
  'price_asc',
  'price_desc',
  'installs_desc',
  'installs_asc',
  'newest',
] as const
const PAGE = 24
/**
 * Beginnings of stretches: the pages in between show all that stood before them, too, and are
 * longer.
 */
const HTML_PAGES = [1, 5, 9]
const API_PAGES = [1, 2, 5, 9]
const CARDS_AT_HOME = 12

const query = (values: Record<string, string | number | undefined>): string =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString()

/** A word that nobody has, one letter away from one that somebody has. */
export function misspell(word: string): string {
  const place = Math.floor(word.length / 2)
  const letter = word[place] === 'y' ? 'j' : 'y'
  return word.slice(0, place) + letter + word.slice(place + 1)
}

export function makeRequests({
  categories,
  slugs,
  selectiveWords,
  broadWord,
}: KnownValues): Record<Kind, BenchRequests> {
  const combinations = categories.flatMap(({ slug, count }, index) => {
    const pages = (all: number[]) => all.filter((page) => (page - 1) * PAGE < count)
    return SORTS.map((sort, turn) => ({
      category: slug,
      sort,
      api: pages(API_PAGES).at((index + turn) % 4),
      html: pages(HTML_PAGES).at((index + turn) % 3),
    }))
  })
  // Spread over the categories: the first seven would all be of one.
  const lists = combinations
    .map((_, index) => combinations[(index * 11) % combinations.length])
    .filter((one) => one !== undefined)
    .slice(0, 42)
  const list = '/api/market/app/list'
  const common = { is_active: 1, per_page: PAGE, hl: 'tr' }
  const searches = (words: string[]): BenchRequests => ({
    api: words.map((q) => `${list}?${query({ ...common, q })}`),
    html: words.map((q) => `/search?${query({ q })}`),
  })
  const broad = SORTS.flatMap((sort) =>
    [1, 5].map((page) => ({ q: broadWord, sort, page })),
  ).concat(
    categories
      .slice(0, 6)
      .map(({ slug }) => ({ q: broadWord, sort: 'smart' as const, page: 1, category: slug })),
  )
  return {
    list: {
      api: lists.map(
        ({ category, sort, api }) =>
          `${list}?${query({ ...common, category, sort, page: api ?? 1 })}`,
      ),
      html: lists.map(
        ({ category, sort, html }) =>
          `/list?${query({ category, sort: sort === 'smart' ? undefined : sort, page: html === 1 ? undefined : html })}`,
      ),
    },
    first: {
      api: SORTS.map((sort) => `${list}?${query({ ...common, sort })}`),
      html: SORTS.map((sort) => (sort === 'smart' ? '/list' : `/list?${query({ sort })}`)),
    },
    selective: searches(selectiveWords),
    broad: {
      api: broad.map((one) => `${list}?${query({ ...common, ...one })}`),
      html: broad.map(
        ({ page, sort, ...one }) =>
          `/search?${query({ ...one, sort: sort === 'smart' ? undefined : sort, page: page === 1 ? undefined : page })}`,
      ),
    },
    typo: searches(selectiveWords.map(misspell)),
    detail: {
      api: slugs.map(
        (slug) =>
          `/api/app-store/app/detail?${query({ slug, includes: 'releases,related', hl: 'tr' })}`,
      ),
      html: slugs.map((slug) => `/${slug}`),
    },
    // The calls that the home page makes of its parts, one a request.
    home: {
      api: [
        '/api/app-store/category?is_active=1&hl=tr',
        '/api/app-store/collection?is_active=1&hl=tr',
        '/api/app-store/banner?is_active=1&hl=tr',
        `${list}?${query({ ...common, per_page: CARDS_AT_HOME })}`,
        `${list}?${query({ ...common, per_page: CARDS_AT_HOME, sort: 'newest' })}`,
      ],
      html: ['/'],
    },
  }
}
