import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { RefusalDetails } from '#lib/refusal.ts'
import { PACKAGE_LIMITS, type PackageLimits } from './limits.ts'
import { refusePackage, type PackageRefusalCode } from './problems.ts'
import type { OpenedPackage, PackageSource } from './read-package.ts'

/** A package without access to its files. */
export type ReadPackage = Omit<OpenedPackage, 'openFile'>

export interface ReadRequest {
  source: PackageSource
  limits: PackageLimits
}
export type ReadAnswer =
  | { kind: 'read'; read: ReadPackage }
  | { kind: 'refused'; code: PackageRefusalCode; details: RefusalDetails }
  | { kind: 'failed'; message: string }

interface IsolatedOptions {
  limits?: PackageLimits
  /** Per package. The largest allowed package takes some seconds. */
  deadlineMs?: number
}

const DEADLINE_MS = 120_000
const START_MS = 60_000
/** The reader's heap limit, without buffers. */
const HEAP_MEGABYTES = 192

let current: Promise<ChildProcess> | undefined
let turn: Promise<unknown> = Promise.resolve()

/**
 * Reads a package in a process of its own (PKG-1, PKG-2) that may only read files and knows no
 * settings. A package that takes too much time or memory ends that process and is refused. One
 * package at a time; the process is reused. (V8 cannot stop a thread while it is parsing.)
 */
export function readIsolated(
  source: PackageSource,
  options: IsolatedOptions = {},
): Promise<ReadPackage> {
  const mine = turn.then(() => readNow(source, options))
  turn = mine.catch(() => {})
  return mine
}

export async function endReader(): Promise<void> {
  const ending = await current?.catch(() => undefined)
  current = undefined
  if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
  hold(ending)
  const ended = new Promise((resolve) => ending.once('exit', resolve))
  ending.kill('SIGKILL')
  await ended
}

/** For tests that watch its memory. */
export const readerPid = async (): Promise<number | undefined> =>
  (await current?.catch(() => undefined))?.pid

async function readNow(
  source: PackageSource,
  { limits = PACKAGE_LIMITS, deadlineMs = DEADLINE_MS }: IsolatedOptions,
): Promise<ReadPackage> {
  const reader = await (current ??= startReader())
  hold(reader)
  // Null when the process ended, timed out or could not read the request.
  const answer = await exchange<ReadAnswer>(reader, { source, limits }, deadlineMs)
  // An idle reader must not keep this process running.
  release(reader)
  if (answer === null) await endReader()
  if (answer === null) throw refusePackage('package.too_costly')
  if (answer.kind === 'read') return answer.read
  if (answer.kind === 'refused') throw refusePackage(answer.code, answer.details)
  throw new Error(`a package could not be read: ${answer.message}`)
}

async function startReader(): Promise<ChildProcess> {
  const reader = fork(fileURLToPath(new URL('./read-process.ts', import.meta.url)), [], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      `--max-old-space-size=${HEAP_MEGABYTES}`,
      '--permission',
      '--allow-fs-read=*',
    ],
  })
  reader.on('error', () => {})
  reader.once('exit', () => {
    current = undefined
  })
  const ready = await exchange<{ kind: 'ready' }>(reader, null, START_MS)
  if (ready) return reader
  current = undefined
  reader.kill('SIGKILL')
  throw new Error('The package reader does not start')
}

/** The next message; null when the process ends or the deadline passes. */
function exchange<T>(
  reader: ChildProcess,
  request: ReadRequest | null,
  deadlineMs: number,
): Promise<T | null> {
  return new Promise((resolve) => {
    const end = (answer: T | null) => {
      clearTimeout(deadline)
      reader.off('message', onMessage).off('exit', onExit)
      resolve(answer)
    }
    const onMessage = (message: unknown) => end(message as T)
    const onExit = () => end(null)
    const deadline = setTimeout(() => end(null), deadlineMs)
    reader.on('message', onMessage).on('exit', onExit)
    if (request)
      reader.send(request, (error) => {
        if (error) end(null)
      })
  })
}

function hold(reader: ChildProcess): void {
  reader.ref()
  reader.channel?.ref()
}

function release(reader: ChildProcess): void {
  reader.unref()
  reader.channel?.unref()
}
