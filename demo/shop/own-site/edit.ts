import { html } from 'hono/html'
import { directionOf, type Html } from '../browser-request.ts'
import { originOf } from '../platform.ts'
import { languages } from './pages.ts'
import type { SiteParts } from './parts.ts'
import type { SiteContext } from './site-context.ts'
import type { Said } from './texts.ts'

const EXAMPLES: Readonly<Record<keyof SiteParts, readonly string[]>> = {
  head: ['<meta name="arasta-site" …>', '<script … data-site=…></script>'],
  proof: ['/.well-known/arasta-site.txt', 'arasta-site=…'],
}

/**
 * The page on which the site's owner edits it: apart from the site, so that nothing of what is
 * edited stands on it.
 */
export function sendEdit(
  c: SiteContext,
  parts: SiteParts,
  told: 'saved' | 'tooLong' | 'foreign' | null,
  status: 200 | 400 | 403 = 200,
): Response | Promise<Response> {
  const { assets, locale, t, platform } = c.get('site')
  const { sites } = platform.config.market
  const hl = `?hl=${locale}`
  const field = (
    name: keyof SiteParts,
    label: Said,
    hint: Said,
    rows: number,
  ): Html => html`<label for="${name}">${t(label)}</label>
    <p class="hint" id="${name}-hint">${t(hint)}${EXAMPLES[name].map((code) => html` <code dir="ltr">${code}</code>`)}</p>
    <textarea id="${name}" name="${name}" rows="${rows}" dir="ltr" spellcheck="false" autocomplete="off" aria-describedby="${name}-hint">
${parts[name]}</textarea>`
  c.header('cache-control', 'no-store')
  c.header('x-content-type-options', 'nosniff')
  c.header(
    'content-security-policy',
    "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
  )
  return c.html(
    html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t('editTitle')} · ${t('name')}</title>
<link rel="icon" href="/jars/wildflower.svg" type="image/svg+xml">
<link rel="stylesheet" href="${assets.url('own-site.css')}">
</head>
<body>
<header><a class="name" href="/">${t('name')}</a></header>
<main>
<h1>${t('editTitle')}</h1>
<p>${t('editLead')}</p>
${told === null ? '' : html`<p class="${told === 'saved' ? 'told' : 'told wrong'}" role="status">${t(told)}</p>`}
<form method="post" action="/edit">
${field('head', 'headLabel', 'headHint', 7)}
${field('proof', 'proofLabel', 'proofHint', 2)}
<button class="button">${t('save')}</button>
</form>
<ul class="ways">
<li><a href="/">${t('seeSite')}</a></li>
<li><a href="${sites}/connect/site${hl}">${t('connect')}</a></li>
<li><a href="${sites}/account/site${hl}">${t('mySite')}</a></li>
<li><a href="${originOf(platform, 'panel')}/mailbox${hl}">${t('mailbox')}</a></li>
</ul>
</main>
<footer>${languages(c)}</footer>
</body>
</html>
`,
    status,
  )
}
