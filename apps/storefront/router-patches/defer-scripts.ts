/** The type of scripts and links that `hydrate-later.ts` activates: no browser fetches or runs them. */
export const DEFERRED = 'arasta-later'

const PRELOAD = '<link rel="modulepreload"'
/** The script that imports a page's modules, as React Router's `<Scripts>` writes it. */
const MODULES = /<script( nonce="[^"]*")? type="module" async="">/g

/**
 * Defers the scripts of a page: on a slow line they would compete with its styles, fonts and
 * pictures. React Router has no option for it, so the rendered HTML is rewritten.
 */
export const deferScripts = (html: Buffer): Buffer<ArrayBuffer> =>
  // Latin-1 keeps all bytes as they are, and is faster than UTF-8.
  Buffer.from(
    html
      .toString('latin1')
      .replaceAll(PRELOAD, `<link rel="${DEFERRED}"`)
      .replace(MODULES, `<script$1 type="${DEFERRED}">`),
    'latin1',
  )
