import type { ReactNode } from 'react'
import { Writable } from 'node:stream'
import { renderToPipeableStream, renderToString } from 'react-dom/server'

const TIMEOUT_MS = 5_000
/** What React writes where a boundary waits or has failed. */
const UNFINISHED = ['<!--$?-->', '<!--$!-->']

export interface RenderedPage {
  html: string
  /** A boundary failed; its fallback is shown. */
  failed: boolean
}

/**
 * Renders a document in one go, which takes a third of a stream's time: our pages wait for nothing
 * once their loaders have answered. One that does wait, or has a boundary that fails, is rendered
 * again as a stream. `report` gets errors inside boundaries; an error of the document itself is
 * thrown.
 */
export async function renderPage(
  page: ReactNode,
  options: { nonce: string; report: (error: unknown) => void },
): Promise<RenderedPage> {
  // A stream would write it by itself.
  const html = `<!DOCTYPE html>${renderToString(page)}`
  return UNFINISHED.some((mark) => html.includes(mark))
    ? renderStream(page, options)
    : { html, failed: false }
}

function renderStream(
  page: ReactNode,
  { nonce, report }: { nonce: string; report: (error: unknown) => void },
): Promise<RenderedPage> {
  return new Promise((resolve, reject) => {
    const errors: unknown[] = []
    const parts: Buffer[] = []
    const body = new Writable({
      write(part: Buffer, _encoding, done) {
        // React reuses its buffer.
        parts.push(Buffer.from(part))
        done()
      },
      final(done) {
        clearTimeout(timer)
        for (const error of errors) report(error)
        resolve({ html: Buffer.concat(parts).toString(), failed: errors.length > 0 })
        done()
      },
    })
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => pipe(body),
      onShellError(error) {
        clearTimeout(timer)
        reject(error)
      },
      onError: (error) => void errors.push(error),
    })
    const timer = setTimeout(abort, TIMEOUT_MS)
  })
}

/**
 * The response of a rendered page. Our servers take its text from `html`
 * (`server/compress-page.ts`): through a body it would be copied five times. Whoever reads the body
 * gets the same.
 */
export function pageResponse(
  { html, failed }: RenderedPage,
  { status, headers }: { status: number; headers: Headers },
): Response & { html: string } {
  headers.set('content-type', 'text/html; charset=utf-8')
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(Buffer.from(html))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return Object.assign(new Response(body, { status: failed ? 500 : status, headers }), { html })
}

/** The part of React Router's `EntryContext` that this changes. */
interface Entry {
  serverHandoffStream?: ReadableStream<Uint8Array>
  renderMeta?: { streamCache?: Record<number, unknown> }
  manifest: { routes: Record<string, unknown> }
  staticHandlerContext: { matches: readonly { route: { id: string } }[] }
}

/**
 * React Router's context, prepared for rendering in one go
 * (`apps/storefront/router-patches/README.md`):
 *
 * - With the loaders' data read already: `<ServerRouter>` would wait for each chunk of its stream.
 *   Fills the cache in which it keeps chunks.
 * - With the matched routes only: it builds a router of all routes for each request.
 */
export async function contextToRender<Context extends Entry>(context: Context): Promise<Context> {
  const { manifest, staticHandlerContext, serverHandoffStream } = context
  const matched = staticHandlerContext.matches.map(({ route }) => route.id)
  const routes = Object.fromEntries(matched.map((id) => [id, manifest.routes[id]]))
  const decoder = new TextDecoder()
  let value = ''
  for await (const chunk of serverHandoffStream ?? [])
    value += decoder.decode(chunk, { stream: true })
  const streamCache = {
    0: { result: { done: false, value } },
    1: { result: { done: true, value: '' } },
  }
  return {
    ...context,
    manifest: { ...manifest, routes },
    // Each rendering asks for a reader, and none reads.
    ...(serverHandoffStream && {
      serverHandoffStream: { getReader: () => null } as unknown as ReadableStream<Uint8Array>,
    }),
    renderMeta: { ...context.renderMeta, streamCache },
  }
}
