import type { Locale } from '#lib/locale.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { mailWords, queueMail } from '#modules/mail/public.ts'
import { askContact, ConnectorFailure, findStoreByHost } from '../platforms/public.ts'
import { codeOf, hashCode } from './connect-code.ts'
import { findAttemptToSend, findLastPanelAccount, setCode } from './connect-data.ts'
import type { Account } from './contract.ts'
import { codeSubjects, sharedCode } from './shared-code.ts'

/**
 * The job `send-connect-code`: finds the store and whom to write to, and queues the mail with the
 * code, in one transaction. Where there is no such store nothing happens, which nobody can see from
 * outside. A slowed attempt gets the hourly mail: it is queued under the hour's key, so it goes out
 * once.
 */
export async function sendConnectCode(services: Services, id: string): Promise<void> {
  const attempt = await findAttemptToSend(services.db, id, services.clock.now())
  const store = attempt && (await findStoreByHost(services, attempt.platform_id, attempt.host))
  if (!attempt || !store) return
  const account = await findOwner(services, store.id)
  if (!account) return
  const t = mailWords(attempt.locale as Locale)
  await inTransaction(services, async (trx) => {
    const shared = attempt.slow
      ? await sharedCode(services, trx, codeSubjects.connect(attempt.platform_id, attempt.host))
      : null
    const own = codeOf(services.downloadTokenKey, id)
    // A short code that was never mailed must not be guessed: who was slow from the beginning has
    // none.
    const hash = attempt.code_hash ?? hashCode(services.downloadTokenKey, id, shared?.code ?? own)
    if (!(await setCode(trx, id, attempt.round, { hash, storeId: store.id, account }))) return
    await queueMail(services, trx, {
      key: shared?.mailKey ?? `connect:${id}:${attempt.round}`,
      to: account.email,
      locale: attempt.locale as Locale,
      code: shared?.code ?? own,
      subject: t('mails.connect.subject'),
      paragraphs: [
        t('mails.connect.lead', { host: attempt.host }),
        ...(shared ? [t('mails.code_shared')] : []),
      ],
      footnote: `${t(shared ? 'mails.code_shared.what' : 'mails.connect.what')}\n${t('mails.connect.footnote')}`,
    })
  })
}

/**
 * Whom the platform knows as the owner: asked now, else who came in from its panel last. Never
 * somebody whom a visitor names (D6).
 */
export async function findOwner(services: Services, storeId: string): Promise<Account | null> {
  try {
    const { isOpen, contact } = await askContact(services, storeId)
    if (!isOpen) return null
    if (contact) return { id: 'contact', ...contact }
  } catch (error) {
    // What may be better soon is tried again by the job; a store that left its platform has no
    // owner here.
    if (!(error instanceof ConnectorFailure) || error.kind === 'temporary') throw error
    return null
  }
  return (
    ((await findLastPanelAccount(services.db, storeId))?.account as Account | undefined) ?? null
  )
}
