import { Parser } from 'htmlparser2'
import { escapeHtml } from './message-page.ts'

export interface Rewriting {
  shopOrigin: string
  /** Of the preview. */
  origin: string
  note: string
  outside: string
}

/**
 * A page of the shop as it stands on the preview's host. Links that begin with `/` lead to this
 * host by themselves; those that name the shop's own address are led here. Our script comes first
 * in the page, before anything of the shop or of the item.
 */
export function rewritePage(
  html: string,
  { shopOrigin, origin, note, outside }: Rewriting,
): string {
  const script = `<script src="/.arasta/preview.js" data-note="${escapeHtml(note)}" data-outside="${escapeHtml(outside)}"></script>`
  const page = leadHere(html, shopOrigin, origin)
  const at = startOfHead(page)
  return page.slice(0, at) + script + page.slice(at)
}

/** A head that begins later than this is not looked for. */
const BEFORE_HEAD = 256 * 1024
const STEP = 8 * 1024

/**
 * Where the head begins: behind its tag; where it has none, behind that of the document, or its
 * doctype, or at the start. Reads no further than that.
 */
function startOfHead(page: string): number {
  let at = 0
  let isInHtml = false
  let isFound = false
  const parser = new Parser({
    onprocessinginstruction(name) {
      if (!isFound && name.toLowerCase() === '!doctype') at = parser.endIndex + 1
    },
    onopentag(name, _attributes, isImplied) {
      if (isFound) return
      // A second document inside the first is no document: and what is open must not pile up, for
      // the parser's stack costs by its height.
      if (name === 'html' && !isInHtml) isInHtml = true
      else isFound = true
      if (!isImplied && (name === 'head' || (name === 'html' && !isFound))) at = parser.endIndex + 1
    },
    ontext(text) {
      if (text.trim() !== '') isFound = true
    },
  })
  for (let from = 0; from < Math.min(page.length, BEFORE_HEAD) && !isFound; from += STEP)
    parser.write(page.slice(from, from + STEP))
  return at
}

/** What makes a longer name of it. */
const isPartOfName = (character: string | undefined): boolean =>
  character !== undefined && /^[\w.:-]$/.test(character)

/**
 * The shop's own address in an attribute, a style or a list of sources; not a longer name that only
 * begins like it.
 */
export function leadHere(text: string, shopOrigin: string, origin: string): string {
  const parts: string[] = []
  let from = 0
  for (
    let at = text.indexOf(shopOrigin);
    at !== -1;
    at = text.indexOf(shopOrigin, at + shopOrigin.length)
  ) {
    if (isPartOfName(text[at + shopOrigin.length])) continue
    parts.push(text.slice(from, at), origin)
    from = at + shopOrigin.length
  }
  return from === 0 && parts.length === 0 ? text : parts.join('') + text.slice(from)
}
