import type { Insertable } from 'kysely'
import type { Db } from '#db/client.ts'
import type { ContactMessages, NewsletterConsents } from '#db/types.gen.ts'

/** D23: what people wrote, and addresses, are sealed and hashed under these purposes. */
export const MESSAGE_PURPOSE = 'contact-message'
export const EMAIL_PURPOSE = 'contact-email'

export const insertMessage = (db: Db, row: Insertable<ContactMessages>) =>
  db.insertInto('contact_messages').values(row).execute()

export const findSubscriber = (db: Db, emailHashes: readonly Buffer[]) =>
  db
    .selectFrom('newsletter_subscribers')
    .selectAll()
    .where('email_hash', 'in', emailHashes)
    .executeTakeFirst()

export const lockSubscriber = (db: Db, id: string) =>
  db
    .selectFrom('newsletter_subscribers')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** A new address, or one that is there: who left may come back, who has approved stays approved. */
export const keepSubscriber = (
  db: Db,
  row: {
    id: string
    emailHash: Buffer
    emailSealed: string
    locale: string
    market: string
    now: Date
  },
) =>
  db
    .insertInto('newsletter_subscribers')
    .values({
      id: row.id,
      email_hash: row.emailHash,
      email_sealed: row.emailSealed,
      locale: row.locale,
      market: row.market,
      state: 'pending',
      created_at: row.now,
      updated_at: row.now,
    })
    .onConflict((conflict) => conflict.column('email_hash').doUpdateSet({ updated_at: row.now }))
    .returning(['id', 'state'])
    .executeTakeFirstOrThrow()

export const setSubscriberState = (
  db: Db,
  id: string,
  state: 'approved' | 'unsubscribed',
  changes: { locale?: string },
  now: Date,
) =>
  db
    .updateTable('newsletter_subscribers')
    .set({ state, updated_at: now, ...changes })
    .where('id', '=', id)
    .execute()

export const insertRequest = (
  db: Db,
  row: { tokenHash: Buffer; subscriberId: string; now: Date; expiresAt: Date },
) =>
  db
    .insertInto('newsletter_requests')
    .values({
      token_hash: row.tokenHash,
      subscriber_id: row.subscriberId,
      created_at: row.now,
      expires_at: row.expiresAt,
    })
    .execute()

/** Who presses twice at once waits here for the first press. */
export const lockRequest = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('newsletter_requests')
    .select(['subscriber_id', 'expires_at', 'used_at'])
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst()

export const markRequestUsed = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .updateTable('newsletter_requests')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .execute()

/** Links in mails that were sent before somebody left must not bring them back. */
export const deleteRequests = (db: Db, subscriberId: string) =>
  db.deleteFrom('newsletter_requests').where('subscriber_id', '=', subscriberId).execute()

export const insertConsent = (db: Db, row: Insertable<NewsletterConsents>) =>
  db.insertInto('newsletter_consents').values(row).execute()

/** Housekeeping: what was never approved, requests that are over, old messages. */
export async function deleteOld(db: Db, before: { requests: Date; messages: Date }): Promise<void> {
  await db.deleteFrom('newsletter_requests').where('expires_at', '<', before.requests).execute()
  await db
    .deleteFrom('newsletter_subscribers')
    .where('state', '=', 'pending')
    .where('updated_at', '<', before.requests)
    .execute()
  await db.deleteFrom('contact_messages').where('created_at', '<', before.messages).execute()
}

/**
 * Everything by which a person could be known; that a yes and a no were given stays as a keyed
 * hash, without the address.
 */
export async function erase(db: Db, emailHashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('contact_messages').where('sender_hash', 'in', emailHashes).execute()
  await db.deleteFrom('newsletter_subscribers').where('email_hash', 'in', emailHashes).execute()
  await db
    .updateTable('newsletter_consents')
    .set({ email_sealed: null })
    .where('email_hash', 'in', emailHashes)
    .execute()
}
