import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import { nextTurn } from '#lib/event-loop.ts'
import { contextToRender, pageResponse, renderPage } from '#ui/render-page.ts'
import { consoleContext } from './screen-context.ts'
import { ShellProvider, shellOf } from './shell.tsx'
import { loadWords, WordsProvider } from './words.tsx'

// Context key under which the server passes the ConsoleScreen.
export { consoleContext }

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
  const page = await renderPage(
    <WordsProvider words={words}>
      <ShellProvider shell={shellOf(screen)}>
        <ServerRouter
          context={await contextToRender(entry)}
          url={request.url}
          nonce={screen.nonce}
        />
      </ShellProvider>
    </WordsProvider>,
    screen,
  )
  return pageResponse(page, { status, headers })
}

/** Logs unexpected errors of loaders and rendering with the request's incident number (D8). */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
) {
  if (!request.signal.aborted) context.get(consoleContext).report(error)
}
