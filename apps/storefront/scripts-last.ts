import { Transform } from 'node:stream'

/** Marks what sleeps until `wake-up.ts` asks for it: no browser fetches a link or runs a script of this kind. */
export const SLEEPING = 'arasta-later'

const PRELOAD = '<link rel="modulepreload"'
/** The one that imports a page's modules, as React Router writes it. */
const MODULES = /<script( nonce="[^"]*")? type="module" async="">/g

/**
 * Lets the scripts of a page sleep: on a slow line they would take most of the way from its styles, letters and pictures. React Router gives no
 * way to say so. The longest tag in question fits into what is held back at the end of a piece.
 */
export function scriptsLast(): Transform {
  // Byte by byte: a piece may end within a letter.
  let held = ''
  const put = (text: string) => Buffer.from(text.replaceAll(PRELOAD, `<link rel="${SLEEPING}"`).replace(MODULES, `<script$1 type="${SLEEPING}">`), 'latin1')
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
