import { createHash } from 'node:crypto'

export interface HashedPage {
  html: string
  /** Sources for `script-src` and `style-src`: `'sha256-…'`. */
  scripts: string[]
  styles: string[]
}

const ELEMENT = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1\s*>/gi

/**
 * D22: makes of a page that was rendered with a nonce one that needs none. Only what carries the
 * nonce gets a hash: it was written by our own components, which alone knew it. A script that came
 * in with a foreign text stays as dead as under the nonce. Data blocks need neither.
 */
export function hashInline(html: string, nonce: string): HashedPage {
  const mark = ` nonce="${nonce}"`
  const found = { script: new Set<string>(), style: new Set<string>() }
  for (const [, name = '', attributes = '', content = ''] of html.matchAll(ELEMENT)) {
    if (!attributes.includes(mark) || /\ssrc=/i.test(attributes)) continue
    found[name.toLowerCase() as 'script' | 'style'].add(sourceOf(content))
  }
  const without = html.replaceAll(mark, '')
  if (without.includes(nonce))
    throw new Error('the nonce of a rendering stands in its page outside an attribute')
  return { html: without, scripts: [...found.script], styles: [...found.style] }
}

/** Browsers hash what they have read, and they read every line end as one line feed. */
const sourceOf = (content: string): string =>
  `'sha256-${createHash('sha256').update(content.replace(/\r\n?/g, '\n')).digest('base64')}'`
