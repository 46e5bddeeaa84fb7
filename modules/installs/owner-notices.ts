import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { type Services, inTransaction } from '#kernel/context.ts'
import { type Happened, type HappenedPage, newestFirst } from '#kernel/happened.ts'
import {
  type AppealAnswered,
  type ApprovalAsked,
  type HelpAnswered,
  type OwnerNotice,
  type ReviewAnswered,
  type ReviewTakenDown,
  type ScriptsChanged,
  type StoppedItem,
  type ThemeFailed,
  type To,
  type UpdateFailed,
  appealAnsweredMail,
  approvalAskedMail,
  helpAnsweredMail,
  itemStoppedMail,
  reviewAnsweredMail,
  reviewDownMail,
  scriptsChangedMail,
  storeOf,
  themeFailedMail,
  updateFailedMail,
} from './owner-mails.ts'
import type { Locale } from '#lib/locale.ts'
import { isMailed, type NoticeKind } from './notice-rules.ts'
import { wantsMail } from './notices.ts'
import { queueMail } from '#modules/mail/public.ts'
import { findConsentLocale } from '#modules/orders/public.ts'
import { findOwner } from '#modules/stores/sessions/public.ts'

/** A failed update is being reversed; wait until the result is known. */
const WAIT_SECONDS = {
  update_failed: 120,
  scripts_changed: 0,
  review_down: 0,
  appeal_answered: 0,
  theme_failed: 120,
  review_answered: 0,
  question_answered: 0,
  help_answered: 0,
  approval_asked: 0,
  saved_cheaper: 0,
  saved_ready: 0,
} as const

const subjectOf = (notice: OwnerNotice): string =>
  notice.kind === 'update_failed'
    ? notice.runId
    : notice.kind === 'theme_failed'
      ? notice.scheduleId
      : 'answerId' in notice
        ? notice.answerId
        : notice.kind === 'approval_asked'
          ? notice.approvalId
          : 'subject' in notice
            ? notice.subject
            : notice.kind === 'review_down' || notice.kind === 'appeal_answered'
              ? notice.facts.statementId
              : notice.at.toISOString()

