import { secondsAfter } from '#lib/clock.ts'
import { HttpFailure } from '#lib/http.ts'
import { unseal } from '#lib/sealed.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { signLaunch } from '#modules/installs/public.ts'
import {
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
import {
  answerForLog,
  endOfTry,
  LEASE_SECONDS,
  MAX_AT_ONCE,
  readRetryAfter,
  signWebhook,
  TIMEOUT_MS,
} from './rules.ts'
import { SECRET_PURPOSE } from './tell-app.ts'

type Needs = Pick<
  Services,
  'db' | 'clock' | 'log' | 'http' | 'sealing' | 'jobs' | 'origins' | 'signingKey'
>
type Endpoint = Awaited<ReturnType<typeof lockEndpoint>>

interface Try {
  message: NonNullable<Awaited<ReturnType<typeof lockMessage>>>
  endpoint: Endpoint
  number: number
  byHand: boolean
}

/**
 * The job `deliver-webhook`: one try, outside of any transaction, written down before it is made. A
 * worker that dies in the middle leaves a lease that runs out; the next try has the same id and the
 * same body, so an app that was told twice can see that it was.
 */
export async function deliverWebhook(services: Needs, id: string, byHand = false): Promise<void> {
  const taken = await take(services, id, byHand)
  if (!taken) return
  const began = performance.now()
  const outcome = await send(services, taken)
  await record(services, taken, outcome, Math.round(performance.now() - began))
}

/**
 * Takes hold of a message whose time has come. By hand it may have ended before, but never while a
 * try is under way.
 */
const take = ({ db, clock, jobs }: Needs, id: string, byHand: boolean): Promise<Try | null> =>
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
    if ((await countUnderWay(trx, endpoint.id, now)) >= MAX_AT_ONCE) {
      if (message.state === 'waiting')
        await changeMessage(trx, id, { next_try_at: secondsAfter(now, 1) })
      await jobs.enqueue(trx, 'deliver-webhook', { id }, 2)
      return null
    }
    const number = await insertTry(trx, id, byHand, now)
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

async function send(services: Needs, { message, endpoint }: Try): Promise<Outcome> {
  const { clock, sealing, http } = services
  const now = clock.now()
  const timestamp = Math.floor(now.getTime() / 1000)
  const sealed = [
    endpoint.secret_sealed,
    ...(endpoint.former_sealed !== null &&
    endpoint.former_until !== null &&
    endpoint.former_until > now
      ? [endpoint.former_sealed]
      : []),
  ]
  const signatures = sealed.map((one) =>
    signWebhook(unseal(sealing, SECRET_PURPOSE, one), {
      id: message.id,
      timestamp,
      body: message.body,
    }),
  )
  try {
    const answer = await http.request(endpoint.url, {
      method: 'POST',
      body: message.body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: 256 * 1024,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Arasta',
        'webhook-id': message.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatures.join(' '),
        ...(message.type === 'app.installed' && (await introduce(services, message))),
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
 * With the news that it is there an app gets a token that it may trade for its credential and
 * secrets, made anew for each try and kept nowhere.
 */
async function introduce(
  services: Needs,
  message: Try['message'],
): Promise<Record<string, string>> {
  const copy = await findCopy(services.db, message.installation_id)
  if (copy?.state !== 'installed' && copy?.state !== 'updating') return {}
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
  { db, clock, jobs, log }: Needs,
  { message, endpoint, number, byHand }: Try,
  outcome: Outcome,
  durationMs: number,
): Promise<void> {
  const answer = outcome.failure === null ? outcome : null
  const end = endOfTry(answer, message.tries, Math.random())
  const { id } = message
  await inTransaction({ db }, async (trx) => {
    const now = clock.now()
    await lockEndpoint(trx, endpoint.id)
    const there = await lockMessage(trx, id)
    await endTry(trx, id, number, {
      status: answer?.status ?? null,
      failure: outcome.failure,
      duration_ms: durationMs,
      answer: answer?.text ?? null,
    })
    if (!there) return
    if (end.what === 'delivered')
      return changeMessage(trx, id, { state: 'delivered', ended_at: now, leased_until: null })
    if (end.what === 'gone') {
      await setDisabled(trx, endpoint.id, now)
      await changeMessage(trx, id, { leased_until: null })
      return dropWaiting(trx, endpoint.id, now)
    }
    // A try by hand, or one that was overtaken by another, changes nothing of the schedule.
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
      'webhook not taken',
    )
}

/** For the sweep: messages whose time has come and whose job was lost. */
export const findDueWebhooks = async ({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> =>
  (await listDue(db, clock.now())).map((one) => one.id)
