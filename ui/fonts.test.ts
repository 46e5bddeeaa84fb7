import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fontLedger } from '#tools/fonts.ts'
import { fontPreloads } from './fonts.ts'

const sent = (language: string, name: string) =>
  fontPreloads(language, name).map(({ href, fetchPriority, media = '' }) =>
    `${/([a-z]+-[a-z]+(?:-more)?)[^/]*$/.exec(href)?.[1]} ${fetchPriority} ${media}`.trim(),
  )

test('the fonts that are carried are cut from those installed, as tools/fonts.ts says', () => {
  expect(JSON.parse(readFileSync(new URL('./fonts/ledger.json', import.meta.url), 'utf8'))).toEqual(
    fontLedger(),
  )
})

test('a letter is looked for in one file of its family, so that none is fetched for nothing', () => {
  const css = readFileSync(new URL('./fonts.css', import.meta.url), 'utf8')
  const seen = new Map<string, string>()
  const twice: string[] = []
  for (const [, family, file, ranges] of css.matchAll(
    /font-family: '([^']+)';[^}]*url\('\.\/fonts\/([\w-]+)\.woff2(?:\?inline)?'\)[^}]*unicode-range: ([^;]+);/g,
  )) {
    for (const [, from = '', to = from] of (ranges ?? '').matchAll(
      /U\+([\dA-F]+)(?:-([\dA-F]+))?/g,
    )) {
      for (let code = Number.parseInt(from, 16); code <= Number.parseInt(to, 16); code += 1) {
        const letter = `${family} U+${code.toString(16)}`
        if (seen.has(letter)) twice.push(`${letter} in ${seen.get(letter)} and ${file}`)
        seen.set(letter, file ?? '')
      }
    }
  }
  expect(seen.size).toBeGreaterThan(2_000)
  expect(twice).toEqual([])
})

test('a language with more letters than Turkish and English gets their files with the first ones, for words are not set in two faces', () => {
  for (const language of ['de', 'es'])
    expect(sent(language, 'Arasta')).toEqual([
      'text-latin auto',
      'text-latin-more auto',
      'display-latin low',
      'display-latin-more low',
    ])
})

test("the face of headings comes last: on Arabic pages for the market's name alone and later still on a phone, and not at all where that is written in Arabic letters", () => {
  expect(sent('tr', 'Arasta')).toEqual(['text-latin auto', 'display-latin low'])
  expect(sent('ar', 'Arasta')).toEqual([
    'text-arabic auto',
    'text-latin auto',
    'display-latin low (min-width: 700px)',
  ])
  expect(sent('ar', 'السوق')).toEqual(['text-arabic auto', 'text-latin auto'])
})
