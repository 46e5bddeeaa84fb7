import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { randomCode } from '#lib/ids.ts'

/**
 * What has changed, as the database tells it. Channel `arasta_changed`; a message is tags with
 * blanks between them, sent by triggers inside the transaction that changes something, so nothing
 * is told before it is true and a rollback tells nothing.
 *
 * Tags: `item:<id>` (anything about that item), `market:<market>` (a list or the home page of that
 * market may look different), `platform:<id>`, `all` (forget everything: also said when messages
 * could have been missed).
 */
export interface Changes {
  /**
   * False while a change could be missed: what was remembered may be wrong, so nothing is served
   * from memory.
   */
  readonly listening: boolean
  /** Tells every change from now on. The function that comes back ends that. */
  onChange(told: (tags: readonly string[]) => void): () => void
  stop(): Promise<void>
}

export const CHANGE_CHANNEL = 'arasta_changed'
const CLOSE_MS = 1_000
const EVERYTHING: readonly string[] = ['all']
/** A message of our own that must come back to us: proof that changes would come too. */
const ECHO = 'echo:'

interface ListenOptions {
  databaseUrl: string
  log: Logger
  /**
   * Between two proofs that the connection still hears; a dead one is noticed after this and
   * `patienceMs`.
   */
  proofMs?: number
  patienceMs?: number
  /** Wait before the first and, doubling, at most between further tries to connect. */
  retryMs?: { first: number; most: number }
}

/**
 * Opens the one listening connection of a process and keeps it open. Returns at once: `listening`
 * says when it hears.
 */
export function listenForChanges({
  databaseUrl,
  log,
  proofMs = 10_000,
  patienceMs = 5_000,
  retryMs = { first: 100, most: 10_000 },
}: ListenOptions): Changes {
  const listeners = new Set<(tags: readonly string[]) => void>()
  const stopping = new AbortController()
  const stopped = stopping.signal
  let listening = false
  let wait = retryMs.first

  function tell(tags: readonly string[]): void {
    for (const told of listeners) told(tags)
  }

  function hear(now: boolean): void {
    if (listening === now) return
    listening = now
    // On both sides of a gap: what was remembered before it may be wrong after it.
    // Who stops is told nothing more: its listeners would ask a database that closes.
    if (!stopped.aborted) tell(EVERYTHING)
    log.info({ listening: now }, 'changes')
  }

  /** One connection, from its beginning to its end. */
  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'arasta changes',
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
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
      else if (listening) tell(payload.split(' ').filter(Boolean))
    })
    /** A pooler in between may swallow LISTEN without a word, and a cut wire is silent. */
    async function prove(): Promise<void> {
      const sent = ECHO + randomCode(16)
      const back = new Promise<boolean>((resolve) => {
        onEcho = (text) => {
          if (text === sent) resolve(true)
        }
      })
      await client.query('select pg_notify($1, $2)', [CHANGE_CHANNEL, sent])
      if ((await Promise.race([back, ended, pause(patienceMs)])) !== true && isOpen)
        throw new Error('what was sent did not come back')
    }
    try {
      await client.connect()
      await client.query('listen arasta_changed')
      await prove()
      while (isOpen) {
        hear(true)
        wait = retryMs.first
        await Promise.race([ended, pause(proofMs)])
        if (isOpen) await prove()
      }
    } finally {
      hear(false)
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
    onChange(told) {
      listeners.add(told)
      return () => void listeners.delete(told)
    },
    stop() {
      stopping.abort()
      return running
    },
  }
}

/** Ends early when `signal` says so, and keeps no process alive. */
const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { ref: false, signal }).catch(() => {})
