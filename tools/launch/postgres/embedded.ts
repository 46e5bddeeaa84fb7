import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Screen } from '../screen.ts'
import type { StartError } from '../start-error.ts'
import { usableBinaries } from './binaries.ts'
import { clusterFolder } from './cluster-place.ts'
import { startCluster, type Cluster } from './cluster.ts'
import { SUPERUSER } from './make-cluster.ts'
import { chooseOwner, mayEnter, openPlace, type Owner } from './owner.ts'

export const DATABASE = 'arasta'

export interface EmbeddedOptions {
  root: string
  dataFolder: string
  password: string
  screen: Screen
  durable?: boolean
  onGiveUp?: (error: StartError) => void
}

export interface EmbeddedDatabase {
  url: string
  /** The same server, another database of it. */
  urlOf: (database: string) => string
  stop: () => Promise<void>
  kill: () => void
}

function placeFor(dataFolder: string, owner: Owner, screen: Screen): string {
  const folder = clusterFolder(dataFolder)
  if (folder !== join(dataFolder, 'postgres') || mayEnter(dataFolder, owner)) return folder
  const elsewhere = join(openPlace(dataFolder), 'postgres')
  if (existsSync(elsewhere)) {
    // Its data folder was deleted to begin anew, and with it the keys to this one.
    rmSync(`${elsewhere}.before`, { recursive: true, force: true })
    renameSync(elsewhere, `${elsewhere}.before`)
  }
  writeFileSync(join(dataFolder, 'postgres-place'), `${elsewhere}\n`, { mode: 0o600 })
  screen.line(
    `PostgreSQL does not run as root and ${owner.name}, as whom it runs, may not enter ${dataFolder}: ` +
      `the database lives in ${elsewhere}. (ARASTA_DATA chooses a folder that is open to it.)`,
  )
  return elsewhere
}

/** The product's role and its database, made where they are missing. */
export async function ensureDatabase(
  cluster: Pick<Cluster, 'port'>,
  password: string,
): Promise<void> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: cluster.port,
    user: SUPERUSER,
    password,
    database: 'postgres',
    connectionTimeoutMillis: 10_000,
  })
  await client.connect()
  try {
    // The product is no superuser here either, so that it needs no more from an outside PostgreSQL.
    const role = await client.query('select 1 from pg_roles where rolname = $1', [DATABASE])
    const quoted = client.escapeLiteral(password)
    if (role.rowCount === 0)
      await client.query(`create role ${DATABASE} login createdb password ${quoted}`)
    const database = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (database.rowCount === 0) await client.query(`create database ${DATABASE} owner ${DATABASE}`)
  } finally {
    await client.end()
  }
}

/** Starts the embedded PostgreSQL of a data folder; answers with the address of its database. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { root, dataFolder, password, screen, durable, onGiveUp } = options
  const owner = chooseOwner(clusterFolder(dataFolder))
  const folder = placeFor(dataFolder, owner, screen)
  const binaries = usableBinaries(root, owner, () => openPlace(root))
  const logPath = join(dataFolder, 'logs/postgres.log')
  const cluster = await startCluster({
    folder,
    binaries,
    owner,
    password,
    logPath,
    screen,
    durable,
    onGiveUp,
  })
  try {
    await ensureDatabase(cluster, password)
  } catch (error) {
    await cluster.stop()
    throw error
  }
  const urlOf = (database: string): string =>
    `postgres://${DATABASE}:${encodeURIComponent(password)}@127.0.0.1:${cluster.port}/${database}`
  return { url: urlOf(DATABASE), urlOf, stop: cluster.stop, kill: cluster.kill }
}
