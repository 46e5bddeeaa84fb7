import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openDataFolder } from '#tools/launch/data-folder.ts'
import { clusterFolder } from '#tools/launch/postgres/cluster-place.ts'
import { startEmbedded } from '#tools/launch/postgres/embedded.ts'
import { clearLeftovers } from '#tools/launch/postgres/leftovers.ts'
import { claimRun } from '#tools/launch/run-file.ts'
import type { Screen } from '#tools/launch/screen.ts'
import { openSecrets, type Secrets } from '#tools/launch/secrets.ts'

export interface BenchCluster {
  folder: string
  secrets: Secrets
  /** Of the process that listens; its children are the connections. */
  pid: number
  version: string
  /** Settings that decide how fast it is, by name. */
  settings: Record<string, string>
  createDatabase(name: string): Promise<string>
  dropDatabase(name: string): Promise<void>
  /** Stops it and removes everything. */
  stop(): Promise<void>
  kill(): void
}

const SETTINGS = [
  'shared_buffers',
  'work_mem',
  'effective_cache_size',
  'max_parallel_workers_per_gather',
  'jit',
  'fsync',
  'synchronous_commit',
]

/**
 * A PostgreSQL of the bench's own, set as the product's embedded one is. What a run that was killed
 * has left behind goes first.
 */
export async function startBenchCluster(
  root: string,
  folder: string,
  screen: Screen,
): Promise<BenchCluster> {
  openDataFolder(folder)
  const run = await claimRun(folder, '')
  const remove = () => {
    rmSync(clusterFolder(folder), { recursive: true, force: true, maxRetries: 5 })
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  if (existsSync(clusterFolder(folder))) {
    await clearLeftovers(clusterFolder(folder), screen.line)
    rmSync(clusterFolder(folder), { recursive: true, force: true, maxRetries: 5 })
  }
  rmSync(join(folder, 'secrets.json'), { force: true })
  mkdirSync(join(folder, 'logs'), { recursive: true })
  const secrets = openSecrets(folder, false)
  try {
    const database = await startEmbedded({
      root,
      dataFolder: folder,
      password: secrets.databasePassword,
      screen,
      onGiveUp: (error) => screen.error(error.message),
    })
    const asOwner = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
      const client = new pg.Client({
        connectionString: database.url,
        connectionTimeoutMillis: 10_000,
      })
      await client.connect()
      try {
        return await work(client)
      } finally {
        await client.end()
      }
    }
    const { rows } = await asOwner((client) =>
      client.query<{ name: string; value: string }>(
        `select name, current_setting(name) as value from unnest($1::text[] || array['server_version']) as name`,
        [SETTINGS],
      ),
    )
    const facts = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
    const { server_version: version = '', ...settings } = facts
    return {
      folder,
      secrets,
      version,
      settings,
      pid: Number(
        readFileSync(join(clusterFolder(folder), 'postmaster.pid'), 'utf8').split('\n')[0],
      ),
      async createDatabase(name) {
        await asOwner((client) => client.query(`create database ${name}`))
        return database.urlOf(name)
      },
      async dropDatabase(name) {
        await asOwner((client) => client.query(`drop database if exists ${name} with (force)`))
      },
      async stop() {
        await database.stop()
        run.release()
        remove()
      },
      kill() {
        database.kill()
        run.release()
        remove()
      },
    }
  } catch (error) {
    run.release()
    remove()
    throw error
  }
}
