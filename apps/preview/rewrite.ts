import { escapeHtml } from './message-page.ts'

/**
 * A page of the shop as it stands on the preview's host. Links that begin with `/` lead to this host by themselves; those that name the
 * shop's own address are led here. Our script comes first in the page, before anything of the shop or of the item.
 */
export function rewritePage(html: string, { shopOrigin, origin, note, outside }: { shopOrigin: string; origin: string; note: string; outside: string }): string {
  const script = `<script src="/.arasta/preview.js" data-note="${escapeHtml(note)}" data-outside="${escapeHtml(outside)}"></script>`
  const page = leadHere(html, shopOrigin, origin)
  const head = /<head(?:\s[^>]*)?>/i.exec(page) ?? /<html(?:\s[^>]*)?>/i.exec(page) ?? /<!doctype[^>]*>/i.exec(page)
  const at = head ? head.index + head[0].length : 0
  return page.slice(0, at) + script + page.slice(at)
}

/** The shop's own address in an attribute, a style or a list of sources; not a longer name that only begins like it. */
export const leadHere = (text: string, shopOrigin: string, origin: string): string =>
  text.replaceAll(new RegExp(`${shopOrigin.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w.:-])`, 'g'), origin)
