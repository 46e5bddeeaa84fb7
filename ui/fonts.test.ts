import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fontLedger } from '#tools/fonts.ts'

test('the fonts that are carried are cut from those installed, as tools/fonts.ts says', () => {
  expect(JSON.parse(readFileSync(new URL('./fonts/ledger.json', import.meta.url), 'utf8'))).toEqual(fontLedger())
})
