import { secondsAfter } from '#lib/clock.ts'
import { HttpFailure } from '#lib/http.ts'
import type { Locale } from '#lib/locale.ts'
import { marketDay, marketDayStart } from '#lib/market-days.ts'
import { seal, unseal } from '#lib/sealed.ts'
import { dayAfter } from '#lib/time-zone.ts'
import { type OperatorRole, personOf } from '#kernel/actor.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { findOperatorContact } from '#modules/identity/public.ts'
import { mailWords, queueMail } from '#modules/mail/public.ts'
import { countInboxOf } from './inbox.ts'
import * as contract from './inbox-contract.ts'
import type { InboxKind } from './inbox-rules.ts'

const done = { success: true as const }
export const WEBHOOK_PURPOSE = 'inbox-webhook'
const TIMEOUT_MS = 10_000
const MOST_BYTES = 64 * 1024

const select = (db: Services['db'], personId: string) =>
  db
    .selectFrom('inbox_summaries')
    .select(['by_mail', 'webhook_sealed', 'hour', 'next_at', 'fault'])
    .where('person_id', '=', personId)
    .executeTakeFirst()

export const getInboxSummary = defineOperation({
  ...contract.getInboxSummary,
  run: async (ctx) => {
    const row = await select(ctx.db, personOf(ctx).id)
    return {
      by_mail: row?.by_mail ?? false,
      hour: row?.hour ?? 8,
      webhook_host: row?.webhook_sealed ? new URL(webhookOf(ctx, row.webhook_sealed)).host : null,
      next_at: row?.next_at?.toISOString() ?? null,
      fault: row?.fault ?? null,
    }
  },
})

const webhookOf = ({ sealing }: Pick<Services, 'sealing'>, sealed: string): string =>
  unseal(sealing, WEBHOOK_PURPOSE, sealed)

export const setInboxSummary = defineOperation({
  ...contract.setInboxSummary,
  audit: {
    kind: 'inbox_summary',
    id: (_input, ctx) => personOf(ctx).id,
    read: async (db, id) => {
      const row = await select(db, id)
      return row && { by_mail: row.by_mail, webhook: row.webhook_sealed !== null, hour: row.hour }
    },
  },
  run: async (ctx, { body }) => {
    const personId = personOf(ctx).id
    const before = await select(ctx.db, personId)
    const webhook =
      body.webhook === undefined
        ? (before?.webhook_sealed ?? null)
        : body.webhook && seal(ctx.sealing, WEBHOOK_PURPOSE, body.webhook)
    const isOn = body.by_mail || webhook !== null
    const row = {
      by_mail: body.by_mail,
      webhook_sealed: webhook,
      hour: body.hour,
      next_at: isOn ? nextAt(ctx, body.hour) : null,
      fault: null,
    }
    await ctx.db
      .insertInto('inbox_summaries')
      .values({ person_id: personId, ...row })
      .onConflict((conflict) => conflict.column('person_id').doUpdateSet(row))
      .execute()
    return done
  },
})

/** The next time that it is this hour in the market's zone. */
function nextAt({ clock, zones }: Pick<Services, 'clock' | 'zones'>, hour: number): Date {
  const now = clock.now()
  const today = marketDay(zones, now)
  const at = (day: string) => secondsAfter(marketDayStart(zones, day), hour * 3600)
  return at(today) > now ? at(today) : at(dayAfter(today))
}

export const findDueInboxSummaries = async ({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> =>
  (
    await db
      .selectFrom('inbox_summaries')
      .select('person_id')
      .where('next_at', '<=', clock.now())
      .orderBy('next_at')
      .limit(100)
      .execute()
  ).map((one) => one.person_id)

/**
 * The job `tell-of-inbox`: says once what waits, and nothing when nothing does. The day is taken
 * before the webhook is called, so that a crash or a slow answer never tells it twice.
 */
export async function sendInboxSummary(services: Services, personId: string): Promise<void> {
  const person = await findOperatorContact(services.db, personId)
  const counts = person ? await countInboxOf(services, person.role) : []
  const isTold = counts.some((one) => one.count !== 0)
  const words = person && summaryOf(services, person, counts)
  const taken = await inTransaction(services, async (trx) => {
    const row = await trx
      .selectFrom('inbox_summaries')
      .select(['by_mail', 'webhook_sealed', 'hour', 'next_at'])
      .where('person_id', '=', personId)
      .where('next_at', '<=', services.clock.now())
      .forUpdate()
      .executeTakeFirst()
    if (!row?.next_at) return null
    // Who is no operator any more is not told again.
    if (!person) await trx.deleteFrom('inbox_summaries').where('person_id', '=', personId).execute()
    else
      await trx
        .updateTable('inbox_summaries')
        .set({ next_at: nextAt(services, row.hour) })
        .where('person_id', '=', personId)
        .execute()
    if (person && words && isTold && row.by_mail)
      await queueMail(services, trx, {
        key: `inbox ${personId} ${row.next_at.toISOString()}`,
        to: person.email,
        locale: person.locale,
        subject: words.subject,
        paragraphs: words.lines,
        action: { label: words.action, url: words.url },
        footnote: words.footnote,
      })
    return row
  })
  if (!taken?.webhook_sealed || !words || !isTold) return
  const fault = await tellWebhook(services, webhookOf(services, taken.webhook_sealed), {
    key: `inbox ${personId} ${taken.next_at?.toISOString()}`,
    text: [words.subject, ...words.lines, words.url].join('\n'),
  })
  await services.db
    .updateTable('inbox_summaries')
    .set({ fault })
    .where('person_id', '=', personId)
    .execute()
}

/** Why it could not be told, or null. The body is what Slack and its likes take. */
async function tellWebhook(
  { http }: Pick<Services, 'http'>,
  url: string,
  { key, text }: { key: string; text: string },
): Promise<string | null> {
  try {
    const { status } = await http.request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ text }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MOST_BYTES,
    })
    return status >= 200 && status < 300 ? null : `HTTP ${status}`
  } catch (error) {
    if (error instanceof HttpFailure) return error.kind
    throw error
  }
}

function summaryOf(
  { origins }: Pick<Services, 'origins'>,
  { locale }: { locale: Locale; role: OperatorRole },
  counts: readonly { kind: InboxKind; count: number | null; more: boolean }[],
) {
  const t = mailWords(locale)
  const waiting = counts.filter((one) => one.count !== 0)
  return {
    subject: t('mails.inbox.subject', {
      count: waiting.reduce((sum, one) => sum + (one.count ?? 0), 0),
    }),
    lines: waiting.map((one) => lineOf(t, one)),
    action: t('mails.inbox.action'),
    url: `${origins.console}/operator/inbox?hl=${locale}`,
    footnote: t('mails.inbox.footnote'),
  }
}

const lineOf = (
  t: ReturnType<typeof mailWords>,
  { kind, count, more }: { kind: InboxKind; count: number | null; more: boolean },
): string =>
  t('mails.inbox.line', {
    what: t(`mails.inbox.kind.${kind}`),
    count: count === null ? t('mails.inbox.unknown') : `${count}${more ? '+' : ''}`,
  })
