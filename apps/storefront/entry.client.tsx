import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { RouterContextProvider } from 'react-router'
import { HydratedRouter } from 'react-router/dom'
import { DEFAULT_LOCALE, readLocale } from '#lib/locale.ts'
import { equipRequests } from './frame-session.ts'
import { loadWords, wordsForRouter, WordsProvider } from './messages.tsx'
import { readShell, ShellProvider } from './shell.tsx'

equipRequests()
const words = await loadWords(readLocale(document.documentElement.lang) ?? DEFAULT_LOCALE, window.location.pathname)

startTransition(() => {
  hydrateRoot(
    document,
    <WordsProvider words={words}>
      <ShellProvider shell={readShell()}>
        <HydratedRouter getContext={() => new RouterContextProvider(new Map([[wordsForRouter, words]]))} />
      </ShellProvider>
    </WordsProvider>,
  )
})
