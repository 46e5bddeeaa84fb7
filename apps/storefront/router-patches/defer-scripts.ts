import { Transform } from 'node:stream'

/** The type of scripts and links that `hydrate-later.ts` activates: no browser fetches or runs them. */
export const DEFERRED = 'arasta-later'

const PRELOAD = '<link rel="modulepreload"'
/** The script that imports a page's modules, as React Router's `<Scripts>` writes it. */
const MODULES = /<script( nonce="[^"]*")? type="module" async="">/g

/**
 * Defers the scripts of a page: on a slow line they would compete with its styles, fonts and
 * pictures. React Router has no option for it, so the rendered HTML is rewritten. A tag that is cut
 * at the end of a chunk is held back until the next one.
 */
export function deferScripts(): Transform {
  // Latin-1 keeps bytes as they are: a chunk may end within a character.
  let held = ''
  const put = (text: string) =>
    Buffer.from(
      text
        .replaceAll(PRELOAD, `<link rel="${DEFERRED}"`)
        .replace(MODULES, `<script$1 type="${DEFERRED}">`),
      'latin1',
    )
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = held + chunk.toString('latin1')
      const open = text.lastIndexOf('<')
      const isCut = open !== -1 && !text.includes('>', open)
      held = isCut ? text.slice(open) : ''
      done(null, put(isCut ? text.slice(0, open) : text))
    },
    flush(done) {
      done(null, put(held))
    },
  })
}
