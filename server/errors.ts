import { isRefusal, refuse, type RefusalDetails } from '#lib/refusal.ts'
import type { Translate } from '#lib/messages.ts'
import type { WireError } from '#lib/wire-error.ts'

/**
 * A refusal or anything else that was thrown → what the caller is told, in the caller's language.
 * Internals stay inside (I13).
 */
export function toWireError(
  error: unknown,
  t: Translate,
  incident: string,
): { wire: WireError; retryAfter?: number; unexpected: boolean } {
  if (isDatabaseAway(error))
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

const AWAY = new Set([
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

/** No database is no fault of the request: an honest 503 that says when to come again (OPS-3). */
function isDatabaseAway(error: unknown): boolean {
  const { code, message, name } = error as { code?: string; message?: string; name?: string }
  if (name === 'HttpFailure' || name === 'Refusal') return false
  return (
    (code !== undefined && AWAY.has(code)) ||
    message === 'timeout exceeded when trying to connect' ||
    message === 'Connection terminated unexpectedly'
  )
}
