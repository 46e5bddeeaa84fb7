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
 * A page of the shop for the preview's host. Links that start with `/` lead there already; absolute
 * links to the shop are rewritten. Our script comes first, before anything of the shop or the item.
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

/** Limit of the search for the head. */
const BEFORE_HEAD = 256 * 1024
const STEP = 8 * 1024

/**
 * Position after the head tag; without one, after the html tag or doctype, or the start. Reads no
 * further.
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
      // Nested documents are ignored, because the cost of the parser grows with its stack.
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
 * Matches the shop's own address in an attribute, style or source list, but no longer host name
 * that starts with it.
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