/** Stores a notice in the caller's transaction; the same notice is sent once. */
export async function recordOwnerNotice(
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  storeId: string,
  notice: OwnerNotice,
): Promise<void> {
  const now = clock.now()
  const wait = WAIT_SECONDS[notice.kind]
  const id = newId('own')
  const row = await trx
    .insertInto('owner_notices')
    .values({
      id,
      store_id: storeId,
      kind: notice.kind,
      subject: subjectOf(notice),
      facts: JSON.stringify(notice.facts),
      created_at: now,
      due_at: isMailed(notice.kind) ? secondsAfter(now, wait) : null,
    })
    .onConflict((conflict) => conflict.columns(['store_id', 'kind', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row && isMailed(notice.kind)) await jobs.enqueue(trx, 'tell-owner', { id }, wait + 1)
}

/**
 * The market stopped an item or lifted the stop: one notice for every store that has it, in the
 * caller's transaction. The recovery job sends them, so that a hundred thousand take no longer than
 * one here.
 */
export const recordStoreNotices = (
  { clock }: Pick<Services, 'clock'>,
  trx: Db,
  kind: 'item_stopped' | 'item_lifted',
  { stopId, facts }: { stopId: string; facts: StoppedItem },
): Promise<unknown> =>
  sql`insert into owner_notices (id, store_id, kind, subject, facts, created_at, due_at)
    select 'own_' || left(replace(gen_random_uuid()::text, '-', ''), 20), store_id, ${kind}, ${stopId}, ${JSON.stringify(facts)}::jsonb, ${clock.now()}, ${clock.now()}
    from (select distinct store_id from installations where item_id = ${facts.itemId} and state <> 'uninstalled') as those
    on conflict (store_id, kind, subject) do nothing`.execute(trx)

/** About three days with growing pauses; after that only the owner's pages show it. */
const MOST_TRIES = 16

const LONGEST_PAUSE_SECONDS = 6 * 3600

/** Notices that are due. */
export const findDueNotices = async ({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> =>
  (
    await db
      .selectFrom('owner_notices')
      .select('id')
      .where('due_at', '<=', clock.now())
      .orderBy('due_at')
      .limit(1000)
      .execute()
  ).map((one) => one.id)

/**
 * The job `tell-owner`: fetches the owner from the platform, outside any transaction, then queues
 * the mail.
 */
export async function sendOwnerNotice(services: Services, id: string): Promise<void> {
  const now = services.clock.now()
  // Claim the row before any call, so that a crashed worker leaves it to be tried again.
  const row = await services.db
    .updateTable('owner_notices')
    .set({
      tries: sql<number>`tries + 1`,
      due_at: sql<Date>`${now}::timestamptz + least(${LONGEST_PAUSE_SECONDS}, 60 * power(2, tries)) * interval '1 second'`,
    })
    .where('id', '=', id)
    .where('due_at', '<=', now)
    .returningAll()
    .executeTakeFirst()
  if (!row) return
  const isWanted = await wantsMail(services.db, row.store_id, row.kind as NoticeKind)
  const owner = !isWanted || row.tries > MOST_TRIES ? null : await findOwner(services, row.store_id)
  if (!owner) {
    if (isWanted)
      services.log.warn({ notice: id, store: row.store_id }, 'no owner found for a notice')
    await services.db
      .updateTable('owner_notices')
      .set({ due_at: null })
      .where('id', '=', id)
      .execute()
    return
  }
  const to = {
    key: `owner ${id}`,
    to: owner.email,
    // The only language that the store told us.
    locale: ((await findConsentLocale(services.db, row.store_id)) as Locale | undefined) ?? 'en',
    platform: (await storeOf(services, row.store_id)).platformId,
    storeId: row.store_id,
  }
  const mail = await mailOf(services, to, row)
  await inTransaction(services, async (trx) => {
    if (mail) await queueMail(services, trx, mail)
    await trx
      .updateTable('owner_notices')
      .set({ due_at: null, ...(mail && { mailed_at: now }) })
      .where('id', '=', id)
      .execute()
  })
}

function mailOf(services: Services, to: To, { kind, facts }: { kind: string; facts: unknown }) {
  switch (kind) {
    case 'update_failed':
      return updateFailedMail(services, to, facts as UpdateFailed)
    case 'review_down':
      return reviewDownMail(services, to, facts as ReviewTakenDown)
    case 'appeal_answered':
      return appealAnsweredMail(services, to, facts as AppealAnswered)
    case 'theme_failed':
      return themeFailedMail(services, to, facts as ThemeFailed)
    case 'review_answered':
      return reviewAnsweredMail(services, to, facts as ReviewAnswered)
    case 'help_answered':
      return helpAnsweredMail(services, to, facts as HelpAnswered)
    case 'approval_asked':
      return approvalAskedMail(services, to, facts as ApprovalAsked)
    case 'scripts_changed':
      return scriptsChangedMail(services, to, facts as ScriptsChanged)
    default:
      return itemStoppedMail(services, to, kind === 'item_stopped', facts as StoppedItem)
  }
}

/** What a store's owner was told. */
export async function listNoticeHappenings(
  db: Db,
  storeId: string,
  page: HappenedPage,
): Promise<Happened[]> {
  const { isBefore, order } = newestFirst(page, ['owner_notices.created_at'], sql`'notice-' || id`)
  const rows = await db
    .selectFrom('owner_notices')
    .select(['id', 'kind', 'created_at', 'mailed_at'])
    .where('store_id', '=', storeId)
    .where(isBefore)
    .orderBy(order)
    .limit(page.most)
    .execute()
  return rows.map((row) => ({
    id: `notice-${row.id}`,
    at: row.created_at,
    source: 'notice',
    kind: row.kind,
    facts: { mailed_at: row.mailed_at?.toISOString() ?? null },
  }))
}
