import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { RULES } from './pack.ts'
import { PAGE, withTable } from './write-rule-table.ts'

test('docs/publishing.md matches the rules (node modules/catalog/rule-pack/write-rule-table.ts)', async () => {
  const page = await readFile(PAGE, 'utf8')
  expect(page).toBe(withTable(page))
  for (const { id } of RULES) expect(page).toContain(`| \`${id}\` |`)
})
