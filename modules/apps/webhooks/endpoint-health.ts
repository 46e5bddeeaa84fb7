import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { isEmail } from '#lib/email.ts'
import { FALLBACK_LOCALE, readLocale } from '#lib/locale.ts'
import type { Services } from '#kernel/context.ts'
import { mailWords, onOneLine, queueMail } from '#modules/mail/public.ts'
import { PROBE_SECONDS, shouldPause } from './breaker-rules.ts'
import { changeFailures, hastenWaiting, type lockEndpoint } from './data.ts'

type Endpoint = Awaited<ReturnType<typeof lockEndpoint>>
type Needs = Pick<Services, 'clock' | 'jobs' | 'log' | 'sealing' | 'origins' | 'webhookLog'>

/** A partner gets one mail about an item in this time, however many of its addresses fail. */
const MAIL_PAUSE_SECONDS = 86_400
/** Members of a partner who get it. */
const MOST_READERS = 20

/** Adds a try to the figures of its hour; the endpoint is locked. */
export const recordTry = (
  trx: Db,
  endpointId: string,
  { at, isFailed }: { at: Date; isFailed: boolean },
) =>
  sql`
    insert into webhook_health as kept (endpoint_id, hour, tries, failed)
      values (${endpointId}, date_trunc('hour', ${at}::timestamptz, 'UTC'), 1, ${isFailed ? 1 : 0})
    on conflict (endpoint_id, hour) do update set
      tries = kept.tries + 1, failed = kept.failed + excluded.failed`.execute(trx)

/** The first delivery after failures ends a pause. */
export async function recordSuccess(trx: Db, endpoint: Endpoint, at: Date): Promise<void> {
  if (endpoint.failures > 0) await resumeEndpoint(trx, endpoint.id, at)
}

/** Ends a pause and the row of failures: what waits is tried now. */
export async function resumeEndpoint(trx: Db, endpointId: string, at: Date): Promise<void> {
  await changeFailures(trx, endpointId, {
    failures: 0,
    failing_since: null,
    paused_at: null,
    probe_at: null,
  })
  await hastenWaiting(trx, endpointId, at)
}

/**
 * Counts failures in a row at an endpoint, in the transaction of the outcome; one that failed for
 * too long is paused. Its partner gets a mail, once, when it is paused, has failed for some time,
 * or said that it is gone.
 */
export async function recordFailure(
  services: Needs,
  trx: Db,
  endpoint: Endpoint,
  { isGone, at }: { isGone: boolean; at: Date },
): Promise<void> {
  const failures = endpoint.failures + 1
  const since = endpoint.failing_since ?? at
  const isPaused =
    !isGone && endpoint.paused_at === null && shouldPause({ failures, failingSince: since }, at)
  const isLong = since <= secondsAfter(at, -services.webhookLog.mailAfterMinutes * 60)
  const isTold = endpoint.told_at !== null && endpoint.told_at >= since
  const tells =
    (isGone || isPaused || isLong) && !isTold && !(await wasToldOf(trx, endpoint.item_id, at))
  await changeFailures(trx, endpoint.id, {
    failures,
    failing_since: since,
    ...(isPaused && { paused_at: at, probe_at: secondsAfter(at, PROBE_SECONDS) }),
    ...(tells && { told_at: at }),
  })
  if (isPaused)
    services.log.warn({ endpoint: endpoint.id, failures }, 'webhooks to an address are paused')
  if (!tells) return
  const isWaiting = isPaused || endpoint.paused_at !== null
  await mailDevelopers(services, trx, endpoint, isGone ? 'gone' : isWaiting ? 'paused' : 'lead', at)
}

/** Whether a mail about any address of this item went out lately. */
const wasToldOf = async (trx: Db, itemId: string, at: Date): Promise<boolean> =>
  (await trx
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('item_id', '=', itemId)
    .where('told_at', '>', secondsAfter(at, -MAIL_PAUSE_SECONDS))
    .limit(1)
    .executeTakeFirst()) !== undefined

async function mailDevelopers(
  services: Needs,
  trx: Db,
  endpoint: Endpoint,
  lead: 'lead' | 'paused' | 'gone',
  at: Date,
): Promise<void> {
  const readers = await trx
    .selectFrom('items')
    .innerJoin('partner_members', 'partner_members.partner_id', 'items.partner_id')
    .innerJoin('people', 'people.id', 'partner_members.person_id')
    .select(['items.name as item', 'items.partner_id'])
    .select(['people.id', 'people.email', 'people.locale'])
    .where('items.id', '=', endpoint.item_id)
    .where('partner_members.role', 'in', ['owner', 'developer'])
    .orderBy('people.id')
    .limit(MOST_READERS)
    .execute()
  for (const reader of readers) {
    if (!isEmail(reader.email)) continue
    const locale = readLocale(reader.locale) ?? FALLBACK_LOCALE
    const t = mailWords(locale)
    const said = { item: onOneLine(reader.item, 100), address: onOneLine(endpoint.url, 300) }
    await queueMail(services, trx, {
      key: `webhook fails ${endpoint.id} ${at.toISOString()} ${reader.id}`,
      to: reader.email,
      locale,
      subject: t('mails.webhook_fails.subject', said),
      paragraphs: [t(`mails.webhook_fails.${lead}`, said)],
      action: {
        label: t('mails.webhook_fails.action'),
        url: `${services.origins.console}/partner/${reader.partner_id}/items/${endpoint.item_id}/webhooks?hl=${locale}`,
      },
      footnote: t('mails.webhook_fails.footnote'),
    })
  }
}

export interface Health {
  id: string
  url: string
  disabled_at: Date | null
  failing_since: Date | null
  paused_at: Date | null
  told_at: Date | null
  tries: number
  failed: number
}

/**
 * Endpoints of an item with the tries of the last day: those that fail first, then the newest; at
 * most `most`.
 */
export async function listEndpoints(
  db: Db,
  itemId: string,
  now: Date,
  most: number,
): Promise<Health[]> {
  const since = secondsAfter(now, -86_400)
  const { rows } = await sql<Health>`
    with shown as (
      (select id, url, disabled_at, failing_since, paused_at, told_at, created_at from webhook_endpoints
        where item_id = ${itemId} and failing_since is not null
        order by failing_since limit ${most})
      union
      (select id, url, disabled_at, failing_since, paused_at, told_at, created_at from webhook_endpoints
        where item_id = ${itemId} order by created_at desc, id limit ${most}))
    select shown.*, coalesce(sum(health.tries), 0)::integer as tries,
      coalesce(sum(health.failed), 0)::integer as failed
    from shown
    left join webhook_health health on health.endpoint_id = shown.id and health.hour >= ${since}
    group by shown.id, shown.url, shown.disabled_at, shown.failing_since, shown.paused_at,
      shown.told_at, shown.created_at
    order by shown.failing_since nulls last, shown.created_at desc, shown.id
    limit ${most}`.execute(db)
  return rows
}

export const purgeHealthBefore = (db: Db, before: Date) =>
  db.deleteFrom('webhook_health').where('hour', '<', before).execute()
