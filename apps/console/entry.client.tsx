import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { FALLBACK_LOCALE, readLocale } from '#lib/locale.ts'
import { ReplayEdits } from '#ui/replay-edits.tsx'
import { readShell, ShellProvider } from './shell.tsx'
import { loadWords, WordsProvider } from './words.tsx'

const shell = readShell()
const words = await loadWords(
  readLocale(document.documentElement.lang) ?? FALLBACK_LOCALE,
  shell.branding.words,
)
startTransition(() => {
  hydrateRoot(
    document,
    <WordsProvider words={words}>
      <ShellProvider shell={shell}>
        <HydratedRouter />
        <ReplayEdits />
      </ShellProvider>
    </WordsProvider>,
  )
})
