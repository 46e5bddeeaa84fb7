import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDatabase } from '#test/support/database.ts'
import { openDb } from './client.ts'
import { generateTypes } from './generate-types.ts'

test('the types in the repository are those of the migrated database: run `npm run db:types` after a migration', async () => {
  const database = await createDatabase()
  try {
    expect(await generateTypes(database.url)).toBe(
      readFileSync(new URL('./types.gen.ts', import.meta.url), 'utf8'),
    )
  } finally {
    await database.drop()
  }
})

test('every table says in the database what it is for', async () => {
  const database = await createDatabase()
  const db = openDb({ url: database.url, poolSize: 1 })
  try {
    const { rows } = await sql`
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname !~ '^kysely_' and coalesce(obj_description(oid, 'pg_class'), '') = ''`.execute(
      db,
    )
    expect(rows).toEqual([])
  } finally {
    await db.destroy()
    await database.drop()
  }
})
