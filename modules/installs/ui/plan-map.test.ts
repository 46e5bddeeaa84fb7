import { expect, it } from 'vitest'
import { PLACEMENTS } from '#lib/market.ts'
import { pinnedPages } from './plan-map.tsx'

const part = (
  placement: number | null,
  more: Partial<Parameters<typeof pinnedPages>[0][number]> = {},
) => ({ kind: 'design_block' as const, placement, supported: true, ...more })
const pinsOf = (changes: Parameters<typeof pinnedPages>[0]) =>
  Object.fromEntries(
    pinnedPages(changes, (page) => page).map((page) => [
      page.page,
      [...page.top, ...page.middle, ...page.bottom].join(),
    ]),
  )

it('S3.8 every placement is drawn on the pages, and a part for every page on each of them', () => {
  for (const placement of PLACEMENTS)
    expect(
      Object.values(pinsOf([part(placement)])).some((pins) => pins === '1'),
      String(placement),
    ).toBe(true)
  expect(pinsOf([part(3), part(1004), part(100101)])).toEqual({
    home: '1',
    list: '1',
    product: '2,1',
    cart: '1',
    order: '3,1',
  })
  expect(pinsOf([part(4), part(1)])).toMatchObject({ member: '2,1' })
})

it('a theme covers every page, a user appears in the panel, and a part without a slot appears nowhere', () => {
  const [first] = pinnedPages([part(null, { kind: 'theme' })], (page) => page)
  expect(first).toMatchObject({ page: 'home', whole: true, middle: ['1'] })
  expect(pinsOf([part(null, { kind: 'web_service_user' })])).toMatchObject({ panel: '1', home: '' })
  expect(Object.values(pinsOf([part(1054, { supported: false })])).join('')).toBe('')
})
