import { pino, type DestinationStream, type Logger } from 'pino'
import { maskCards } from '#lib/field-rules.ts'
import { currentWork } from '#lib/telemetry.ts'

/**
 * Fields that are redacted as a last line of defense (I12). Compared without case, dashes and
 * underscores.
 */
const SECRET_NAMES = new Set([
  'number',
  'cvc',
  'cvc2',
  'cvv',
  'cvv2',
  'csc',
  'cid',
  'pan',
  'card',
  'cardnumber',
  'securitycode',
  'expiry',
  'expirymonth',
  'expiryyear',
  'holder',
  'means',
  'password',
  'secret',
  'clientsecret',
  'merchantsecret',
  'authorization',
  'cookie',
  'setcookie',
  'appstoken',
  'storetoken',
  'token',
  'otp',
  'body',
  'form',
  'headers',
  'rawbody',
  'identitynumber',
])

const isSecret = (name: string): boolean =>
  SECRET_NAMES.has(name.toLowerCase().replace(/[-_ .]/g, ''))

const MAX_DEPTH = 5
const MAX_TEXT = 4_000
const MAX_ENTRIES = 50

/** The loggable part of a value: plain data and errors. */
function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskCards(value.slice(0, MAX_TEXT))
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && Math.abs(value) < 1e12 ? value : maskCards(String(value))
  if (typeof value === 'bigint') return maskCards(String(value))
  if (typeof value === 'boolean' || value === null || value === undefined) return value
  if (value instanceof Error) return cleanError(value, depth)
  if (value instanceof Date) return value
  if (depth >= MAX_DEPTH) return '[deeper]'
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((one) => clean(one, depth + 1))
  // Contents of buffers, requests, streams and maps are unknown.
  const isPlain =
    typeof value === 'object' &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null)
  return isPlain
    ? cleanEntries(value as Record<string, unknown>, depth)
    : `[${typeof value === 'object' ? (value.constructor?.name ?? 'object') : typeof value}]`
}

const cleanEntries = (entries: Record<string, unknown>, depth: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(entries)
      .slice(0, MAX_ENTRIES)
      .map(([name, value]) => [
        maskCards(name),
        isSecret(name) ? '[redacted]' : clean(value, depth + 1),
      ]),
  )

/** Other properties of errors (requests, rows) are not logged. */
const cleanError = (error: Error, depth: number): object => ({
  name: error.name,
  message: maskCards(error.message.slice(0, 500)),
  code: (error as { code?: string }).code,
  stack: maskCards((error.stack ?? '').slice(0, MAX_TEXT)),
  ...(error.cause instanceof Error &&
    depth < MAX_DEPTH && { cause: cleanError(error.cause, depth + 1) }),
})

/**
 * Writes one JSON line per event to standard output. Card data is removed twice: value by value,
 * and by pattern from the finished line.
 */
export function openLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    // What a request or a job logs can be found by its trace.
    mixin: () => {
      const work = currentWork()
      return work ? { trace: work.span.traceId } : {}
    },
    // Errors logged alone arrive as `err`.
    serializers: { err: (value: unknown) => value },
    formatters: {
      log: (entries: Record<string, unknown>) => cleanEntries(entries, 0),
      bindings: (entries: Record<string, unknown> | undefined) => cleanEntries(entries ?? {}, 0),
    },
    hooks: { streamWrite: maskCards },
  }
  return destination ? pino(options, destination) : pino(options)
}
