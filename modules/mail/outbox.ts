import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { hashSecret, newId } from '#lib/ids.ts'
import { MARKET_NAME, nameForms, withName } from '#lib/market-name.ts'
import { seal, unseal } from '#lib/sealed.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { mailSchema, writeMail, type Mail } from './mail.ts'
import { MailFailure } from './mailer.ts'

const SEALING_PURPOSE = 'mail'
const contentSchema = mailSchema.omit({ key: true })

/**
 * Puts a mail into the outbox, in the caller's transaction: it is sent if and only if that commits.
 * A second call with the same key does nothing. Throws when the mail does not follow `mailSchema`.
 */
export async function queueMail(
  ctx: Pick<Services, 'jobs' | 'sealing' | 'clock'>,
  trx: Db,
  mail: Mail,
): Promise<void> {
  const { key, ...content } = mailSchema.parse(mail)
  const id = newId('mai')
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('mails')
    .values({
      id,
      key_hash: hashSecret(key),
      content_sealed: seal(ctx.sealing, SEALING_PURPOSE, JSON.stringify(content)),
      state: 'queued',
      next_try_at: ctx.clock.now(),
      created_at: ctx.clock.now(),
    })
    .onConflict((conflict) => conflict.column('key_hash').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) await ctx.jobs.enqueue(trx, 'send-mail', { id })
}

/** The wait before the next try, in seconds; the last one repeats. */
const RETRY_SECONDS = [10, 30, 120, 600, 1800, 3600, 7200]
const GIVE_UP_SECONDS = 86_400
/** While a process sends a mail, no other does; longer than all timeouts of the mailer together. */
const LEASE_SECONDS = 60

/**
 * The job `send-mail`: one try, outside of any transaction. A mail that was sent, or refused for
 * good, is erased from the outbox; another failure is retried for a day. A process that dies
 * between sending and recording sends again with the same message id.
 */
export async function sendMail(services: Services, id: string): Promise<void> {
  const now = services.clock.now()
  const mail = await leaseMail(services.db, id, now)
  if (!mail) return
  if (now >= secondsAfter(mail.created_at, GIVE_UP_SECONDS)) {
    services.log.error({ mail: id, tries: mail.tries }, 'mail given up')
    await finishMail(services.db, id, 'failed', now, 'given up')
    return
  }
  try {
    await deliver(services, id, mail.content_sealed)
    await finishMail(services.db, id, 'sent', services.clock.now(), null)
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    services.log.warn({ mail: id, tries: mail.tries, fault: error.code }, 'mail not accepted')
    if (error.permanent)
      return finishMail(services.db, id, 'failed', services.clock.now(), error.code)
    const wait = RETRY_SECONDS[Math.min(mail.tries, RETRY_SECONDS.length) - 1] ?? 10
    await inTransaction(services, async (trx) => {
      await postponeMail(trx, id, secondsAfter(now, wait), error.code)
      await services.jobs.enqueue(trx, 'send-mail', { id }, wait)
    })
  }
}

async function deliver(services: Services, id: string, sealedContent: string): Promise<void> {
  const marketName = services.branding.both.name
  const content = withMarketName(
    contentSchema.parse(JSON.parse(unseal(services.sealing, SEALING_PURPOSE, sealedContent))),
    marketName,
  )
  const attachments = await Promise.all(
    (content.attachments ?? []).map((name) =>
      services.mailAttachment(services, name, content.locale),
    ),
  )
  await services.mailer.send({
    messageId: `${id}@${new URL(services.origins.app).hostname}`,
    fromName: marketName === MARKET_NAME ? null : marketName,
    to: content.to,
    subject: content.subject,
    headers: content.headers ?? {},
    attachments: attachments.filter((one) => one !== null),
    ...(await writeMail(content, marketName)),
  })
}

/** Texts have a placeholder for the market's name, because it may change before the mail is sent. */
function withMarketName(mail: Omit<Mail, 'key'>, name: string): Omit<Mail, 'key'> {
  const forms = nameForms(name, mail.locale)
  const fill = (text: string) => withName(text, forms)
  return {
    ...mail,
    subject: fill(mail.subject),
    paragraphs: mail.paragraphs.map(fill),
    ...(mail.footnote !== undefined && { footnote: fill(mail.footnote) }),
    ...(mail.action && { action: { ...mail.action, label: fill(mail.action.label) } }),
  }
}

const leaseMail = (db: Db, id: string, now: Date) =>
  db
    .updateTable('mails')
    .set({ tries: sql<number>`tries + 1`, next_try_at: secondsAfter(now, LEASE_SECONDS) })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('next_try_at', '<=', now)
    .returning([sql<string>`content_sealed`.as('content_sealed'), 'tries', 'created_at'])
    .executeTakeFirst()

async function finishMail(
  db: Db,
  id: string,
  state: 'sent' | 'failed',
  now: Date,
  fault: string | null,
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state, content_sealed: null, ended_at: now, fault })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
}

const postponeMail = (db: Db, id: string, nextTryAt: Date, fault: string) =>
  db
    .updateTable('mails')
    .set({ next_try_at: nextTryAt, fault })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()

/** Mails that are overdue by more than a lease: their job was lost. */
export async function findWaitingMails({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> {
  const mails = await db
    .selectFrom('mails')
    .select('id')
    .where('state', '=', 'queued')
    .where('next_try_at', '<=', secondsAfter(clock.now(), -LEASE_SECONDS))
    .orderBy('next_try_at')
    .limit(100)
    .execute()
  return mails.map((mail) => mail.id)
}

/** Until then its key prevents that a mail is sent twice. */
const RETENTION_SECONDS = 30 * 86_400

export const purgeMails = ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  db
    .deleteFrom('mails')
    .where('state', '<>', 'queued')
    .where('ended_at', '<', secondsAfter(clock.now(), -RETENTION_SECONDS))
    .execute()
