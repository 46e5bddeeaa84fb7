import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Services } from '#kernel/context.ts'
import { isRefusal } from '#lib/refusal.ts'
import type { WireError } from '#lib/wire-error.ts'
import { localeOf, translatorOf } from './translator.ts'
import { barePage } from './early-refusal.ts'
import { toWireError } from './errors.ts'

/** Draws the error page of an app's screens. */
export type ShowFailure = (c: Context, failure: WireError) => Promise<Response>

/**
 * What failed as the caller is told it. What nobody expected is in the log, under the incident's
 * number.
 */
export function tellFailure(error: unknown, c: Context, services: Services): WireError {
  const incident = c.get('incident' as never) as string
  const { wire, retryAfter, unexpected } = toWireError(
    error,
    translatorOf(localeOf(c), services.faces.both.name),
    incident,
  )
  if (unexpected) services.log.error({ error, incident, path: c.req.path }, 'unexpected')
  if (retryAfter !== undefined) c.header('retry-after', String(retryAfter))
  c.header('cache-control', 'no-store')
  return wire
}

/** Refusals to spend more on a caller: drawing a whole page would. */
const UNADORNED = new Set(['busy', 'pages.too_many', 'body.too_large'])

/**
 * What fails before or beside the screens is shown by them all the same; only when they fail too is
 * it a bare page with a link to `home`.
 */
export async function failedPage(
  error: unknown,
  c: Context,
  services: Services,
  showFailure: ShowFailure | null,
  home: string,
): Promise<Response> {
  const wire = tellFailure(error, c, services)
  if (showFailure && !UNADORNED.has(wire.code) && c.req.header('accept')?.includes('text/html')) {
    try {
      return await showFailure(c, wire)
    } catch (second) {
      // No room for a whole page now.
      if (!isRefusal(second))
        services.log.error(
          { error: second, incident: c.get('incident' as never) as string },
          'the error page failed',
        )
    }
  }
  const locale = localeOf(c)
  const back = translatorOf(locale, services.faces.both.name)('errors.back_to_home')
  return c.html(barePage(wire, locale, { home, back }), wire.statusCode as ContentfulStatusCode)
}
