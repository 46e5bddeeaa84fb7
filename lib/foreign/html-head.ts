import { Parser } from 'htmlparser2'

/** Enough for the head of any page; what comes later is not read, however long the page is. */
export const HEAD_BYTES = 64 * 1024

/** What stands in a page's head. Names and relations in lower case, values as they are. */
export interface HtmlHead {
  metas: { name: string; content: string }[]
  /** Addresses of its links and scripts. */
  addresses: string[]
}

const OPENS = new Set(['html', 'head'])
const INSIDE = new Set(['title', 'meta', 'link', 'script', 'style', 'base', 'noscript'])
/** Whose text is no text of the page. */
const WITH_TEXT = new Set(['title', 'script', 'style', 'noscript'])

/**
 * Reads the head of a foreign page, by a parser, in linear time: no more than `HEAD_BYTES`, and
 * nothing from where a browser would begin the body, explicitly or not, since visitors may have
 * written what stands there. Comments, scripts and titles are what they are.
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
  // A page may begin with a byte order mark, which `decode` leaves out.
  parser.end(new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES)))
  return head
}
