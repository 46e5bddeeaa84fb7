import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { RouterContextProvider } from 'react-router'
import { HydratedRouter } from 'react-router/dom'
import { DEFAULT_LOCALE, readLocale } from '#lib/locale.ts'
import { equipRequests } from './frame-session.ts'
import { HearTyped } from './hear-typed.ts'
import { loadWords, wordsForRouter, WordsProvider } from './messages.tsx'
import { readShell, ShellProvider } from './shell.tsx'
import { hushCutTransitions } from './view-transitions.ts'

const start = window.arastaStart
const fail = (error: unknown) => start?.fail(error)

/** S4.10: whatever goes wrong until the page is awake is the app error, and has the error page. */
async function wakeUp() {
  equipRequests()
  hushCutTransitions(document)
  const locale = readLocale(document.documentElement.lang) ?? DEFAULT_LOCALE
  const shell = readShell()
  const words = await loadWords(locale, shell.face.words, window.location.pathname + window.location.search).catch((error: unknown) => start?.chunkFailed(error) ?? Promise.reject(error))
  startTransition(() => {
    hydrateRoot(
      document,
      <WordsProvider words={words}>
        <ShellProvider shell={shell}>
          <HydratedRouter getContext={() => new RouterContextProvider(new Map([[wordsForRouter, words]]))} />
          <HearTyped />
        </ShellProvider>
      </WordsProvider>,
      { onUncaughtError: fail },
    )
    start?.awake()
  })
}

await wakeUp().catch(fail)
