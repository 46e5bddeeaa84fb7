import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { iconNamesSource, iconsSource } from '#tools/icons.ts'

test('the icons that are carried are those of the list, from the Lucide that is installed', () => {
  expect(readFileSync(new URL('./icons.gen.ts', import.meta.url), 'utf8')).toBe(iconsSource())
  expect(readFileSync(new URL('../server/icon-names.gen.ts', import.meta.url), 'utf8')).toBe(
    iconNamesSource(),
  )
})
