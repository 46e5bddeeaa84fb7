import { spawn, type ChildProcess } from 'node:child_process'
import { join, resolve as resolvePath } from 'node:path'
import { createInterface } from 'node:readline'

/** A process of the market, the bank or a platform that is started, killed and started again. */
export interface Restartable {
  /** Starts it and waits until it is ready. */
  start(more?: Record<string, string>): Promise<void>
  /** SIGKILL: nothing of it goes on. Does not wait. */
  kill(): void
  /** Asks it to end, and waits. */
  stop(): Promise<void>
  isAlive(): boolean
  /** Undefined while it does not run. */
  pid(): number | undefined
  /** Sends it a message and waits for the answer. */
  ask(): Promise<unknown>
  /** All that it has written, over all its lives. */
  output(): string
}

const ROOT = join(import.meta.dirname, '../..')
/** Nobody is left behind: it ends the process when the one that started it is gone. */
const TETHER = join(ROOT, 'tools/launch/tether.mjs')
const READY_MS = 60_000

export function restartable(
  file: string,
  env: Record<string, string>,
  { onChild }: { onChild: (child: ChildProcess) => void },
): Restartable {
  let child: ChildProcess | null = null
  let output = ''
  let leaving: Promise<void> = Promise.resolve()

  async function start(more: Record<string, string> = {}): Promise<void> {
    // The one before must have left its port.
    await leaving
    if (child) throw new Error(`${file} runs already`)
    const started = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--import', TETHER, resolvePath(ROOT, file)],
      {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        detached: process.platform !== 'win32',
        env: {
          PATH: process.env.PATH ?? '',
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, '.arasta/compile-cache'),
          ...env,
          ...more,
        },
      },
    )
    child = started
    onChild(started)
    started.once('exit', () => {
      if (child === started) child = null
    })
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`${file} was not ready in time:\n${output.slice(-2_000)}`)),
        READY_MS,
      )
      const settled = (then: () => void) => () => {
        clearTimeout(late)
        then()
      }
      for (const stream of [started.stdout, started.stderr]) {
        createInterface({ input: stream as NodeJS.ReadableStream }).on('line', (line) => {
          output += `${line}\n`
          if (/\bready$/.test(line)) settled(resolve)()
        })
      }
      // A market that is killed while it starts is no fault: the proof does so.
      // `close` comes after its last words.
      started.once('close', (code, signal) => {
        if (signal === 'SIGKILL') settled(resolve)()
        else
          settled(() =>
            reject(new Error(`${file} ended with ${code ?? signal}:\n${output.slice(-2_000)}`)),
          )()
      })
    })
  }

  const gone = (one: ChildProcess) =>
    new Promise<void>((resolve) => {
      if (one.exitCode !== null || one.signalCode !== null) resolve()
      else one.once('exit', () => resolve())
    })

  return {
    start,
    kill() {
      if (!child) return
      leaving = gone(child)
      child.kill('SIGKILL')
      child = null
    },
    async stop() {
      const ending = child
      if (!ending) return leaving
      ending.kill('SIGTERM')
      const force = setTimeout(() => ending.kill('SIGKILL'), 8_000)
      await gone(ending)
      clearTimeout(force)
      child = null
    },
    isAlive: () => child !== null,
    pid: () => child?.pid,
    ask: () =>
      new Promise((resolve, reject) => {
        if (!child) return reject(new Error(`${file} does not run`))
        child.once('message', resolve)
        child.send('ask')
      }),
    output: () => output,
  }
}
