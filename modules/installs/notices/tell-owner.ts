import { sql } from 'kysely'
import type { Locale } from '#lib/locale.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { queueMail } from '#modules/mail/public.ts'
import { findConsentLocale } from '#modules/orders/public.ts'
import { findOwner } from '#modules/stores/sessions/public.ts'
import type {
  AppealAnswered,
  ReviewTakenDown,
  ScriptsChanged,
  StoppedItem,
  UpdateFailed,
} from './note-for-owner.ts'
import {
  appealAnsweredMail,
  itemStoppedMail,
  reviewDownMail,
  scriptsChangedMail,
  type To,
  updateFailedMail,
} from './owner-mails.ts'

/** About three days with growing pauses; then the owner's pages still show it. */
const MOST_TRIES = 16

const LONGEST_PAUSE_SECONDS = 6 * 3600

/** Whose time has come; the worker looks for them now and then. */
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
 * The job `tell-owner`: asks the platform who the owner is, outside of any transaction, then makes
 * a mail of what was written down.
 */
export async function tellOwner(services: Services, id: string): Promise<void> {
  const now = services.clock.now()
  // Taken hold of before anybody is asked: who dies in the middle leaves it to be tried again.
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
  const owner = row.tries > MOST_TRIES ? null : await findOwner(services, row.store_id)
  if (!owner) {
    services.log.warn({ notice: id, store: row.store_id }, "a store's owner could not be told")
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
    // Nobody else has told us a language.
    locale: ((await findConsentLocale(services.db, row.store_id)) as Locale | undefined) ?? 'en',
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
    case 'scripts_changed':
      return scriptsChangedMail(services, to, facts as ScriptsChanged)
    default:
      return itemStoppedMail(services, to, kind === 'item_stopped', facts as StoppedItem)
  }
}
