import { pino, type Logger } from 'pino'

// Structural redaction; nothing of these names is ever logged on purpose, this is the net below (I12).
const SECRET_PATHS = ['number', 'cvc', 'card', 'password', 'secret', 'authorization', 'cookie', 'apps-token', 'store-token', 'token']

/** 13 to 19 digits with spaces or dashes between: looks like a card, so it does not get out. */
const CARD_LIKE = /\b(?:\d[ -]?){13,19}\b/g

export const maskCards = (text: string): string => text.replace(CARD_LIKE, found => `${found.slice(0, 4)}…${found.slice(-2)}`)

/** One JSON line per event on standard output. */
export function openLog(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_PATHS.flatMap(name => [`["${name}"]`, `*["${name}"]`]), censor: '[redacted]' },
    serializers: { error: serializeError, err: serializeError },
  })
}

function serializeError(error: unknown) {
  if (!(error instanceof Error)) return { message: maskCards(String(error).slice(0, 500)) }
  return { name: error.name, message: maskCards(error.message.slice(0, 500)), code: (error as { code?: string }).code, stack: maskCards((error.stack ?? '').slice(0, 4000)) }
}
