import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { Db } from './client.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/** The SQL files are the truth; Kysely keeps the list of those applied and a lock, so that two processes may call this at once. */
export async function migrate(db: Db, folder: URL = FOLDER): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: {
      async getMigrations() {
        const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
        const entries = await Promise.all(names.map(async (name): Promise<[string, Migration]> => {
          const text = await readFile(new URL(name, folder), 'utf8')
          // The content is part of the name: Kysely refuses when one that was applied is not there any more, so a changed file is noticed.
          const content = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex').slice(0, 12)
          return [`${name.replace(/\.sql$/, '')}.${content}`, { up: on => sql.raw(text).execute(on).then(() => {}) }]
        }))
        return Object.fromEntries(entries)
      },
    },
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).map(result => result.migrationName)
}
