import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { usableBinaries } from '#tools/launch/postgres/binaries.ts'
import { DATABASE, ensureDatabase } from '#tools/launch/postgres/embedded.ts'
import { clusterEnvironment, makeCluster, SUPERUSER } from '#tools/launch/postgres/make-cluster.ts'
import { chooseOwner, openPlace } from '#tools/launch/postgres/owner.ts'
import { freePorts } from '#tools/launch/ports.ts'
import type { Outcome } from '../deploy/tool.ts'
import type { ProofRun } from '../proof.ts'
import type { BackupTools } from './tools.ts'

const READY_MS = 120_000
const PASSWORD = 'flour-and-water'

/** Where pgBackRest keeps what it is given. */
export interface Repository {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** A PostgreSQL as docs/backups.md has it: with the files of deploy/backups. */
export interface BackedUpDatabase {
  url: string
  start(): Promise<void>
  stop(): Promise<void>
  /** The machine is gone: nothing of it runs on, and its folder is lost. */
  destroy(): void
  pgbackrest(...args: string[]): Promise<Outcome>
  /** The monthly rehearsal of deploy/backups. */
  rehearse(): Promise<Outcome>
  kill(): void
}

export async function openBackedUpDatabase(
  run: ProofRun,
  tools: BackupTools,
  { folder, repository }: { folder: string; repository: Repository },
): Promise<BackedUpDatabase> {
  const [data, conf] = [join(folder, 'postgres'), join(folder, 'conf')]
  const owner = chooseOwner(data)
  const binaries = usableBinaries(run.root, owner, () => openPlace(run.root))
  const [port = 0, rehearsalPort = 0] = await freePorts(2)
  const own = (path: string): void => {
    if (owner.identity.uid !== undefined)
      chownSync(path, owner.identity.uid, owner.identity.gid ?? -1)
  }
  const makeOwn = (path: string): string => {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    own(path)
    return path
  }
  const [socket, locks, rehearsals] = ['socket', 'locks', 'rehearsals'].map((name) =>
    makeOwn(join(folder, name)),
  ) as [string, string, string]
  writeConfiguration(run.root, conf, repository)
  const env = {
    ...clusterEnvironment(),
    PATH: `${tools.folder}:${process.env.PATH}`,
    PGBACKREST_CONFIG: join(conf, 'pgbackrest.conf'),
    PGBACKREST_CONFIG_INCLUDE_PATH: join(conf, 'conf.d'),
    PGBACKREST_LOCK_PATH: locks,
    PGBACKREST_PG1_PATH: data,
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: socket,
    PGBACKREST_PG1_USER: SUPERUSER,
    PGPASSWORD: PASSWORD,
  }
  await makeCluster({
    folder: data,
    binaries,
    owner,
    password: PASSWORD,
    logPath: join(folder, 'initdb.log'),
  })
  appendFileSync(
    join(data, 'postgresql.conf'),
    `max_connections = 200\ninclude '${join(conf, 'postgresql.conf')}'\n`,
  )

  const program = (file: string, args: readonly string[], more: Record<string, string> = {}) =>
    runAs(run, file, args, { ...owner.identity, env: { ...env, ...more } })
  let server: ChildProcess | null = null
  const kill = (): void => {
    if (server?.pid !== undefined) killWhole(server.pid)
    server = null
  }
  return {
    url: `postgres://${DATABASE}:${PASSWORD}@127.0.0.1:${port}/${DATABASE}`,
    async start() {
      const settings = {
        port,
        listen_addresses: '127.0.0.1',
        unix_socket_directories: socket,
        timezone: 'UTC',
        log_timezone: 'UTC',
      }
      const given = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
      server = spawn(binaries.postgres, ['-D', data, ...given], {
        ...owner.identity,
        cwd: '/',
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      })
      run.onChild(server)
      await untilReady(server)
      await ensureDatabase({ port }, PASSWORD)
    },
    async stop() {
      const ending = server
      if (!ending || ending.exitCode !== null) return
      ending.kill('SIGINT')
      await new Promise((resolve) => ending.once('exit', resolve))
      server = null
    },
    destroy() {
      kill()
      rmSync(data, { recursive: true, force: true })
      makeOwn(data)
    },
    pgbackrest: (...args) =>
      program(join(tools.folder, 'pgbackrest'), ['--stanza=arasta', ...args]),
    rehearse: () =>
      program(join(conf, 'rehearse.sh'), [], {
        PG_BIN: join(binaries.postgres, '..'),
        REHEARSAL_FOLDER: join(rehearsals, 'one'),
        REHEARSAL_PORT: String(rehearsalPort),
      }),
    kill,
  }
}

/** The files of deploy/backups, where the database's user can read them. */
function writeConfiguration(root: string, conf: string, to: Repository): void {
  mkdirSync(join(conf, 'conf.d'), { recursive: true })
  for (const name of ['postgresql.conf', 'pgbackrest.conf', 'rehearse.sh'])
    copyFileSync(join(root, 'deploy/backups', name), join(conf, name))
  chmodSync(join(conf, 'rehearse.sh'), 0o755)
  writeFileSync(
    join(conf, 'conf.d/repository.conf'),
    `[global]
repo1-type=s3
repo1-path=/database
repo1-s3-bucket=${to.bucket}
repo1-s3-endpoint=${to.endpoint}
repo1-s3-region=${to.region}
repo1-s3-uri-style=path
repo1-s3-key=${to.accessKeyId}
repo1-s3-key-secret=${to.secretAccessKey}
repo1-cipher-pass=a passphrase of the proof
`,
  )
}

function runAs(
  run: ProofRun,
  file: string,
  args: readonly string[],
  as: { uid?: number; gid?: number; env: Record<string, string | undefined> },
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { ...as, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
    run.onChild(child)
    const said = { words: '', output: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said.words += text
      said.output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said.words += text
    })
    child.on('error', (error) => resolve({ code: 127, words: error.message, output: '' }))
    child.on('close', (code) => resolve({ code, ...said }))
  })
}

/** Also waits for the end of a recovery. */
function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const last: string[] = []
    const late = setTimeout(
      () => reject(new Error(`PostgreSQL is not ready: ${last.join('\n')}`)),
      READY_MS,
    )
    createInterface({ input: server.stderr as NodeJS.ReadableStream }).on('line', (line) => {
      last.push(line)
      if (last.length > 20) last.shift()
      if (!line.includes('database system is ready to accept connections')) return
      clearTimeout(late)
      resolve()
    })
    server.once('exit', () => {
      clearTimeout(late)
      reject(new Error(`PostgreSQL ended: ${last.join('\n')}`))
    })
  })
}

/** A power cut: the server and all that it has started, without a last word. */
function killWhole(pid: number): void {
  const { stdout } = spawnSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const children = Map.groupBy(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/ +/).map(Number) as [number, number]),
    ([, parent]) => parent,
  )
  const all = [pid]
  for (const one of all) all.push(...(children.get(one) ?? []).map(([child]) => child))
  for (const signal of ['SIGSTOP', 'SIGKILL'] as const)
    for (const one of all)
      try {
        process.kill(one, signal)
      } catch {
        // It has ended by itself.
      }
}
