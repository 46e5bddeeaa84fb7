import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { LogFile } from './log-file.ts'
import { pause } from './processes.ts'
import type { Screen } from './screen.ts'
import { StartError } from './start-error.ts'

export interface SuperviseOptions {
  name: string
  launch: () => ChildProcess
  /** Says whether a line of output means that the part answers now. */
  isReady: (line: string) => boolean
  logPath: string
  screen: Screen
  /** Which lines of standard error belong on the screen. */
  shows?: (line: string) => boolean
  stopSignal?: NodeJS.Signals
  killSignal?: NodeJS.Signals
  /** How long a part may take to be ready. */
  patienceMs?: number
  /** First pause before a restart; doubles with every further death. */
  backOffMs?: number
  /** Deaths within a minute that end everything. */
  mostDeaths?: number
  /** False: a part that dies before it was ever ready is given up at once. */
  retriesFirst?: boolean
  /** Told once when the part is given up after it was ready, with its last lines. */
  onGiveUp?: (error: StartError, lines: readonly string[]) => void
}

export interface Supervised {
  /** Answers when the part first does; refuses when it is given up. */
  ready: Promise<void>
  pid: () => number | undefined
  lastLines: () => string[]
  /** Ends the part; by force after the given time. Never refuses. */
  stop: (graceMs: number) => Promise<void>
  kill: () => void
}

const MINUTE = 60_000
const NOISE = /^\(node:\d+\) |^\(Use `node --trace-/

/** Keeps one part alive: starts it, starts it again when it dies, gives up when it keeps dying. */
export function supervise(options: SuperviseOptions): Supervised {
  const {
    name,
    launch,
    isReady,
    logPath,
    screen,
    shows = (line) => !NOISE.test(line),
    stopSignal = 'SIGTERM',
    killSignal = 'SIGKILL',
  } = options
  const { patienceMs = 60_000, backOffMs = 250, mostDeaths = 5, retriesFirst = true } = options
  const log = new LogFile(logPath)
  const lines: string[] = []
  let deaths: number[] = []
  let child: ChildProcess | undefined
  let ended = Promise.resolve()
  let stopping = false
  let wasReady = false
  const first = Promise.withResolvers<void>()
  first.promise.catch(() => {})

  function giveUp(reason: string): void {
    stopping = true
    const tail = lines.slice(-12).join('\n')
    const error = new StartError(
      `${name} ${reason}; its last words (more in ${logPath}):\n${tail || '(none)'}`,
    )
    if (wasReady) options.onGiveUp?.(error, lines)
    else first.reject(error)
  }

  function read(stream: Readable | null, onLine: (line: string) => void): void {
    if (!stream) return
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`)
      lines.push(line)
      if (lines.length > 40) lines.shift()
      onLine(line)
    })
  }

  async function onDeath(how: string): Promise<void> {
    const now = performance.now()
    deaths = [...deaths.filter((at) => now - at < MINUTE), now]
    if (!wasReady && !retriesFirst) return giveUp(`did not start (${how})`)
    if (deaths.length >= mostDeaths)
      return giveUp(`ended ${deaths.length} times within a minute (${how})`)
    const wait = Math.min(backOffMs * 2 ** (deaths.length - 1), 5_000)
    screen.error(`${name} ended (${how}); starting it again in ${(wait / 1000).toFixed(1)} s.`)
    await pause(wait)
    if (!stopping) begin()
  }

  function begin(): void {
    const current = (child = launch())
    let answered = false
    const clock = setTimeout(() => {
      if (answered) return
      lines.push(`(not ready after ${patienceMs / 1000} s)`)
      current.kill('SIGKILL')
    }, patienceMs)
    const onReady = (line: string): void => {
      if (answered || !isReady(line)) return
      answered = true
      clearTimeout(clock)
      if (wasReady) screen.line(`${name} is back.`)
      wasReady = true
      first.resolve()
    }
    read(current.stdout, onReady)
    read(current.stderr, (line) => {
      onReady(line)
      if (shows(line) && !stopping) screen.error(`${name}: ${line}`)
    })
    ended = new Promise((resolve) => {
      current.once('error', (error) => {
        lines.push(error.message)
        clearTimeout(clock)
        resolve()
        if (!stopping) void onDeath(error.message)
      })
      const closed = new Promise((resolve) => current.once('close', resolve))
      current.once('exit', (code, signal) => {
        clearTimeout(clock)
        resolve()
        // A grandchild may hold the pipes for ever: its last words are waited for, but not long.
        void Promise.race([closed, pause(300)]).then(() => {
          if (!stopping) return onDeath(signal ? `by ${signal}` : `with code ${code}`)
        })
      })
    })
  }

  begin()
  return {
    ready: first.promise,
    pid: () => child?.pid,
    lastLines: () => [...lines],
    async stop(graceMs) {
      stopping = true
      if (process.platform === 'win32' && child?.connected) child.disconnect()
      else child?.kill(stopSignal)
      const inTime = await Promise.race([ended.then(() => true), pause(graceMs).then(() => false)])
      if (!inTime) {
        child?.kill(killSignal)
        await Promise.race([ended, pause(5_000)])
      }
    },
    kill() {
      stopping = true
      child?.kill('SIGKILL')
    },
  }
}
