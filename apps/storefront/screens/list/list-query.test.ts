import { describe, expect, it } from 'vitest'
import { SORTS as contractSorts } from '#modules/catalog/find-contract.ts'
import { REACHABLE as reachableOfShelves } from '#modules/catalog/shelves.ts'
import {
  type Option,
  PAGE_SIZE,
  REACHABLE,
  SORTS,
  changed,
  hasFilters,
  isQuiet,
  listAddress,
  optionsOf,
  readListQuery,
  readPage,
  split,
  stretchOf,
} from './list-query.ts'

describe('the address of a list', () => {
  it('offers every order that the contract knows, and the same usual one', () => {
    expect([...SORTS].sort()).toEqual([...contractSorts].sort())
    expect(SORTS[0]).toBe(contractSorts[0])
  })

  it('keeps filters, and leaves the usual order and the first page out', () => {
    expect(listAddress('/list', { category: 'trust', sort: 'smart', page: '1' })).toBe(
      '/list?category=trust',
    )
    expect(listAddress('/list', { q: 'gün & çerez', sort: 'newest', page: '2' })).toBe(
      '/list?q=g%C3%BCn+%26+%C3%A7erez&sort=newest&page=2',
    )
  })

  it('is read back as it was written', () => {
    const query = {
      q: 'ığüşöç',
      category: 'speed',
      price: 'free',
      rating: '4',
      sort: 'rating',
      page: '3',
    }
    expect(
      readListQuery(new URL(listAddress('/list', query), 'http://apps.localhost').searchParams),
    ).toEqual(query)
  })

  it('ignores parameters that are no filters, and empty ones', () => {
    expect(readListQuery(new URLSearchParams('utm_source=x&q=%20&category=&price=free'))).toEqual({
      price: 'free',
    })
  })

  it('begins again at the first page when a filter changes', () => {
    expect(changed({ category: 'trust', page: '3' }, { price: 'free' })).toMatchObject({
      category: 'trust',
      price: 'free',
      page: undefined,
    })
  })

  it('does not count search and order as filters', () => {
    expect(hasFilters({ q: 'x', sort: 'rating' })).toBe(false)
    expect(hasFilters({ rating: '4' })).toBe(true)
  })
})

describe('"show more"', () => {
  it('keeps what was there, up to 96 items', () => {
    expect(stretchOf(1)).toEqual({ from: 0, take: PAGE_SIZE, ask: { page: 1, per_page: 24 } })
    expect(stretchOf(4)).toEqual({ from: 0, take: 96, ask: { page: 1, per_page: 96 } })
  })

  it('then goes on with a new stretch, without a gap and without showing one twice', () => {
    expect(stretchOf(5)).toEqual({ from: 96, take: 24, ask: { page: 2, per_page: 96 } })
    expect(stretchOf(9)).toEqual({ from: 192, take: 24, ask: { page: 3, per_page: 96 } })
  })

  it('ends where the operation ends', () => {
    expect(REACHABLE).toBe(reachableOfShelves)
    const { from, ask } = stretchOf(Math.ceil(REACHABLE / PAGE_SIZE))
    expect((ask.page - 1) * ask.per_page).toBe(from)
    expect(from).toBeLessThan(REACHABLE)
  })

  it('refuses page numbers that are none', () => {
    expect([undefined, '1', '12'].map(readPage)).toEqual([1, 1, 12])
    expect(['0', '-1', '1.5', 'abc', '1e9', '999999', ' 2'].map(readPage)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
      null,
    ])
  })
})

const words = (name: string, value: string | null) => (value === null ? 'Any' : `${name} ${value}`)
const facets = {
  goals: [{ slug: 'sell-more', name: 'Sell more', lead: '', count: 2 }],
  categories: [
    { slug: 'speed', name: 'Speed', count: 3 },
    { slug: 'video', name: 'Video', count: 0 },
  ],
  price: [
    { value: 'free' as const, count: 2 },
    { value: 'paid' as const, count: 5 },
  ],
  rating: [
    { value: 4.5, count: 1 },
    { value: 4, count: 4 },
  ],
  platform: [{ value: '1', name: 'Demo', count: 6 }],
  permission: [{ value: 'none' as const, count: 2 }],
  language: [{ value: 'tr' as const, count: 7 }],
  released: [{ value: '30' as const, count: 0 }],
}
const option = (value: string, facts: Partial<Option> = {}): Option => ({
  value,
  label: value,
  count: 1,
  chosen: false,
  ...facts,
})
const counts = (options: Option[]) => options.map(({ count }) => count)

describe('the choices of a list', () => {
  it('each say how many there would be', () => {
    const options = optionsOf(facets, {}, 7, words)
    expect([options.category, options.price, options.rating].map(counts)).toEqual([
      [7, 3, 0],
      [7, 2, 5],
      [7, 1, 4],
    ])
    expect(
      [options.platform, options.permission, options.language, options.released].map(counts),
    ).toEqual([
      [7, 6],
      [7, 2],
      [7, 7],
      [7, 0],
    ])
  })

  it('say nothing where nobody has counted: without a category there may be more than now', () => {
    expect(counts(optionsOf(facets, { category: 'speed' }, 3, words).category)).toEqual([
      undefined,
      3,
      0,
    ])
    expect(counts(optionsOf(facets, { rating: '4' }, 4, words).rating)).toEqual([undefined, 1, 4])
    expect(counts(optionsOf(facets, {}, null, words).rating)).toEqual([undefined, 1, 4])
  })

  it('say how many there would be with a choice taken back, once that is known', () => {
    expect(
      counts(optionsOf(facets, { rating: '4' }, 4, words, [{ filter: 'rating', total: 9 }]).rating),
    ).toEqual([9, 1, 4])
  })

  it('know which is chosen, however it is written in the address', () => {
    expect(
      optionsOf(facets, { rating: '4.0' }, 4, words).rating.map(({ chosen }) => chosen),
    ).toEqual([false, false, true])
    expect(optionsOf(facets, {}, 7, words).price.map(({ chosen }) => chosen)).toEqual([
      true,
      false,
      false,
    ])
  })

  it('are quiet when they lead to nothing, but not when they are in force', () => {
    const inForce = option('b', { count: 0, chosen: true })
    const uncounted = option('d', { count: undefined })
    expect([option('a', { count: 0 }), inForce, option('c'), uncounted].map(isQuiet)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  it('stand all at once while they are few; of many the first do, and the chosen one besides', () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => option(String(n)))
    expect(split(many(10))).toMatchObject({ more: [] })
    expect(split(many(13))).toMatchObject({ shown: many(8) })
    expect(split(many(13)).more).toHaveLength(5)
    expect(split([option('none', { count: 0 }), ...many(12)]).more.at(-1)?.value).toBe('none')
    const last = option('last', { chosen: true })
    expect(split([...many(85), last])).toMatchObject({ shown: [...many(8), last] })
    expect(split([...many(85), last]).more).toHaveLength(77)
  })
})
