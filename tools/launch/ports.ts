import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { PLACES, PLACE_NAMES, type Ports } from './addresses.ts'
import { commandLine, isAlive } from './processes.ts'
import { StartError } from './start-error.ts'

function listen(port: number, host?: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ port, host, exclusive: true }, () => resolve(server))
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

/**
 * Why the port cannot be had (`EADDRINUSE`, `EACCES`), or undefined when it is free on every
 * address of this machine.
 */
export async function portTrouble(port: number): Promise<string | undefined> {
  // A wildcard listener does not exclude one on a single address everywhere, so each is tried.
  for (const host of ['127.0.0.1', '::1', '0.0.0.0', '::']) {
    try {
      await close(await listen(port, host))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EADDRINUSE' || code === 'EACCES') return code
    }
  }
  return undefined
}

/**
 * Below those that systems give to outgoing connections (from 32768 on Linux, 49152 elsewhere), one
 * of which could take a port between here and its use.
 */
const [LOWEST, HIGHEST] = [20_000, 32_000]

/** Files of the ports that this process has claimed. */
const claims = new Set<string>()
process.once('exit', () => claims.forEach((file) => rmSync(file, { force: true })))

/**
 * Claims the port for this process until it ends, so that nobody else who asks `freePorts` is given
 * it before it is in use. A claim of a process that has ended does not count.
 */
function claimPort(port: number): boolean {
  const folder = join(tmpdir(), `arasta-ports-${userInfo().uid}`)
  const file = join(folder, String(port))
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    claims.add(file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  if (!claims.has(file) && claimIsOld(file)) rmSync(file, { force: true })
  return false
}

function claimIsOld(file: string): boolean {
  try {
    const holder = Number(readFileSync(file, 'utf8'))
    // 0: the file is just being written.
    return holder !== 0 && !isAlive(holder)
  } catch {
    return false
  }
}

/** Ports that are free now and that no other caller of this function was given, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) {
    const port = randomInt(LOWEST, HIGHEST)
    if (claimPort(port) && !(await portTrouble(port))) ports.push(port)
  }
  return ports
}

/** Free ports for every part. */
export async function freePartPorts(): Promise<Ports> {
  const free = await freePorts(PLACE_NAMES.length)
  return Object.fromEntries(PLACE_NAMES.map((name, index) => [name, free[index]])) as Ports
}

async function listeningInodes(port: number): Promise<Set<string>> {
  const inodes = new Set<string>()
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const rows = (await readFile(table, 'utf8').catch(() => '')).split('\n').slice(1)
    for (const row of rows) {
      const columns = row.trim().split(/\s+/)
      const local = columns[1]?.split(':')[1]
      const [state, inode] = [columns[3], columns[9]]
      if (local && inode && state === '0A' && Number.parseInt(local, 16) === port)
        inodes.add(`socket:[${inode}]`)
    }
  }
  return inodes
}

/**
 * The program without its path and options, and the end of what it was called with, where the
 * script stands.
 */
function named(pid: number): string {
  const [program = '', ...words] = commandLine(pid)?.split(' ') ?? []
  const told = words.filter((word) => !word.startsWith('-')).join(' ')
  const short = told.length > 60 ? `…${told.slice(-59)}` : told
  return `${program ? `"${[basename(program), short].filter(Boolean).join(' ')}"` : 'another program'} (process ${pid})`
}

async function holderOnLinux(port: number): Promise<string | undefined> {
  const inodes = await listeningInodes(port)
  if (inodes.size === 0) return undefined
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const files = await readdir(`/proc/${pid}/fd`).catch(() => [])
    for (const file of files) {
      const target = await readlink(`/proc/${pid}/fd/${file}`).catch(() => '')
      if (inodes.has(target)) return named(Number(pid))
    }
  }
  return undefined
}

/**
 * Who listens on the port, as `"command line" (process 4711)`; undefined where the system does not
 * tell.
 */
export async function portHolder(port: number): Promise<string | undefined> {
  try {
    if (process.platform === 'linux') return await holderOnLinux(port)
    if (process.platform === 'darwin') {
      const { stdout } = await promisify(execFile)(
        'lsof',
        ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fp'],
        { timeout: 3_000 },
      )
      const pid = /^p(\d+)/m.exec(stdout)?.[1]
      return pid ? named(Number(pid)) : undefined
    }
  } catch {
    return undefined
  }
  return undefined
}

/**
 * Refuses with one line per port that cannot be had. `patienceMs` is for ports of a former run that
 * is just ending.
 */
export async function checkPorts(ports: Ports, patienceMs = 0): Promise<void> {
  const until = performance.now() + patienceMs
  for (;;) {
    const lines: string[] = []
    for (const name of PLACE_NAMES) {
      const port = ports[name]
      const trouble = await portTrouble(port)
      if (!trouble) continue
      const { title, variable } = PLACES[name]
      const holder = trouble === 'EADDRINUSE' ? await portHolder(port) : undefined
      lines.push(
        trouble === 'EACCES'
          ? `Port ${port}, meant for the ${title}, is not allowed to this user: choose one above 1023 with ${variable}.`
          : `Port ${port}, meant for the ${title}, is taken${holder ? ` by ${holder}` : ''}: ` +
              `free it, or choose another with ${variable}, e.g. ${variable}=${port + 1000 > 65_535 ? port - 1000 : port + 1000} npm start.`,
      )
    }
    if (lines.length === 0) return
    if (performance.now() >= until) throw new StartError(lines.join('\n'))
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
