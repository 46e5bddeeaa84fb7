import { describe, expect, it } from 'vitest'
import { isQuiet, optionsOf, split, type Option } from './facet-options.ts'

const words = (name: string, value: string | null) => (value === null ? 'Any' : `${name} ${value}`)
const facets = {
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

  it('stand all at once while they are few; of many the first do, and a chosen one is never hidden', () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => option(String(n)))
    expect(split(many(10))).toMatchObject({ more: [], open: false })
    expect(split(many(13))).toMatchObject({ shown: many(8), open: false })
    expect(split(many(13)).more).toHaveLength(5)
    expect(split([option('none', { count: 0 }), ...many(12)]).more.at(-1)?.value).toBe('none')
    expect(split([...many(12), option('last', { chosen: true })]).open).toBe(true)
  })
})
