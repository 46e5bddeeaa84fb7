import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createDatabase } from '#test/support/database.ts'
import { generateTypes } from './generate-types.ts'

test('the types in the repository are those of the migrated database: run `npm run db:types` after a migration', async () => {
  const database = await createDatabase()
  try {
    expect(await generateTypes(database.url)).toBe(readFileSync(new URL('./types.gen.ts', import.meta.url), 'utf8'))
  } finally {
    await database.drop()
  }
})
