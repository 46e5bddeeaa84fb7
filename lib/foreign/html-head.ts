import { Parser } from 'htmlparser2'

/** Enough for the head of any page; the rest is not parsed. */
export const HEAD_BYTES = 64 * 1024

/** Facts from a page's head. Names in lower case, values as written. */
export interface HtmlHead {
  metas: { name: string; content: string }[]
  /** URLs of its links and scripts. */
  addresses: string[]
}

const OPENS = new Set(['html', 'head'])
const INSIDE = new Set(['title', 'meta', 'link', 'script', 'style', 'base', 'noscript'])
/** Elements whose text is not text of the page. */
const WITH_TEXT = new Set(['title', 'script', 'style', 'noscript'])

/**
 * Parses the head of an untrusted page in linear time: at most `HEAD_BYTES`, and nothing from where
 * a browser would begin the body, which visitors may have written. Tags inside comments, scripts
 * and titles do not count.
 */
export function readHtmlHead(bytes: Uint8Array): HtmlHead {
  const head: HtmlHead = { metas: [], addresses: [] }
  let isOver = false
  const open: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      if (isOver || OPENS.has(name)) return
      if (!INSIDE.has(name)) return void (isOver = true)
      if (WITH_TEXT.has(name)) open.push(name)
      if (name === 'meta' && attributes.name !== undefined)
        head.metas.push({
          name: attributes.name.trim().toLowerCase(),
          content: attributes.content ?? '',
        })
      const address =
        name === 'link' ? attributes.href : name === 'script' ? attributes.src : undefined
      if (address !== undefined) head.addresses.push(address)
    },
    ontext(text) {
      if (!isOver && open.length === 0 && text.trim() !== '') isOver = true
    },
    onclosetag(name) {
      if (name === 'head') isOver = true
      else if (open.at(-1) === name) open.pop()
    },
  })
  // `decode` removes a byte order mark.
  parser.end(new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES)))
  return head
}
