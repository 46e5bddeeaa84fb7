import type { Locale } from '#lib/locale.ts'
import { inTransaction, type Services } from '../ctx.ts'
import { mailWords, queueMail } from '../notifications/public.ts'
import { askContact, ConnectorFailure, findStoreByHost } from '../platforms/public.ts'
import { hashCode, newCode } from './connect-code.ts'
import { findAttemptToSend, findLastPanelAccount, setCode } from './connect-data.ts'
import type { Account } from './contract.ts'

/**
 * The job `send-connect-code`: finds the store and whom to write to, makes the code and queues the mail with it, in one transaction. Where
 * there is no such store nothing happens, which nobody can see from outside.
 */
export async function sendConnectCode(services: Services, id: string): Promise<void> {
  const attempt = await findAttemptToSend(services.db, id, services.clock.now())
  const store = attempt && await findStoreByHost(services, attempt.platform_id, attempt.host)
  if (!attempt || !store) return
  const account = await findOwner(services, store.id)
  if (!account) return
  const code = newCode()
  const t = mailWords(attempt.locale as Locale)
  await inTransaction(services, async trx => {
    if (!await setCode(trx, id, attempt.round, { hash: hashCode(services.ticketKey, id, code), storeId: store.id, account })) return
    await queueMail(services, trx, {
      key: `connect:${id}:${attempt.round}`, to: account.email, locale: attempt.locale as Locale, code,
      subject: t('mails.connect.subject'),
      paragraphs: [t('mails.connect.lead', { host: attempt.host })],
      footnote: `${t('mails.connect.what')}\n${t('mails.connect.footnote')}`,
    })
  })
}

/** Whom the platform knows as the owner: asked now, else who came in from its panel last. Never somebody whom a visitor names (D6). */
export async function findOwner(services: Services, storeId: string): Promise<Account | null> {
  try {
    const { isOpen, contact } = await askContact(services, storeId)
    if (!isOpen) return null
    if (contact) return { id: 'contact', ...contact }
  } catch (error) {
    // What may be better soon is tried again by the job; a store that left its platform has no owner here.
    if (!(error instanceof ConnectorFailure) || error.kind === 'temporary') throw error
    return null
  }
  return (await findLastPanelAccount(services.db, storeId))?.account as Account | undefined ?? null
}
