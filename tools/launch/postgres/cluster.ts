import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { freePorts } from '../ports.ts'
import type { Screen } from '../screen.ts'
import type { StartError } from '../start-error.ts'
import { supervise } from '../supervisor.ts'
import { DISK_FULL, explainPostgres, inspectCluster } from './cluster-folder.ts'
import { clearLeftovers } from './leftovers.ts'
import { clusterEnvironment, makeCluster, type MakeClusterOptions } from './make-cluster.ts'

export interface ClusterOptions extends MakeClusterOptions {
  screen: Screen
  /** False for tests: what a power cut would take does not matter there. */
  durable?: boolean
  onGiveUp?: (error: StartError) => void
}

export interface Cluster {
  port: number
  stop: () => Promise<void>
  kill: () => void
}

/** Ends PostgreSQL some seconds after this process is gone for good: it would live on by itself. */
function guard(pid: number): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined
  const child = spawn('/bin/sh', ['-c', 'read -r _; sleep 7; kill -INT "$0"', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  })
  child.on('error', () => {})
  child.unref()
  return child
}

function launchPostgres(
  { folder, binaries, owner, durable = true }: ClusterOptions,
  port: number,
): ChildProcess {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // Containers have 64 MB of shared memory, which parallel plans would run out of.
    max_parallel_workers_per_gather: 0,
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  const child = spawn(
    binaries.postgres,
    [
      '-D',
      folder,
      ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ],
    {
      // In a group of its own: Ctrl-C reaches the launcher alone, which stops the database last.
      ...owner.identity,
      cwd: '/',
      env: clusterEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    },
  )
  const watcher = child.pid ? guard(child.pid) : undefined
  child.once('exit', () => watcher?.kill('SIGKILL'))
  return child
}

/**
 * Starts the cluster in the folder, making it first where there is none; answers when it takes
 * connections.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, logPath, screen, onGiveUp } = options
  if (inspectCluster(folder) === 'empty') await makeCluster(options)
  await clearLeftovers(folder, screen.line)
  if (process.platform !== 'win32') chmodSync(folder, 0o700)
  for (let attempt = 1; ; attempt++) {
    const [port = 0] = await freePorts(1)
    const postgres = supervise({
      name: 'The database',
      launch: () => launchPostgres(options, port),
      isReady: (line) => line.includes('database system is ready to accept connections'),
      logPath,
      screen,
      shows: (line) => /PANIC:/.test(line) || DISK_FULL.test(line),
      stopSignal: 'SIGINT', // PostgreSQL's "fast": waits for no client, writes everything
      killSignal: 'SIGQUIT',
      retriesFirst: false,
      onGiveUp: (_, lines) => onGiveUp?.(explainPostgres(lines, folder, logPath)),
    })
    try {
      await postgres.ready
      return { port, stop: () => postgres.stop(10_000), kill: postgres.kill }
    } catch {
      const lines = postgres.lastLines()
      // Somebody else took the free port in between.
      if (attempt < 4 && lines.some((line) => /Address already in use/.test(line))) continue
      throw explainPostgres(lines, folder, logPath)
    }
  }
}
