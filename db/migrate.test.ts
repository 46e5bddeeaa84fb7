import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
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
    expect(await migrate(db, copy)).toEqual([])
    await appendFile(join(folder, '0002-catalog.sql'), '\n-- another thought\n')
    await expect(migrate(db, copy)).rejects.toThrow(/previously executed migration 0002-catalog\.\w+ is missing/)
  } finally {
    await db.destroy()
    await database.drop()
    await rm(folder, { recursive: true })
  }
})
