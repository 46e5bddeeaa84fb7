import { pino, type DestinationStream, type Logger } from 'pino'
import { maskCards } from '#lib/card-numbers.ts'

/**
 * Nothing of these names is logged on purpose; this is the net below (I12). Compared without case,
 * dashes and underscores.
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

/**
 * What of a value may be written down: plain data by name, errors by their kind, nothing that only
 * looks like data.
 */
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
  // Buffers, requests, streams, maps: what is in them nobody has looked at.
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

/**
 * Name, code, message and stack; whatever else hangs on an error (a request, a row) stays behind.
 */
const cleanError = (error: Error, depth: number): object => ({
  name: error.name,
  message: maskCards(error.message.slice(0, 500)),
  code: (error as { code?: string }).code,
  stack: maskCards((error.stack ?? '').slice(0, MAX_TEXT)),
  ...(error.cause instanceof Error &&
    depth < MAX_DEPTH && { cause: cleanError(error.cause, depth + 1) }),
})

/**
 * One JSON line per event on standard output. Card data is kept out twice: by structure, value by
 * value, and by pattern, over the finished line.
 */
export function openLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    // An error that is logged alone comes as `err`.
    serializers: { err: (value: unknown) => value },
    formatters: {
      log: (entries: Record<string, unknown>) => cleanEntries(entries, 0),
      bindings: (entries: Record<string, unknown> | undefined) => cleanEntries(entries ?? {}, 0),
    },
    hooks: { streamWrite: maskCards },
  }
  return destination ? pino(options, destination) : pino(options)
}
