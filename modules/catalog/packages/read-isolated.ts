import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { RefusalDetails } from '#lib/refusal.ts'
import { PACKAGE_LIMITS, type PackageLimits } from './limits.ts'
import { refusePackage, type PackageRefusalCode } from './problems.ts'
import type { OpenedPackage, PackageSource } from './read-package.ts'

/** What is known of a package once it was read. */
export type ReadPackage = Omit<OpenedPackage, 'openFile'>

export interface ReadRequest {
  source: PackageSource
  limits: PackageLimits
}
export type ReadAnswer =
  | { kind: 'read'; read: ReadPackage }
  | { kind: 'refused'; code: PackageRefusalCode; details: RefusalDetails }
  | { kind: 'failed'; message: string }

export interface IsolatedOptions {
  limits?: PackageLimits
  /** For one package. The largest one that the caps allow takes some seconds. */
  deadlineMs?: number
}

const DEADLINE_MS = 120_000
const START_MS = 60_000
/** Of the reader's heap, beside the buffers, which it keeps small by itself. */
const HEAP_MEGABYTES = 192

let current: Promise<ChildProcess> | undefined
let turn: Promise<unknown> = Promise.resolve()

/**
 * Reads a package in a process of its own (PKG-1, PKG-2), which may read files and nothing else:
 * not write one, not start anything, and it knows no setting. A package that takes too long or too
 * much memory costs that process, is refused, and everything else goes on. One package at a time;
 * the process stays for the next one. (A thread would not do: V8 ends none while it is parsing.)
 */
export function readIsolated(
  source: PackageSource,
  options: IsolatedOptions = {},
): Promise<ReadPackage> {
  const mine = turn.then(() => readNow(source, options))
  turn = mine.catch(() => {})
  return mine
}

/** Ends the process; the next package gets a new one. */
export async function endReader(): Promise<void> {
  const ending = await current?.catch(() => undefined)
  current = undefined
  if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
  hold(ending)
  const ended = new Promise((resolve) => ending.once('exit', resolve))
  ending.kill('SIGKILL')
  await ended
}

/** Of the process that reads now, for those who watch its memory. */
export const readerPid = async (): Promise<number | undefined> =>
  (await current?.catch(() => undefined))?.pid

async function readNow(
  source: PackageSource,
  { limits = PACKAGE_LIMITS, deadlineMs = DEADLINE_MS }: IsolatedOptions,
): Promise<ReadPackage> {
  const reader = await (current ??= startReader())
  hold(reader)
  // It ended by itself, or could not read a request: whatever it was about, this package is not for
  // us.
  const answer = await exchange<ReadAnswer>(reader, { source, limits }, deadlineMs)
  // Nobody waits for an idle reader at the end of the process.
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
  throw new Error('the reader of packages does not start')
}

/** Its next word; null when it ends or says nothing in time. */
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
