import { secondsAfter } from '#lib/clock.ts'
import { MARKET_NAME, nameForms, withName } from '#lib/market-name.ts'
import { unseal } from '#lib/sealed.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { endMail, findOverdueMails, postponeMail, takeMail } from './data.ts'
import { type Mail, mailSchema } from './mail.ts'
import { MailFailure } from './mailer.ts'
import { PURPOSE } from './queue-mail.ts'
import { writeMail } from './write-mail.ts'

const contentSchema = mailSchema.omit({ key: true })

/** Mails leave the market's name open until they are sent: a job has no site to take it from. */
function named(mail: Omit<Mail, 'key'>, name: string): Omit<Mail, 'key'> {
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

/**
 * The job `send-mail`: one try, outside of any transaction. What was sent, or refused for good, is
 * erased from the outbox; anything else is tried again with growing pauses for a day. A process
 * that dies between sending and noting sends again: the message id is the same.
 */
export async function sendMail(services: Services, id: string): Promise<void> {
  const now = services.clock.now()
  const mail = await takeMail(services.db, id, now, secondsAfter(now, LEASE_SECONDS))
  if (!mail) return
  if (now >= secondsAfter(mail.created_at, GIVE_UP_SECONDS)) {
    services.log.error({ mail: id, tries: mail.tries }, 'mail given up')
    await endMail(services.db, id, 'failed', now, 'given up')
    return
  }
  try {
    const { name } = services.branding.both
    const content = named(
      contentSchema.parse(JSON.parse(unseal(services.sealing, PURPOSE, mail.content_sealed))),
      name,
    )
    const host = new URL(services.origins.app).hostname
    const attachments = await Promise.all(
      (content.attachments ?? []).map((name) =>
        services.mailAttachment(services, name, content.locale),
      ),
    )
    await services.mailer.send({
      messageId: `${id}@${host}`,
      fromName: name === MARKET_NAME ? null : name,
      to: content.to,
      subject: content.subject,
      headers: content.headers ?? {},
      attachments: attachments.filter((one) => one !== null),
      ...(await writeMail(content, name)),
    })
    await endMail(services.db, id, 'sent', services.clock.now(), null)
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    services.log.warn({ mail: id, tries: mail.tries, fault: error.code }, 'mail not taken')
    if (error.permanent)
      return void (await endMail(services.db, id, 'failed', services.clock.now(), error.code))
    const pause = pauseAfter(mail.tries)
    await inTransaction(services, async (trx) => {
      await postponeMail(trx, id, secondsAfter(now, pause), error.code)
      await services.jobs.enqueue(trx, 'send-mail', { id }, pause)
    })
  }
}

/** For the sweep: mails that are overdue by more than a lease, whose job was lost. */
export async function findWaitingMails(
  services: Pick<Services, 'db' | 'clock'>,
): Promise<string[]> {
  return (
    await findOverdueMails(services.db, secondsAfter(services.clock.now(), -LEASE_SECONDS))
  ).map(({ id }) => id)
}

/** After each failed try the next one waits longer (seconds); the last pause repeats. */
const PAUSES = [10, 30, 120, 600, 1800, 3600, 7200]
/** A mail that could not be sent for a day is of no use to anybody. */
const GIVE_UP_SECONDS = 86_400
/**
 * While a process sends a mail, no other takes it; longer than every time-out of the adapter
 * together.
 */
const LEASE_SECONDS = 60

const pauseAfter = (tries: number): number => PAUSES[Math.min(tries, PAUSES.length) - 1] ?? 10
