import { createReadableStreamFromReadable } from '@react-router/node'
import { PassThrough } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import { nextTurn } from '#lib/event-loop.ts'
import { consoleContext } from './screen-context.ts'
import { ShellProvider, shellOf } from './shell.tsx'
import { loadWords, WordsProvider } from './words.tsx'

// Context key under which the server passes the ConsoleScreen.
export { consoleContext }

const RENDER_TIMEOUT_MS = 5_000

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
) {
  const screen = context.get(consoleContext)
  const words = await loadWords(screen.locale, screen.branding.words)
  await nextTurn()
  return new Promise<Response>((resolve, reject) => {
    let code = status
    const { pipe, abort } = renderToPipeableStream(
      <WordsProvider words={words}>
        <ShellProvider shell={shellOf(screen)}>
          <ServerRouter context={entry} url={request.url} nonce={screen.nonce} />
        </ShellProvider>
      </WordsProvider>,
      {
        nonce: screen.nonce,
        onAllReady() {
          const body = new PassThrough()
          headers.set('content-type', 'text/html; charset=utf-8')
          resolve(new Response(createReadableStreamFromReadable(body), { status: code, headers }))
          pipe(body)
        },
        onShellError: reject,
        onError(error: unknown) {
          code = 500
          screen.report(error)
        },
      },
    )
    setTimeout(abort, RENDER_TIMEOUT_MS).unref()
  })
}

/** Logs unexpected errors of loaders and rendering with the request's incident number (D8). */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
) {
  if (!request.signal.aborted) context.get(consoleContext).report(error)
}
