import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import type { GuestGate } from '../guest-gate.ts'
import type { PageCache } from './page-cache.ts'
import { writePage, type Outgoing, type Page, type Rendering } from './page.ts'
import { readAsk, type Ask } from './read-ask.ts'

/** Renders what an ask says, and knows nothing else of the request. */
export type RenderShared = (ask: Pick<Ask, 'path' | 'address' | 'locale'>) => Promise<Rendering>

interface ServePagesOptions {
  origin: string
  cache: PageCache
  render: RenderShared
  log: Logger
  /** Pages of text, made when the server started; nothing makes them old. */
  prerendered?: ReadonlyMap<string, Page>
  gate?: GuestGate | undefined
}

/**
 * Stands before the site's own listener and answers what everybody may have; the rest goes on to
 * `next`, untouched.
 */
export function servePages<I extends IncomingMessage, O extends Outgoing>(
  { origin, cache, render, log, prerendered, gate }: ServePagesOptions,
  next: (incoming: I, outgoing: O) => unknown,
) {
  const { host } = new URL(origin)
  const logs = log.isLevelEnabled('debug')

  function write(page: Page, ask: Ask, incoming: I, outgoing: O, kept: boolean): void {
    const status = writePage(page, ask, outgoing)
    if (logs) log.debug({ method: incoming.method, path: ask.path, status, kept }, 'request')
  }

  async function renderFor(ask: Ask, incoming: I, outgoing: O): Promise<void> {
    const page = await cache.render(ask.key, () => render(ask))
    // Gone while it waited.
    if (outgoing.destroyed) return
    if (page) write(page, ask, incoming, outgoing, false)
    else await next(incoming, outgoing)
  }

  /** Resolves when the answer is made, for whoever must not end before it. */
  return async (incoming: I, outgoing: O): Promise<void> => {
    const ask = readAsk(incoming, host)
    if (ask === null) return void (await next(incoming, outgoing))
    const page =
      prerendered?.get(ask.key) ??
      cache.take(ask.key) ??
      (gate?.isBusy() ? cache.takeStale(ask.key) : null)
    if (page) write(page, ask, incoming, outgoing, true)
    // The ordinary way refuses whom the gate does not let in.
    else if (gate !== undefined && (gate.isBusy() || gate.waitFor(incoming) > 0))
      await next(incoming, outgoing)
    else await renderFor(ask, incoming, outgoing)
  }
}
