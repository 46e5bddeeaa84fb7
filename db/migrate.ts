import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { Db } from './client.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/** The SQL files are the truth; Kysely keeps the list of those applied and a lock, so that two processes may call this at once. */
export async function migrate(db: Db): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: {
      async getMigrations() {
        const names = (await readdir(FOLDER)).filter(name => name.endsWith('.sql')).sort()
        const entries = await Promise.all(names.map(async (name): Promise<[string, Migration]> => {
          const text = await readFile(new URL(name, FOLDER), 'utf8')
          return [name.replace(/\.sql$/, ''), { up: on => sql.raw(text).execute(on).then(() => {}) }]
        }))
        return Object.fromEntries(entries)
      },
    },
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).map(result => result.migrationName)
}
