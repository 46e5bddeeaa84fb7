import { createHmac } from 'node:crypto'

/**
 * Pauses before each try in seconds: ten in all, the last about 75 hours after the first (Standard
 * Webhooks' own example).
 */
export const SCHEDULE_SECONDS = [
  0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
] as const
/** How far a pause may be off, so that what failed together does not come back together. */
const JITTER = 0.1
/** An app may ask for a longer pause than the schedule's, but not for ever. */
const MAX_PAUSE_SECONDS = 86_400
export const TIMEOUT_MS = 15_000
/** Longer than a try may take: whoever died in the middle is followed by the next. */
export const LEASE_SECONDS = 30
/** Tries of one address under way at once: a slow app does not keep the workers from the others. */
export const MAX_AT_ONCE = 2
/** How long a former secret signs beside the new one. */
export const FORMER_SECONDS = 24 * 3600
/** How long the log of what ended is kept. */
export const KEPT_SECONDS = 90 * 86_400
const MAX_ANSWER = 500

/** The signature of one secret over id, time of this try and body (Standard Webhooks, `v1`). */
export const signWebhook = (
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')}`

/** What `Retry-After` asks for in seconds: a number, or a date. */
export function readRetryAfter(header: string | undefined, now: Date): number {
  if (header === undefined) return 0
  const seconds = /^\d{1,9}$/.test(header)
    ? Number(header)
    : (Date.parse(header) - now.getTime()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), MAX_PAUSE_SECONDS) : 0
}

/**
 * Seconds until the next try after `tries` of them; null when that was the last. `random` is in 0 …
 * 1.
 */
export function pauseAfter(tries: number, asked: number, random: number): number | null {
  const next = SCHEDULE_SECONDS[tries]
  return next === undefined ? null : Math.max(next * (1 + JITTER * (2 * random - 1)), asked)
}

/**
 * The first characters of an answer for the log: text only, on one line, nothing that looks like a
 * key.
 */
export const answerForLog = (body: Buffer): string =>
  body
    .subarray(0, 4 * MAX_ANSWER)
    .toString('utf8')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .replaceAll(/\b(?:whsec_|Bearer\s+)[\w+/=.-]+|[\w+/=-]{32,}/gi, '…')
    .trim()
    .slice(0, MAX_ANSWER)

export type TryEnd =
  | { what: 'delivered' }
  | { what: 'gone' }
  | { what: 'dead' }
  | { what: 'again'; afterSeconds: number }

/** What follows from a try. A redirect is a failure: where it leads nobody has agreed to. */
export function endOfTry(
  answer: { status: number; retryAfter: number } | null,
  tries: number,
  random: number,
): TryEnd {
  if (answer && answer.status >= 200 && answer.status < 300) return { what: 'delivered' }
  if (answer?.status === 410) return { what: 'gone' }
  const asked = answer?.status === 429 || answer?.status === 503 ? answer.retryAfter : 0
  const pause = pauseAfter(tries, asked, random)
  return pause === null ? { what: 'dead' } : { what: 'again', afterSeconds: pause }
}

/**
 * How long an app has to answer an owner who asks for their data, and how long until they may ask
 * again.
 */
export const ANSWER_SECONDS = 30 * 86_400
export const DATA_PAUSE_SECONDS = 86_400
