import { type RefusalDetails, isRefusal, refuse } from '#lib/refusal.ts'
import {
  type Locale,
  type Translate,
  chooseLocale,
  forEachLocale,
  directionOf,
  makeTranslate,
} from '#lib/locale.ts'
import type { WireError } from '#lib/wire-error.ts'
import type { Context } from 'hono'
import { routePath } from 'hono/route'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Services } from '#kernel/context.ts'
import { html } from 'hono/html'
import type { IncomingMessage } from 'node:http'
import { EARLY_REFUSALS, type EarlyRefusal, type RefusalText } from '#lib/bounded-server.ts'
import { getCookie } from 'hono/cookie'
import { randomCode } from '#lib/ids.ts'
import { nameForms } from '#lib/market-name.ts'
import { readAllMessages } from '#locales/read.ts'

/** Words a thrown error for the caller in their language, without internals (I13). */
export function toWireError(
  error: unknown,
  t: Translate,
  incident: string,
): { wire: WireError; retryAfter?: number; unexpected: boolean } {
  if (isDatabaseUnavailable(error))
    return toWireError(refuse('unavailable', { retryAfter: 5 }), t, incident)
  if (isRefusal(error)) {
    const details: RefusalDetails = error.details
    const fields =
      details.fields &&
      Object.fromEntries(
        Object.entries(details.fields).map(([path, message]) => [
          path,
          t(`errors.${message.code}`, { field: path, ...message.params }),
        ]),
      )
    const params = {
      ...details.params,
      ...(details.retryAfter === undefined ? {} : { seconds: details.retryAfter }),
    }
    const wire = {
      statusCode: error.status,
      code: error.code,
      message: t(`errors.${error.code}`, params),
      ...(details.description && { description: details.description }),
      ...(fields && { fields }),
      ...(error.status >= 500 ? { incident } : {}),
    }
    return {
      wire,
      unexpected: false,
      ...(details.retryAfter === undefined ? {} : { retryAfter: details.retryAfter }),
    }
  }
  return {
    wire: {
      statusCode: 500,
      code: 'unexpected',
      message: t('errors.unexpected'),
      description: t('errors.unexpected.description'),
      incident,
    },
    unexpected: true,
  }
}

const CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08001',
])

/** A lost database connection is answered with 503 and Retry-After (OPS-3). */
function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message, name } = error as { code?: string; message?: string; name?: string }
  if (name === 'HttpFailure' || name === 'Refusal') return false
  return (
    (code !== undefined && CONNECTION_ERRORS.has(code)) ||
    message === 'timeout exceeded when trying to connect' ||
    message === 'Connection terminated unexpectedly'
  )
}

/** Renders the error page of an app's screens. */
export type ShowFailure = (c: Context, failure: WireError) => Promise<Response>

/** Words a failure for the caller; unexpected errors are logged with the incident's number. */
export function describeFailure(error: unknown, c: Context, services: Services): WireError {
  const incident = c.get('incident' as never) as string
  const { wire, retryAfter, unexpected } = toWireError(
    error,
    translatorOf(localeOf(c, services), services.branding.both.name),
    incident,
  )
  if (unexpected) services.log.error({ error, incident, route: routePath(c) }, 'unexpected')
  if (retryAfter !== undefined) c.header('retry-after', String(retryAfter))
  c.header('cache-control', 'no-store')
  return wire
}

/** Refusals that must not cost the rendering of a page. */
const WITHOUT_PAGE = new Set(['busy', 'pages.too_many', 'body.too_large'])

/**
 * Renders failures outside of screens with the app's error page, or with a minimal page with a link
 * to `home`.
 */
export async function renderFailure(
  error: unknown,
  c: Context,
  services: Services,
  showFailure: ShowFailure | null,
  home: string,
): Promise<Response> {
  const wire = describeFailure(error, c, services)
  if (
    showFailure &&
    !WITHOUT_PAGE.has(wire.code) &&
    c.req.header('accept')?.includes('text/html')
  ) {
    try {
      return await showFailure(c, wire)
    } catch (second) {
      // Refused: there is no capacity for a full page.
      if (!isRefusal(second))
        services.log.error(
          { error: second, incident: c.get('incident' as never) as string },
          'the error page failed',
        )
    }
  }
  const locale = localeOf(c, services)
  const back = translatorOf(locale, services.branding.both.name)('errors.back_to_home')
  return c.html(barePage(wire, locale, { home, back }), wire.statusCode as ContentfulStatusCode)
}

/** Language of a request before routing, as `localeOf` chooses it. */
function localeOfIncoming(
  { url = '', headers }: IncomingMessage,
  offered: readonly Locale[],
): Locale {
  return chooseLocale(
    {
      query: /[?&]hl=(\w{2})(?:&|$)/.exec(url.slice(0, 2_000))?.[1] ?? null,
      cookie: /(?:^|;)\s*hl=([^;\s]*)/.exec(headers.cookie ?? '')?.[1] ?? null,
      acceptLanguage: headers['accept-language'] ?? null,
    },
    offered,
  )
}

/** Words a refusal that is made before routing: a page for people, JSON for programs. */
export function describeEarlyRefusal(
  { branding, languages }: Pick<Services, 'branding' | 'languages'>,
  refusal: EarlyRefusal,
  incoming: IncomingMessage,
): RefusalText {
  const locale = localeOfIncoming(incoming, languages)
  const t = translatorOf(locale, branding.both.name)
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

/** A minimal error page that needs no rendering. */
const barePage = (
  wire: WireError,
  locale: Locale,
  { home, back }: { home: string; back: string },
) => html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${wire.message}</title></head>
<body><main><h1>${wire.message}</h1>${wire.description ? html`<p>${wire.description}</p>` : ''}<p><a href="${home}">${back}</a></p>
<p><small>${wire.statusCode}${wire.incident ? ` · ${wire.incident}` : ''}</small></p></main></body></html>`

const MESSAGES = forEachLocale(readAllMessages)
const translators = new Map<string, Translate>()
/** Translator for a language and the market's name; cached. */
export function translatorOf(locale: Locale, name: string): Translate {
  const key = `${locale} ${name}`
  const known =
    translators.get(key) ?? makeTranslate(MESSAGES[locale], locale, nameForms(name, locale))
  translators.set(key, known)
  return known
}

export const newIncident = (): string => randomCode(8).replace(/(.{4})/, '$1-')

export const localeOf = (c: Context, { languages }: Pick<Services, 'languages'>): Locale =>
  chooseLocale(
    {
      query: c.req.query('hl') ?? null,
      cookie: getCookie(c, 'hl') ?? null,
      acceptLanguage: c.req.header('accept-language') ?? null,
    },
    languages,
  )
