import type { Logger } from 'pino'
import type { PageCache } from './page-cache.ts'
import { writePage, type Outgoing, type Page, type Rendering } from './page.ts'
import { readAsk, type Ask, type Incoming } from './read-ask.ts'

/** Renders what an ask says, and knows nothing else of the request. */
export type RenderShared = (ask: Pick<Ask, 'path' | 'address' | 'locale'>) => Promise<Rendering>

interface ServePagesOptions {
  origin: string
  cache: PageCache
  render: RenderShared
  log: Logger
  /** Pages of text, made when the server started; nothing makes them old. */
  prerendered?: ReadonlyMap<string, Page>
}

/** Stands before the site's own listener and answers what everybody may have; the rest goes on to `next`, untouched. */
export function servePages<I extends Incoming, O extends Outgoing>({ origin, cache, render, log, prerendered }: ServePagesOptions, next: (incoming: I, outgoing: O) => unknown) {
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
    if (ask === null) return void await next(incoming, outgoing)
    const page = prerendered?.get(ask.key) ?? cache.take(ask.key)
    if (page) write(page, ask, incoming, outgoing, true)
    else await renderFor(ask, incoming, outgoing)
  }
}
