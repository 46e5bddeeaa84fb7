import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { Camera } from '#kernel/context.ts'

const DEADLINE_MS = 40_000
/** Time for what a page does after it has loaded. */
const SETTLE_MS = 1_500
const WIDTH = 1280
const HEIGHT = 1600

/**
 * Takes each picture with a separate Chromium and an empty profile, controlled by DevTools messages
 * over a pipe. It can reach the page's host only, because the page contains unreviewed code.
 */
export const chromiumCamera = (path: string, libraries?: string): Camera => ({
  async take(url) {
    const profile = await mkdtemp(join(tmpdir(), 'arasta-picture-'))
    // Our own environment stays hidden from the browser.
    const env = {
      HOME: profile,
      PATH: '/usr/bin:/bin',
      ...(libraries !== undefined && { LD_LIBRARY_PATH: libraries }),
    }
    const browser = spawn(
      path,
      [
        '--headless',
        '--remote-debugging-pipe',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--hide-scrollbars',
        '--no-first-run',
        '--mute-audio',
        // Chromium's sandbox does not work as root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        `--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${new URL(url).hostname}`,
        `--user-data-dir=${profile}`,
        `--window-size=${WIDTH},${HEIGHT}`,
        'about:blank',
      ],
      { env, stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: true },
    )
    try {
      return await takeWith(browser, url)
    } finally {
      killBrowser(browser)
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    }
  },
})

/** Kills the browser and its child processes. */
function killBrowser(browser: ChildProcess): void {
  try {
    if (browser.pid !== undefined) process.kill(-browser.pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

interface Message {
  id?: number
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: { message: string }
}

function takeWith(browser: ChildProcess, url: string): Promise<Buffer> {
  return new Promise<Buffer>((resolve, reject) => {
    const deadline = setTimeout(
      () => reject(new Error(`No picture within ${DEADLINE_MS} ms`)),
      DEADLINE_MS,
    )
    browser
      .once('error', reject)
      .once('exit', (code) => reject(new Error(`The browser ended with ${code}`)))
    capture(connect(browser.stdio[3] as Writable, browser.stdio[4] as Readable), url)
      .then(resolve, reject)
      .finally(() => clearTimeout(deadline))
  })
}

interface Connection {
  ask(method: string, params?: object, sessionId?: string): Promise<Record<string, unknown>>
  /** Resolves at the next event of this name. */
  next(method: string): Promise<void>
}

async function capture({ ask, next }: Connection, url: string): Promise<Buffer> {
  const { targetId } = await ask('Target.createTarget', {
    url: 'about:blank',
    width: WIDTH,
    height: HEIGHT,
  })
  const sessionId = String(
    (await ask('Target.attachToTarget', { targetId, flatten: true })).sessionId,
  )
  await ask('Page.enable', {}, sessionId)
  const loaded = next('Page.loadEventFired')
  const { errorText } = await ask('Page.navigate', { url }, sessionId)
  if (errorText) throw new Error(`The page did not open: ${String(errorText)}`)
  await loaded
  await new Promise((done) => setTimeout(done, SETTLE_MS))
  const { data } = await ask('Page.captureScreenshot', { format: 'png' }, sessionId)
  return Buffer.from(String(data), 'base64')
}

/** Sends and receives protocol messages, each ended by a NUL character. */
function connect(into: Writable, from: Readable): Connection {
  const answers = new Map<number, (message: Message) => void>()
  const waiting = new Map<string, () => void>()
  let [count, rest] = [0, '']
  into.on('error', () => {})
  from.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\0')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const message = JSON.parse(part) as Message
      if (message.id !== undefined) answers.get(message.id)?.(message)
      else waiting.get(message.method ?? '')?.()
    }
  })
  return {
    ask: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        const id = (count += 1)
        answers.set(id, ({ result, error }) => {
          answers.delete(id)
          if (error) reject(new Error(`${method}: ${error.message}`))
          else resolve(result ?? {})
        })
        into.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
      }),
    next: (method) => new Promise((resolve) => waiting.set(method, resolve)),
  }
}
