import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { JOB_NAMES } from '#kernel/context.ts'
import { openDb } from '#db/client.ts'
import { migrate } from '#db/migrate.ts'
import { randomCode } from '#lib/ids.ts'
import { openJobs } from '#server/jobs.ts'
import { openLog } from '#server/log.ts'

/** The cluster that the test run started (or one of your own); its user may create databases. */
function clusterUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url)
    throw new Error(
      'TEST_DATABASE_URL is not set: run the tests by `npm test`, which starts a database',
    )
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

/**
 * One migrated template for every state of the migrations and the queues: made once in a run,
 * cloned in some 50 ms by every file.
 */
function templateName(): string {
  const hash = createHash('sha256').update(JOB_NAMES.join())
  for (const name of readdirSync(MIGRATIONS).sort())
    hash.update(name).update(readFileSync(new URL(name, MIGRATIONS)))
  return `arasta_template_${hash.digest('hex').slice(0, 12)}`
}

interface Template {
  name: string
  /** The template that it begins as; null: an empty database. */
  from: string | null
  /** False when something that belongs to it is gone: it is made anew. */
  isWhole?(): boolean
  fill(url: string): Promise<void>
}

/**
 * Makes a template if it is not there. Test files start side by side: the first makes it, the
 * others wait.
 */
async function ensureTemplate(
  client: pg.Client,
  { name, from, isWhole, fill }: Template,
): Promise<string> {
  await client.query('select pg_advisory_lock(hashtext($1))', [name])
  const { rowCount } = await client.query(
    'select 1 from pg_database where datname = $1 and datistemplate',
    [name],
  )
  if (rowCount && isWhole?.() === false)
    await client.query(`alter database ${name} is_template false`)
  if (!rowCount || isWhole?.() === false) {
    await client.query(`drop database if exists ${name}`)
    await client.query(
      `create database ${name}${from === null ? '' : ` template ${from} strategy wal_log`}`,
    )
    await fill(named(name))
    await client.query(`alter database ${name} is_template true`)
  }
  await client.query('select pg_advisory_unlock(hashtext($1))', [name])
  return name
}

const migrated = (): Template => ({
  name: templateName(),
  from: null,
  async fill(url) {
    const db = openDb({ url, poolSize: 2 })
    await migrate(db)
    await (await openJobs({ databaseUrl: url, log: openLog('silent'), migrate: true })).stop()
    await db.destroy()
  },
})

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/**
 * A fresh, migrated database of its own; `on` is what it begins with besides: a template of its
 * own, whose name says all that it is made of.
 */
export async function createDatabase(on?: Omit<Template, 'from'>): Promise<TestDatabase> {
  const name = `arasta_test_${randomCode(10).toLowerCase()}`
  await asAdmin(async (client) => {
    let template = await ensureTemplate(client, migrated())
    if (on)
      template = await ensureTemplate(client, {
        ...on,
        name: `${on.name}_${template.slice(-12)}`,
        from: template,
      })
    await client.query(`create database ${name} template ${template} strategy wal_log`)
  })
  return { url: named(name), drop: () => asAdmin((client) => dropDatabase(client, name)) }
}

/**
 * A migrated database for explaining statements, prepared by `fill`, and a name for the state of
 * its schema.
 */
export async function openPlanDatabase(
  fill: (client: pg.Client) => Promise<void>,
): Promise<{ url: string; schema: string }> {
  const schema = templateName()
  const name = schema.replace('template', 'plans')
  await asAdmin(async (client) => {
    const from = await ensureTemplate(client, migrated())
    await ensureTemplate(client, {
      name,
      from,
      async fill(url) {
        const inside = new pg.Client({ connectionString: url })
        await inside.connect()
        await fill(inside).finally(() => inside.end())
      },
    })
  })
  return { url: named(name), schema }
}

const NOT_ALLOWED = '42501'

/**
 * Autovacuum may be looking at it: its worker belongs to the superuser, whom `force` must not end,
 * and makes way for a plain drop by itself.
 */
async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  try {
    await client.query(`drop database if exists ${name} with (force)`)
  } catch (error) {
    if ((error as { code?: string }).code !== NOT_ALLOWED) throw error
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user',
      [name],
    )
    await client.query(`drop database if exists ${name}`)
  }
}
