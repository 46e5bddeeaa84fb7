import type { BrowserContext } from 'playwright-core'

/** Every first heading that the pages of a browser have shown, in order, however short a time. */
export interface ConsoleMessages {
  words: string[]
  /** What the pages complained of. */
  complaints: string[]
  /** Works that were watched, and how many of them showed their steps, be it for a moment. */
  works: number
  withSteps: number
}

/** Isolates and spaces that do not break are nothing that is said. */
export const plain = (text: string): string =>
  text
    .replaceAll(/[\u200e\u200f\u2066-\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** An answer that was asked for is no fault of the page. */
const IGNORED_MESSAGES = /Failed to load resource: the server responded with a status of 4\d\d/

export async function listen(context: BrowserContext): Promise<ConsoleMessages> {
  const heard: ConsoleMessages = { words: [], complaints: [], works: 0, withSteps: 0 }
  await context.exposeBinding(
    'arastaHeard',
    (_, words: string) => void heard.words.push(plain(words)),
  )
  await context.addInitScript(() => {
    let last = ''
    const look = () => {
      const words = document.querySelector('h1')?.textContent ?? ''
      if (words === '' || words === last) return
      last = words
      ;(window as unknown as { arastaHeard(words: string): void }).arastaHeard(words)
    }
    new MutationObserver(look).observe(document, {
      childList: true,
      characterData: true,
      subtree: true,
    })
    // A page hydrates at the first touch.
    document.addEventListener('DOMContentLoaded', () => window.dispatchEvent(new Event('focusin')))
  })
  context.on('console', (message) => {
    if (message.type() === 'error' && !IGNORED_MESSAGES.test(message.text()))
      heard.complaints.push(message.text())
  })
  context.on('weberror', (error) => heard.complaints.push(error.error().message))
  return heard
}
