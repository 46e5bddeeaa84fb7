import { sql } from 'kysely'
import { secondsAfter } from '#lib/clock.ts'
import { keyedHashes } from '#lib/sealed.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import type { SealedColumn } from '#kernel/reseal.ts'
import {
  countChanged,
  listRows,
  MAX_STORE_DATA_ROWS,
  openSealed,
  type StoreData,
} from '#modules/stores/public.ts'
import { mailboxOf } from './rules.ts'
import { EMAIL_PURPOSE, MESSAGE_PURPOSE } from './sealing.ts'

export {
  assignQuestion,
  countNewQuestions,
  findAskable,
  findLongestWaiting,
  findQuestion,
  findResponseSeconds,
  insertAnswer,
  insertQuestion,
  limitQuestions,
  listQuestions,
  listWords,
  readQuestionState,
  reportQuestion,
  setQuestionState,
  type Question,
  type QuestionState,
} from './questions.ts'
export { listMessageHappenings } from './happened.ts'
export { listNewMessages } from './operator-messages.ts'
export { replyTokens, type Shared } from './sealing.ts'

/**
 * D23: erases what a person wrote and their subscription. Of consents a keyed hash stays, without
 * the address.
 */
export const erasePerson = (
  services: Pick<Services, 'db' | 'sealing'>,
  email: string,
): Promise<void> =>
  inTransaction(services, async (trx) => {
    const hashes = keyedHashes(services.sealing, EMAIL_PURPOSE, mailboxOf(email))
    await trx.deleteFrom('contact_messages').where('sender_hash', 'in', hashes).execute()
    await trx.deleteFrom('newsletter_subscribers').where('email_hash', 'in', hashes).execute()
    await trx
      .updateTable('newsletter_consents')
      .set({ email_sealed: null })
      .where('email_hash', 'in', hashes)
      .execute()
  })

const DAY_SECONDS = 86_400
/** For requests, and addresses that were never approved. */
const REQUEST_RETENTION_SECONDS = 30 * DAY_SECONDS
const MESSAGE_RETENTION_SECONDS = 730 * DAY_SECONDS

/** D23: deletes old messages, subscriptions that were never approved, and requests for approval. */
export async function purgeContact({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const requestsBefore = secondsAfter(now, -REQUEST_RETENTION_SECONDS)
  await db.deleteFrom('newsletter_requests').where('expires_at', '<', requestsBefore).execute()
  await db
    .deleteFrom('newsletter_subscribers')
    .where('state', '=', 'pending')
    .where('updated_at', '<', requestsBefore)
    .execute()
  await db
    .deleteFrom('contact_messages')
    .where('created_at', '<', secondsAfter(now, -MESSAGE_RETENTION_SECONDS))
    .execute()
}

const emailHash = { column: 'email_hash', purpose: EMAIL_PURPOSE, of: mailboxOf }

export const SEALED_COLUMNS_OF_MESSAGING: readonly SealedColumn[] = [
  { table: 'contact_answers', column: 'content_sealed', purpose: MESSAGE_PURPOSE },
  { table: 'contact_messages', column: 'answer_sealed', purpose: MESSAGE_PURPOSE },
  {
    table: 'contact_messages',
    column: 'content_sealed',
    purpose: MESSAGE_PURPOSE,
    hash: {
      column: 'sender_hash',
      purpose: EMAIL_PURPOSE,
      of: (plain) => mailboxOf((JSON.parse(plain) as { email: string }).email),
    },
  },
  { table: 'newsletter_consents', column: 'email_sealed', purpose: EMAIL_PURPOSE, hash: emailHash },
  {
    table: 'newsletter_subscribers',
    column: 'email_sealed',
    purpose: EMAIL_PURPOSE,
    hash: emailHash,
  },
]

export const storeDataOfMessaging: StoreData = {
  async collect({ db, sealing }, storeId) {
    const messages = await listRows(
      db,
      sql`select market, created_at, content_sealed from contact_messages where store_id = ${storeId} order by created_at limit ${MAX_STORE_DATA_ROWS}`,
    )
    return {
      messages: messages.map(({ content_sealed: sealed, ...message }) => ({
        ...message,
        content: openSealed(sealing, MESSAGE_PURPOSE, sealed),
      })),
    }
  },
  async erase(trx, storeId) {
    return {
      messages: await countChanged(
        trx,
        sql`delete from contact_messages where store_id = ${storeId}`,
      ),
    }
  },
}
