import { expect, test } from 'vitest'
import { MARKETS } from '#lib/market.ts'
import { completeHome, HOME_SECTIONS, isUsualHome, isWholeHome } from './home-rules.ts'

const shown = (sections: readonly string[]) =>
  sections.map((section) => ({ section: section as 'goals', shown: true }))

test('nothing arranged is the usual home page of each market', () => {
  for (const market of MARKETS) {
    const lines = completeHome(market, [])
    expect(lines.map(({ section }) => section)).toEqual(HOME_SECTIONS[market])
    expect(isUsualHome(market, lines)).toBe(true)
    expect(isWholeHome(market, lines)).toBe(true)
  }
})

test('a section that is newer than the arrangement stands behind the one it usually follows', () => {
  const before = shown(HOME_SECTIONS.app.filter((one) => one !== 'goals')).toReversed()
  const lines = completeHome('app', before).map(({ section }) => section)
  expect(lines[lines.indexOf('goals') - 1]).toBe('findings')
  expect(lines).toHaveLength(HOME_SECTIONS.app.length)
  const first = shown(HOME_SECTIONS.app.filter((one) => one !== 'categories'))
  expect(completeHome('app', first)[0]?.section).toBe('categories')
})

test('leaves out sections of the other market', () => {
  const lines = completeHome('theme', shown(['findings', 'promises', 'collection', 'popular']))
  expect(lines.map(({ section }) => section)).not.toContain('findings')
  expect(lines.findIndex(({ section }) => section === 'promises')).toBeLessThan(
    lines.findIndex(({ section }) => section === 'popular'),
  )
  expect(isWholeHome('theme', lines)).toBe(true)
})

test('a moved or a hidden section is no longer the usual page, a missing or repeated one no whole page', () => {
  const [first, second, ...rest] = completeHome('app', [])
  expect(isUsualHome('app', [second!, first!, ...rest])).toBe(false)
  expect(isUsualHome('app', [{ ...first!, shown: false }, second!, ...rest])).toBe(false)
  expect(isWholeHome('app', [second!, ...rest])).toBe(false)
  expect(isWholeHome('app', [first!, first!, ...rest])).toBe(false)
})
