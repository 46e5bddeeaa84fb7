import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { LinkProvider } from '#ui/link.tsx'
import { type Words, WordsProvider } from './messages.tsx'
import { DocumentLink } from './router-link.tsx'
import { type Shell, ShellProvider } from './shell.tsx'

/** On the server only: HTML of parts that many pages show, kept as long as what they show. */

const stored = new WeakMap<Words, WeakMap<object, Map<string, string>>>()

/**
 * The HTML of `part`, which may depend on `subject`, `words`, and of the shell on the frame;
 * `state` names everything else. Its contexts are words, shell and links: nothing of the router.
 */
export function storedMarkup(
  subject: object,
  state: string,
  { words, shell }: { words: Words; shell: Shell },
  part: () => ReactNode,
): string {
  const bySubject = stored.get(words) ?? new WeakMap<object, Map<string, string>>()
  stored.set(words, bySubject)
  const byState = bySubject.get(subject) ?? new Map<string, string>()
  bySubject.set(subject, byState)
  const key = `${shell.framed} ${shell.keepsCookies} ${state}`
  const known = byState.get(key)
  if (known !== undefined) return known
  const html = renderToString(
    <WordsProvider words={words}>
      <ShellProvider shell={shell}>
        <LinkProvider link={DocumentLink}>{part()}</LinkProvider>
      </ShellProvider>
    </WordsProvider>,
  )
  byState.set(key, html)
  return html
}
