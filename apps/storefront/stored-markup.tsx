import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { LinkProvider } from '#ui/link.tsx'
import { type Words, WordsProvider } from './messages.tsx'
import { DocumentLink } from './router-link.tsx'
import { type Shell, ShellProvider } from './shell.tsx'

/** On the server only: HTML of parts that many pages show. */

/** Some 16 MB. */
const MOST_CHARACTERS = 8_000_000
/** A Map iterates in insertion order, so the first key is the least recently used. */
const stored = new Map<string, string>()
let characters = 0

const numbers = new WeakMap<object, number>()
let lastNumber = 0
/** Objects as part of a key. */
function numberOf(one: object): number {
  const known = numbers.get(one)
  if (known !== undefined) return known
  lastNumber += 1
  numbers.set(one, lastNumber)
  return lastNumber
}

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
  const key = `${numberOf(subject)} ${numberOf(words)} ${shell.framed} ${shell.keepsCookies} ${state}`
  const known = stored.get(key)
  if (known !== undefined) {
    stored.delete(key)
    stored.set(key, known)
    return known
  }
  const html = renderToString(
    <WordsProvider words={words}>
      <ShellProvider shell={shell}>
        <LinkProvider link={DocumentLink}>{part()}</LinkProvider>
      </ShellProvider>
    </WordsProvider>,
  )
  stored.set(key, html)
  characters += key.length + html.length
  for (const [oldest, text] of stored) {
    if (characters <= MOST_CHARACTERS) break
    stored.delete(oldest)
    characters -= oldest.length + text.length
  }
  return html
}
