import { secondsAfter } from '#lib/clock.ts'
import { HttpFailure } from '#lib/http.ts'
import { counter } from '#lib/telemetry.ts'
import { type Services, inTransaction } from '#kernel/context.ts'
import { signLaunch } from '#modules/installs/public.ts'
import { PROBE_SECONDS, isTooOld } from './breaker-rules.ts'
import {
  changeFailures,
  changeMessage,
  countUnderWay,
  dropWaiting,
  endTry,
  findCopy,
  insertTry,
  listDue,
  lockEndpoint,
  lockMessage,
  setDisabled,
} from './data.ts'
import { recordFailure, recordSuccess, recordTry } from './endpoint-health.ts'
import { validSecrets } from './notify-app.ts'
import { createHmac } from 'node:crypto'

const deliveries = counter(
  'arasta.webhook.deliveries',
  'Tries to deliver a webhook, by what follows.',
  ['delivered', 'again', 'dead', 'gone'].map((outcome) => ({ 'arasta.outcome': outcome })),
)

type Needs = Pick<
  Services,
  'db' | 'clock' | 'log' | 'http' | 'sealing' | 'jobs' | 'origins' | 'signingKey' | 'webhookLog'
>

interface Try {
  message: NonNullable<Awaited<ReturnType<typeof lockMessage>>>
  endpoint: Awaited<ReturnType<typeof lockEndpoint>>
  number: number
  byHand: boolean
}

/**
 * The job `deliver-webhook`: one try, outside any transaction, logged before it is made. The lease
 * of a crashed worker expires, and the next try has the same id and body, so an app can recognize a
 * repetition.
 */
export async function deliverWebhook(services: Needs, id: string, byHand = false): Promise<void> {
  const taken = await claimMessage(services, id, byHand)
  if (!taken) return
  const began = performance.now()
  const outcome = await send(services, taken)
  await record(services, taken, outcome, Math.round(performance.now() - began))
}

/**
 * Claims a message that is due. A manual try may repeat an ended message, but never overlaps an
 * open try.
 */
const claimMessage = (
  { db, clock, jobs }: Needs,
  id: string,
  byHand: boolean,
): Promise<Try | null> =>
  inTransaction({ db }, async (trx) => {
    const now = clock.now()
    const seen = await trx
      .selectFrom('webhook_messages')
      .select('endpoint_id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!seen) return null
    const endpoint = await lockEndpoint(trx, seen.endpoint_id)
    const message = await lockMessage(trx, id)
    if (!message || (message.leased_until !== null && message.leased_until > now)) return null
    if (!byHand && (message.state !== 'waiting' || message.next_try_at > now)) return null
    if (endpoint.disabled_at !== null) {
      if (message.state === 'waiting')
        await changeMessage(trx, id, { state: 'dropped', ended_at: now, leased_until: null })
      return null
    }
    if (!byHand && endpoint.paused_at !== null && endpoint.probe_at !== null) {
      if (endpoint.probe_at > now) {
        if (isTooOld(message.replayed_at ?? message.occurred_at, now))
          await changeMessage(trx, id, { state: 'dead', ended_at: now, leased_until: null })
        else await changeMessage(trx, id, { next_try_at: endpoint.probe_at })
        return null
      }
      await changeFailures(trx, endpoint.id, { probe_at: secondsAfter(now, PROBE_SECONDS) })
    }
    if ((await countUnderWay(trx, endpoint.id, now)) >= MAX_CONCURRENT_TRIES) {
      if (message.state === 'waiting')
        await changeMessage(trx, id, { next_try_at: secondsAfter(now, 1) })
      await jobs.enqueue(trx, 'deliver-webhook', { id }, 2)
      return null
    }
    const number = await insertTry(trx, id, byHand || message.replayed_at !== null, now)
    await changeMessage(trx, id, {
      leased_until: secondsAfter(now, LEASE_SECONDS),
      ...(byHand ? {} : { tries: message.tries + 1 }),
    })
    return {
      message: { ...message, tries: byHand ? message.tries : message.tries + 1 },
      endpoint,
      number,
      byHand,
    }
  })

type Outcome =
  | { status: number; retryAfter: number; text: string; failure: null }
  | { failure: HttpFailure['kind'] }

async function send(services: Needs, { message, endpoint, byHand }: Try): Promise<Outcome> {
  const { clock, http } = services
  const now = clock.now()
  const timestamp = Math.floor(now.getTime() / 1000)
  const signatures = validSecrets(services, endpoint, now).map((secret) =>
    signWebhook(secret, { id: message.id, timestamp, body: message.body }),
  )
  try {
    const answer = await http.request(endpoint.url, {
      method: 'POST',
      body: message.body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: 256 * 1024,
      headers: {
        ...plainHeaders(message.id, timestamp, byHand || message.replayed_at !== null),
        'webhook-signature': signatures.join(' '),
        ...(message.type === 'app.installed' && (await launchTokenHeader(services, message))),
      },
    })
    return {
      status: answer.status,
      retryAfter: readRetryAfter(answer.headers['retry-after'], now),
      text: answerForLog(answer.body),
      failure: null,
    }
  } catch (error) {
    if (error instanceof HttpFailure) return { failure: error.kind }
    throw error
  }
}

/**
 * The headers of a try that are no secret. `isReplay`: somebody had it sent again, so the receiver
 * may have it already.
 */
export const plainHeaders = (
  id: string,
  timestamp: number,
  isReplay: boolean,
): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Arasta',
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  ...(isReplay && { 'arasta-replay': 'true' }),
})

