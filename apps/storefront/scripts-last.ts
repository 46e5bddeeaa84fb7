import { Transform } from 'node:stream'

const PRELOAD = '<link rel="modulepreload"'

/**
 * Lets style sheet and fonts go before the scripts: a page can be read before it wakes up, and on a slow line the scripts would take most of
 * the way for themselves. React Router gives no way to say so. A tag that two pieces share stays as it is; it costs nothing but time.
 */
export const scriptsLast = (): Transform => new Transform({
  transform(chunk: Buffer, _encoding, done) {
    // Byte by byte: a piece may end within a letter.
    const text = chunk.toString('latin1')
    done(null, text.includes(PRELOAD) ? Buffer.from(text.replaceAll(PRELOAD, `${PRELOAD} fetchpriority="low"`), 'latin1') : chunk)
  },
})
