import { html } from 'hono/html'
import type { IncomingMessage } from 'node:http'
import type { Services } from '#kernel/context.ts'
import { EARLY_REFUSALS, type EarlyRefusal, type RefusalText } from '#lib/bounded-server.ts'
import { chooseLocale, directionOf, type Locale } from '#lib/locale.ts'
import type { WireError } from '#lib/wire-error.ts'
import { newIncident, translatorOf } from './translator.ts'

/** The language of a request that no route has seen, as `localeOf` chooses it. */
function localeOf({ url = '', headers }: IncomingMessage): Locale {
  return chooseLocale({
    query: /[?&]hl=(\w{2})(?:&|$)/.exec(url.slice(0, 2_000))?.[1] ?? null,
    cookie: /(?:^|;)\s*hl=([^;\s]*)/.exec(headers.cookie ?? '')?.[1] ?? null,
    acceptLanguage: headers['accept-language'] ?? null,
  })
}

/**
 * Words a refusal that is made before any route runs: a page for people, the usual error for
 * programs.
 */
export function tellEarly(
  { faces }: Pick<Services, 'faces'>,
  refusal: EarlyRefusal,
  incoming: IncomingMessage,
): RefusalText {
  const locale = localeOf(incoming)
  const t = translatorOf(locale, faces.both.name)
  const statusCode = EARLY_REFUSALS[refusal]
  const wire: WireError = {
    statusCode,
    code: refusal,
    message: t(`errors.${refusal}`),
    ...(statusCode >= 500 && { incident: newIncident() }),
  }
  if (!incoming.headers.accept?.includes('text/html'))
    return { type: 'application/json', body: JSON.stringify(wire) }
  return {
    type: 'text/html; charset=utf-8',
    body: String(barePage(wire, locale, { home: '/', back: t('errors.back_to_home') })),
  }
}

/** An error page that costs nothing to draw. */
export const barePage = (
  wire: WireError,
  locale: Locale,
  { home, back }: { home: string; back: string },
) => html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${wire.message}</title></head>
<body><main><h1>${wire.message}</h1>${wire.description ? html`<p>${wire.description}</p>` : ''}<p><a href="${home}">${back}</a></p>
<p><small>${wire.statusCode}${wire.incident ? ` · ${wire.incident}` : ''}</small></p></main></body></html>`