/**
 * The message `app.installed` carries a token that the app can exchange for its credential and
 * secrets; a new one for each try, never stored.
 */
async function launchTokenHeader(
  services: Needs,
  message: Try['message'],
): Promise<Record<string, string>> {
  const copy =
    message.installation_id !== null && (await findCopy(services.db, message.installation_id))
  if (!copy || (copy.state !== 'installed' && copy.state !== 'updating')) return {}
  const { data } = JSON.parse(message.body) as { data: { app: string } }
  const { token } = await signLaunch(services, {
    installationId: copy.id,
    storeId: copy.store_id,
    domain: copy.domain,
    prefix: data.app,
    locale: null,
  })
  return { 'arasta-token': token }
}

async function record(
  services: Needs,
  { message, endpoint, number, byHand }: Try,
  outcome: Outcome,
  durationMs: number,
): Promise<void> {
  const { db, clock, jobs, log } = services
  const answer = outcome.failure === null ? outcome : null
  const end = endOfTry(answer, message.tries, Math.random())
  const { id } = message
  await inTransaction({ db }, async (trx) => {
    const now = clock.now()
    const locked = await lockEndpoint(trx, endpoint.id)
    const there = await lockMessage(trx, id)
    await endTry(trx, id, number, {
      status: answer?.status ?? null,
      failure: outcome.failure,
      duration_ms: durationMs,
      answer: answer?.text ?? null,
    })
    await recordTry(trx, endpoint.id, { at: now, isFailed: end.what !== 'delivered' })
    if (end.what === 'delivered') await recordSuccess(trx, locked, now)
    else if (!byHand || end.what === 'gone')
      await recordFailure(services, trx, locked, { isGone: end.what === 'gone', at: now })
    if (!there) return
    if (end.what === 'delivered')
      return changeMessage(trx, id, { state: 'delivered', ended_at: now, leased_until: null })
    if (end.what === 'gone') {
      await setDisabled(trx, endpoint.id, now)
      await changeMessage(trx, id, { leased_until: null })
      return dropWaiting(trx, endpoint.id, now)
    }
    // A manual try, or one overtaken by another, does not change the schedule.
    if (byHand || there.state !== 'waiting' || there.tries !== message.tries)
      return changeMessage(trx, id, { leased_until: null })
    if (end.what === 'dead')
      return changeMessage(trx, id, { state: 'dead', ended_at: now, leased_until: null })
    await changeMessage(trx, id, {
      leased_until: null,
      next_try_at: secondsAfter(now, end.afterSeconds),
    })
    return jobs.enqueue(trx, 'deliver-webhook', { id }, Math.ceil(end.afterSeconds))
  })
  deliveries({ 'arasta.outcome': end.what })
  if (end.what !== 'delivered')
    log.warn(
      {
        message: id,
        endpoint: endpoint.id,
        try: number,
        status: answer?.status,
        failure: outcome.failure,
        end: end.what,
      },
      'webhook delivery failed',
    )
}

/** For the recovery job: messages that are due but whose job was lost. */
export const findDueWebhooks = async ({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> =>
  (await listDue(db, clock.now())).map((one) => one.id)

/**
 * Pauses before each try in seconds: ten tries, the last about 75 hours after the first (Standard
 * Webhooks' example).
 */
export const SCHEDULE_SECONDS = [
  0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
] as const
/** Random share of a pause, so that tries that failed together do not return together. */
const JITTER = 0.1
/** Longest pause that an app can request. */
const MAX_PAUSE_SECONDS = 86_400
const TIMEOUT_MS = 15_000
/** Longer than a try may take; afterwards another worker may take over. */
const LEASE_SECONDS = 30
/** Concurrent tries to one address: a slow app must not block the workers. */
const MAX_CONCURRENT_TRIES = 2
/** How long a former secret signs beside the new one. */
export const FORMER_SECONDS = 24 * 3600
const MAX_ANSWER = 500

/** The signature over id, timestamp and body (Standard Webhooks, `v1`). */
export const signWebhook = (
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')}`

/** Seconds requested by `Retry-After`: a number or a date. */
function readRetryAfter(header: string | undefined, now: Date): number {
  if (header === undefined) return 0
  const seconds = /^\d{1,9}$/.test(header)
    ? Number(header)
    : (Date.parse(header) - now.getTime()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), MAX_PAUSE_SECONDS) : 0
}

/** Seconds until the next try after `tries` of them; null after the last. `random` is in 0 … 1. */
function pauseAfter(tries: number, asked: number, random: number): number | null {
  const next = SCHEDULE_SECONDS[tries]
  return next === undefined ? null : Math.max(next * (1 + JITTER * (2 * random - 1)), asked)
}

/**
 * The first characters of an answer for the log: one line of text, with anything like a key
 * removed.
 */
const answerForLog = (body: Buffer): string =>
  body
    .subarray(0, 4 * MAX_ANSWER)
    .toString('utf8')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .replaceAll(/\b(?:whsec_|Bearer\s+)[\w+/=.-]+|[\w+/=-]{32,}/gi, '…')
    .trim()
    .slice(0, MAX_ANSWER)

type TryEnd =
  | { what: 'delivered' }
  | { what: 'gone' }
  | { what: 'dead' }
  | { what: 'again'; afterSeconds: number }

/** What follows from a try. A redirect is a failure: nobody approved its target. */
function endOfTry(
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

/** How long an app has to answer an owner's data request. */
export const ANSWER_SECONDS = 30 * 86_400
/** How long until the owner may request the same again. */
export const DATA_PAUSE_SECONDS = 86_400
