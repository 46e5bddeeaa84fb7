import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import type { Locale } from '#lib/locale.ts'
import type { PageKey } from '#lib/page-key.ts'
import { keyedHashes, seal, type SealingKeys, unseal } from '#lib/sealed.ts'
import type { Services } from '#kernel/context.ts'
import { queueMail } from '#modules/mail/public.ts'
import {
  deleteRequests,
  EMAIL_PURPOSE,
  insertConsent,
  lockSubscriber,
  MESSAGE_PURPOSE,
  setSubscriberState,
} from './data.ts'
import { mailboxOf, type MessageState, type SubscriberState } from './rules.ts'

export interface Written {
  fullname: string
  email: string
  phone?: string
  subject: string
  message: string
}

const hashesOf = (sealing: SealingKeys, email: string) =>
  keyedHashes(sealing, EMAIL_PURPOSE, mailboxOf(email))

const messages = (db: Db) =>
  db
    .selectFrom('contact_messages')
    .leftJoin('items', 'items.id', 'contact_messages.item_id')
    .leftJoin('stores', 'stores.id', 'contact_messages.store_id')
    .leftJoin('partners', 'partners.id', 'contact_messages.partner_id')
    // What is asked of a developer is between the two, until they say that it is spam.
    .where(({ or, eb }) =>
      or([
        eb('contact_messages.partner_id', 'is', null),
        eb('contact_messages.spam_at', 'is not', null),
      ]),
    )
    .select([
      'contact_messages.id',
      'contact_messages.market',
      'contact_messages.locale',
      'contact_messages.state',
      'contact_messages.created_at',
      'content_sealed',
      'answer_sealed',
      'answered_at',
      'spam_at',
      'partners.name as developer',
      'items.id as item_id',
      'items.name as item',
      'stores.domain as store',
    ])

const opened = (
  sealing: SealingKeys,
  {
    content_sealed: content,
    answer_sealed: answer,
    ...row
  }: Awaited<ReturnType<ReturnType<typeof messages>['executeTakeFirstOrThrow']>>,
) => ({
  ...row,
  written: JSON.parse(unseal(sealing, MESSAGE_PURPOSE, content)) as Written,
  answer: answer === null ? null : unseal(sealing, MESSAGE_PURPOSE, answer),
})

/** `sender`: an address; of all others the newest first. */
export async function listMessages(
  { db, sealing }: Pick<Services, 'db' | 'sealing'>,
  {
    state,
    sender,
    after,
    most,
  }: { state: MessageState | null; sender: string | null; after: PageKey | null; most: number },
) {
  let query = messages(db)
  if (state !== null) query = query.where('contact_messages.state', '=', state)
  if (sender !== null) query = query.where('sender_hash', 'in', hashesOf(sealing, sender))
  if (after !== null)
    query = query.where(
      sql<boolean>`(contact_messages.created_at, contact_messages.id) < (${after.at}::timestamptz, ${after.id})`,
    )
  return (
    await query
      .orderBy('contact_messages.created_at', 'desc')
      .orderBy('contact_messages.id', 'desc')
      .limit(most)
      .execute()
  ).map((row) => opened(sealing, row))
}

export async function findMessage({ db, sealing }: Pick<Services, 'db' | 'sealing'>, id: string) {
  const row = await messages(db).where('contact_messages.id', '=', id).executeTakeFirst()
  return row && opened(sealing, row)
}

export const setMessageState = (db: Db, id: string, state: MessageState) =>
  db.updateTable('contact_messages').set({ state }).where('id', '=', id).execute()

/**
 * Once; mailed to the address that was typed, by a person who has read what it is about. In the
 * caller's transaction; false when there is an answer already.
 */
export async function answerMessage(
  ctx: Pick<Services, 'db' | 'sealing' | 'clock' | 'jobs'>,
  id: string,
  { text, by, subject }: { text: string; by: string; subject: string },
): Promise<boolean> {
  const message = await findMessage(ctx, id)
  const { numUpdatedRows } = await ctx.db
    .updateTable('contact_messages')
    .set({
      answer_sealed: seal(ctx.sealing, MESSAGE_PURPOSE, text),
      answered_by: by,
      answered_at: ctx.clock.now(),
      state: 'answered',
    })
    .where('id', '=', id)
    .where('answer_sealed', 'is', null)
    .executeTakeFirst()
  if (!message || numUpdatedRows === 0n) return false
  await queueMail(ctx, ctx.db, {
    key: `contact answer ${id}`,
    to: message.written.email,
    locale: message.locale as Locale,
    subject,
    paragraphs: [text],
  })
  return true
}

export async function listSubscribers(
  { db, sealing }: Pick<Services, 'db' | 'sealing'>,
  {
    state,
    email,
    after,
    most,
  }: { state: SubscriberState | null; email: string | null; after: PageKey | null; most: number },
) {
  let query = db
    .selectFrom('newsletter_subscribers')
    .select(['id', 'email_sealed', 'locale', 'market', 'state', 'created_at', 'updated_at'])
  if (state !== null) query = query.where('state', '=', state)
  if (email !== null) query = query.where('email_hash', 'in', hashesOf(sealing, email))
  if (after !== null)
    query = query.where(sql<boolean>`(created_at, id) < (${after.at}::timestamptz, ${after.id})`)
  return (
    await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(most).execute()
  ).map(({ email_sealed: sealed, ...row }) => ({
    ...row,
    email: unseal(sealing, EMAIL_PURPOSE, sealed),
  }))
}

/**
 * Somebody asked us to take them off: the same as by the link of a mail. In the caller's
 * transaction; false when they are off.
 */
export async function takeOffNewsletter(db: Db, now: Date, id: string): Promise<boolean> {
  const subscriber = await lockSubscriber(db, id)
  if (!subscriber || subscriber.state === 'unsubscribed') return false
  await setSubscriberState(db, id, 'unsubscribed', {}, now)
  await deleteRequests(db, id)
  if (subscriber.state === 'approved') {
    await insertConsent(db, {
      id: newId('cns'),
      email_hash: subscriber.email_hash,
      email_sealed: subscriber.email_sealed,
      status: 'RET',
      source: 'HS_WEB',
      locale: subscriber.locale,
      consented_at: now,
    })
  }
  return true
}
