import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { directionOf, type Locale, LANGUAGE_NAMES } from '../../lib/locale.ts'
import { wordsIn, BANK_LOCALES } from './words.ts'

export type Markup = ReturnType<typeof html>

const SHAPES = `<rect width="32" height="32" rx="9" fill="#1c3578"/>
<path d="M4 23c4-7 8-7 12-2s8 4 12-1v5a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4z" fill="#e8cf94"/>
<circle cx="21" cy="11" r="3.6" fill="#e8cf94"/>`

const MARK = raw(
  `<svg class="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">${SHAPES}</svg>`,
)

/** `/bank.svg` */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${SHAPES}</svg>`

/** The frame of every page of the bank. `path` is where the language links lead. */
export function page({
  locale,
  title,
  path,
  body,
  wide = false,
}: {
  locale: Locale
  title: string
  path: string
  body: Markup
  wide?: boolean
}) {
  const words = wordsIn(locale)
  return html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} · Sandbox Bank</title>
<link rel="icon" href="/bank.svg" type="image/svg+xml">
<link rel="stylesheet" href="/bank.css">
</head>
<body${wide ? raw(' class="wide"') : ''}>
<header><span class="name">${MARK}<bdi>Sandbox Bank</bdi></span><span class="badge">${words.noRealMoney}</span></header>
<main>${body}</main>
<footer><nav aria-label="${words.language}">${BANK_LOCALES.map((one) =>
    one === locale
      ? html`<span aria-current="true" lang="${one}">${LANGUAGE_NAMES[one]}</span>`
      : html`<a href="${path}?hl=${one}" lang="${one}" hreflang="${one}">${LANGUAGE_NAMES[one]}</a>`,
  )}</nav></footer>
</body>
</html>`
}

/** Sends the browser on; the button does the same without JavaScript. */
export const AUTO_SUBMIT = "document.getElementById('back').submit()"
const AUTO_SUBMIT_HASH = createHash('sha256').update(AUTO_SUBMIT).digest('base64')

/**
 * Headers of the pages. Never framed (a bank's page opens at top level), never cached. The referrer
 * is our origin only: the one-time address stays with us, yet the merchant's server sees which site
 * the form comes from.
 */
export function pageHeaders(formOrigins: string[]): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      "img-src 'self'",
      `script-src 'sha256-${AUTO_SUBMIT_HASH}'`,
      `form-action 'self' ${formOrigins.join(' ')}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'strict-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
  }
}
