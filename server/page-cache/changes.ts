import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { randomCode } from '#lib/ids.ts'

/**
 * Change notifications from the database on the channel `arasta_changed`. A message is a list of
 * tags separated by spaces, sent by triggers in the changing transaction, so it arrives only after
 * a commit. Tags: `item:<id>`, `market:<market>` (its lists or home page), `platform:<id>`, `all`
 * (drop everything, also after messages may have been missed).
 */
export interface Changes {
  /** False while notifications could be missed: nothing is served from a cache then. */
  readonly listening: boolean
  /** Calls `listener` for every change. Returns the function that unsubscribes. */
  onChange(listener: (tags: readonly string[]) => void): () => void
  stop(): Promise<void>
}

export const CHANGE_CHANNEL = 'arasta_changed'
const CLOSE_MS = 1_000
const EVERYTHING: readonly string[] = ['all']
/** Our own message that must come back: proof that notifications arrive. */
const ECHO = 'echo:'

interface ListenOptions {
  databaseUrl: string
  log: Logger
  /** Time between two proofs; a dead connection is noticed after this and `timeoutMs`. */
  proofMs?: number
  timeoutMs?: number
  /** Delay before the first and, doubling, at most between further attempts to connect. */
  retryMs?: { first: number; most: number }
}

/** Opens the process's listening connection and keeps it open. Returns at once; see `listening`. */
export function listenForChanges({
  databaseUrl,
  log,
  proofMs = 10_000,
  timeoutMs = 5_000,
  retryMs = { first: 100, most: 10_000 },
}: ListenOptions): Changes {
  const listeners = new Set<(tags: readonly string[]) => void>()
  const stopping = new AbortController()
  const stopped = stopping.signal
  let listening = false
  let wait = retryMs.first

  function notify(tags: readonly string[]): void {
    for (const listener of listeners) listener(tags)
  }

  function setListening(now: boolean): void {
    if (listening === now) return
    listening = now
    // Both sides of a gap invalidate everything. A stopping process notifies no listener: it
    // would query a closing database.
    if (!stopped.aborted) notify(EVERYTHING)
    log.info({ listening: now }, 'changes')
  }

  /** Runs one connection until it ends. */
  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'arasta changes',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      keepAlive: true,
    })
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve())
      client.on('end', () => resolve())
      stopped.addEventListener('abort', () => resolve(), { once: true })
    })
    let isOpen = true
    void ended.then(() => {
      isOpen = false
    })
    let onEcho = (_text: string): void => {}
    client.on('notification', ({ payload = '' }) => {
      if (payload.startsWith(ECHO)) onEcho(payload)
      else if (listening) notify(payload.split(' ').filter(Boolean))
    })
    /** Poolers may swallow LISTEN silently, and a broken connection is silent. */
    async function prove(): Promise<void> {
      const sent = ECHO + randomCode(16)
      const back = new Promise<boolean>((resolve) => {
        onEcho = (text) => {
          if (text === sent) resolve(true)
        }
      })
      await client.query('select pg_notify($1, $2)', [CHANGE_CHANNEL, sent])
      if ((await Promise.race([back, ended, pause(timeoutMs)])) !== true && isOpen)
        throw new Error('what was sent did not come back')
    }
    try {
      await client.connect()
      await client.query('listen arasta_changed')
      await prove()
      while (isOpen) {
        setListening(true)
        wait = retryMs.first
        await Promise.race([ended, pause(proofMs)])
        if (isOpen) await prove()
      }
    } finally {
      setListening(false)
      await Promise.race([client.end().catch(() => {}), pause(CLOSE_MS)])
    }
  }

  const running = (async () => {
    while (!stopped.aborted) {
      await listenOnce().catch((error: unknown) => {
        if (!stopped.aborted) log.warn({ error }, 'changes cannot be heard')
      })
      await pause(wait, stopped)
      wait = Math.min(wait * 2, retryMs.most)
    }
  })()

  return {
    get listening() {
      return listening
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop() {
      stopping.abort()
      return running
    },
  }
}

/** Ends early on `signal`; does not keep the process alive. */
const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { ref: false, signal }).catch(() => {})
