import { describe, expect, it } from 'vitest'
import { SORTS as contractSorts } from '#modules/catalog/find-contract.ts'
import { REACHABLE as reachableOfShelves } from '#modules/catalog/shelves.ts'
import {
  changed,
  hasFilters,
  listAddress,
  PAGE_SIZE,
  REACHABLE,
  readListQuery,
  readPage,
  SORTS,
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
