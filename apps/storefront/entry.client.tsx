import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { RouterContextProvider } from 'react-router'
import { HydratedRouter } from 'react-router/dom'
import { FALLBACK_LOCALE, readLocale } from '#lib/locale.ts'
import { ReplayEdits } from '#ui/replay-edits.tsx'
import { equipRequests } from './frame-session.ts'
import { loadPageWords, wordsForRouter, WordsProvider } from './messages.tsx'
import { readShell, ShellProvider } from './shell.tsx'

const start = window.arastaStart
const fail = (error: unknown) => start?.fail(error)

/** S4.10: any error before hydration is the app error, with its error page. */
async function hydrate() {
  equipRequests()
  ignoreSkippedTransitions(document)
  const locale = readLocale(document.documentElement.lang) ?? FALLBACK_LOCALE
  const shell = readShell()
  const words = await loadPageWords(
    locale,
    shell.branding.words,
    window.location.pathname + window.location.search,
  ).catch((error: unknown) => start?.chunkFailed(error) ?? Promise.reject(error))
  startTransition(() => {
    hydrateRoot(
      document,
      <WordsProvider words={words}>
        <ShellProvider shell={shell}>
          <HydratedRouter
            getContext={() => new RouterContextProvider(new Map([[wordsForRouter, words]]))}
          />
          <ReplayEdits />
        </ShellProvider>
      </WordsProvider>,
      { onUncaughtError: fail },
    )
    start?.hydrated()
  })
}

await hydrate().catch(fail)

/**
 * An interrupted view transition (another link, going back, a hidden window) rejects the browser's
 * `ready` promise, which the router does not handle. Handle it, because the page changes all the
 * same and an unhandled rejection would be logged.
 */
function ignoreSkippedTransitions(page: Document): void {
  if (typeof page.startViewTransition !== 'function') return
  const start = page.startViewTransition.bind(page)
  page.startViewTransition = (update) => {
    const transition = start(update)
    transition.ready.catch(() => {})
    return transition
  }
}
