import { directionOf, type Locale } from '#lib/locale.ts'

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)

/** A page with a message only. `failed` informs the screen that frames it. */
export const messagePage = ({
  locale,
  title,
  text,
  back,
  failed,
}: {
  locale: Locale
  title: string
  text: string
  back?: string
  failed?: 'over' | 'away' | 'busy'
}): string => `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="/.arasta/preview.css"><script src="/.arasta/preview.js"${failed ? ` data-failed="${failed}"` : ''}></script></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${back === undefined ? '' : `<p><a href="/">${escapeHtml(back)}</a></p>`}</main></body></html>
`
