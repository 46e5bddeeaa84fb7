import { startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { RouterContextProvider } from 'react-router'
import { HydratedRouter } from 'react-router/dom'
import { DEFAULT_LOCALE, readLocale } from '#lib/locale.ts'
import { equipRequests } from './frame-session.ts'
import { loadPageWords, wordsForRouter, WordsProvider } from './messages.tsx'
import { readShell, ShellProvider } from './shell.tsx'

const start = window.arastaStart
const fail = (error: unknown) => start?.fail(error)

/** S4.10: whatever goes wrong until the page is hydrated is the app error, and has the error page. */
async function hydrate() {
  equipRequests()
  ignoreSkippedTransitions(document)
  const locale = readLocale(document.documentElement.lang) ?? DEFAULT_LOCALE
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
          <ReplayTyped />
        </ShellProvider>
      </WordsProvider>,
      { onUncaughtError: fail },
    )
    start?.hydrated()
  })
}

await hydrate().catch(fail)

/**
 * What was typed before the page was awake was heard by nobody: masks (S5.6), the brand of a card
 * and suggestions hear it now. Stands behind everything else, so that all of it listens already.
 */
function ReplayTyped(): null {
  useEffect(() => {
    for (const field of document.querySelectorAll('input')) {
      if (/^(text|tel|email|url|search)$/.test(field.type) && field.value !== field.defaultValue)
        field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
  }, [])
  return null
}

/**
 * A change from one page to the next that is cut short (another link, going back, a window that is
 * hidden) rejects the browser's `ready`, to which the router does not listen: an error in the
 * console that is none, for the page itself changes all the same. Whoever does listen still hears
 * it.
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
