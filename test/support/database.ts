import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { JOB_NAMES } from '#contexts/ctx.ts'
import { openDb, type Db } from '#db/client.ts'
import { migrate } from '#db/migrate.ts'
import { randomCode } from '#lib/ids.ts'
import { openJobs } from '#server/jobs.ts'
import { openLog } from '#server/log.ts'

/** The cluster that the test run started (or one of your own); its user may create databases. */
function clusterUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE_URL is not set: run the tests by `npm test`, which starts a database')
  return url
}

const named = (database: string): string => {
  const url = new URL(clusterUrl())
  url.pathname = `/${database}`
  return url.href
}

async function asAdmin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: clusterUrl() })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const MIGRATIONS = new URL('../../db/migrations/', import.meta.url)

/** One migrated template for every state of the migrations and the queues: made once in a run, cloned in some 50 ms by every file. */
export function templateName(): string {
  const hash = createHash('sha256').update(JOB_NAMES.join())
  for (const name of readdirSync(MIGRATIONS).sort()) hash.update(name).update(readFileSync(new URL(name, MIGRATIONS)))
  return `arasta_template_${hash.digest('hex').slice(0, 12)}`
}

/** A database that others are cloned from. */
export interface Template { name: string }

const isThere = async (client: pg.Client, name: string): Promise<boolean> =>
  (await client.query('select 1 from pg_database where datname = $1 and datistemplate', [name])).rowCount === 1

/** The template called `name`, made by `fill` where it is not there. Test files start side by side: the first makes it, the others wait. */
async function ensureTemplate(client: pg.Client, name: string, from: string | null, fill: (db: Db) => Promise<void>): Promise<Template> {
  await client.query('select pg_advisory_lock(727002)')
  try {
    if (!await isThere(client, name)) {
      await client.query(`drop database if exists ${name}`)
      await client.query(`create database ${name}${from === null ? '' : ` template ${from} strategy wal_log`}`)
      const db = openDb({ url: named(name), poolSize: 2 })
      await fill(db).finally(() => db.destroy())
      await client.query(`alter database ${name} is_template true`)
    }
  } finally {
    await client.query('select pg_advisory_unlock(727002)')
  }
  return { name }
}

const ensureMigrated = (client: pg.Client): Promise<Template> => ensureTemplate(client, templateName(), null, async db => {
  await migrate(db)
  await (await openJobs({ databaseUrl: named(templateName()), log: openLog('silent'), migrate: true })).stop()
})

/** A template with more in it than the migrations put there. */
export const ensureDatabase = (name: string, fill: (db: Db) => Promise<void>): Promise<Template> =>
  asAdmin(async client => {
    const { name: from } = await ensureMigrated(client)
    return ensureTemplate(client, name, from, fill)
  })

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** A fresh, migrated database of its own, or a clone of `template`. */
export async function createDatabase(template?: Template): Promise<TestDatabase> {
  const name = `arasta_test_${randomCode(10).toLowerCase()}`
  await asAdmin(async client => {
    const { name: from } = template ?? await ensureMigrated(client)
    await client.query(`create database ${name} template ${from} strategy wal_log`)
  })
  return { url: named(name), drop: () => asAdmin(client => dropDatabase(client, name)) }
}

const NOT_ALLOWED = '42501'

/** Autovacuum may be looking at it: its worker belongs to the superuser, whom `force` must not end, and makes way for a plain drop by itself. */
async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  try {
    await client.query(`drop database if exists ${name} with (force)`)
  } catch (error) {
    if ((error as { code?: string }).code !== NOT_ALLOWED) throw error
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user', [name])
    await client.query(`drop database if exists ${name}`)
  }
}
