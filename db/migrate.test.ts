import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDatabase } from '#test/support/database.ts'
import { openDb } from './client.ts'
import { migrate } from './migrate.ts'

test('migrations are applied once, and one that was changed after it was applied is refused', async () => {
  const database = await createDatabase()
  const db = openDb({ url: database.url, poolSize: 2 })
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  try {
    expect(await migrate(db)).toEqual([])
    await cp(fileURLToPath(new URL('./migrations', import.meta.url)), folder, { recursive: true })
    const copy = pathToFileURL(`${folder}/`)
    expect(await migrate(db, { folder: copy })).toEqual([])
    await appendFile(join(folder, '0001-baseline-06-catalog.sql'), '\n-- another thought\n')
    await expect(migrate(db, { folder: copy })).rejects.toThrow(
      /previously executed migration 0001-baseline-06-catalog\.\w+ is missing/,
    )
  } finally {
    await db.destroy()
    await database.drop()
    await rm(folder, { recursive: true })
  }
})

test('a database made before the baseline is refused with what to do, and left as it is', async () => {
  const database = await createDatabase()
  const db = openDb({ url: database.url, poolSize: 2 })
  const state = async () =>
    (
      await sql`
  select name from kysely_migration union all
  select relname from pg_class where relnamespace = 'public'::regnamespace order by 1`.execute(db)
    ).rows
  try {
    await sql`delete from kysely_migration`.execute(db)
    await sql`drop table banners`.execute(db)
    await sql`insert into kysely_migration (name, timestamp) values
      ('0001-platforms-and-accounts.2f1c7a9b03de', now()), ('0097-large-counts.b41d0c8e6a72', now())`.execute(
      db,
    )
    const before = await state()
    await expect(migrate(db)).rejects.toThrow(
      /made before the schema baseline.* Create a new, empty database/,
    )
    expect(await state()).toEqual(before)
  } finally {
    await db.destroy()
    await database.drop()
  }
})

test('a migration takes as long as it needs, waits only briefly for a lock, and is tried again when it does not get it', async () => {
  const database = await createDatabase()
  const db = openDb({ url: database.url, poolSize: 4, statementTimeoutMs: 1_000 })
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  try {
    await cp(fileURLToPath(new URL('./migrations', import.meta.url)), folder, { recursive: true })
    await writeFile(
      join(folder, '9999-slow.sql'),
      'select pg_sleep(1.1); alter table banners add column later text;',
    )
    const options = { folder: pathToFileURL(`${folder}/`), lockTimeoutMs: 20, pauseMs: 1 }
    // Somebody reads the table and does not end: whoever comes after the migration must not wait
    // behind it.
    await db.transaction().execute(async (reading) => {
      await reading.selectFrom('banners').select('id').execute()
      await expect(migrate(db, { ...options, tries: 2 })).rejects.toMatchObject({ code: '55P03' })
    })
    expect(await migrate(db, options)).toEqual([expect.stringMatching(/^9999-slow\./)])
  } finally {
    await db.destroy()
    await database.drop()
    await rm(folder, { recursive: true })
  }
})
