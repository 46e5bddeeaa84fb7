import type { Locale } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import { makeTranslate, type Translate } from '#lib/messages.ts'
import type { Services } from '#kernel/context.ts'
import type { SealedColumn } from '#kernel/reseal.ts'
import { siteOrigin, type SiteOrigins } from '#kernel/site-origin.ts'
import { mails as ar } from '#locales/ar/mails.ts'
import { mails as en } from '#locales/en/mails.ts'
import type { MessageKey } from '#locales/keys.ts'
import { mails as tr } from '#locales/tr/mails.ts'

export type { Mail } from './mail.ts'
export { findWaitingMails, purgeMails, queueMail, sendMail } from './outbox.ts'

/**
 * Where mails to stores of a platform say that people may write: the operator's mailbox, or the
 * contact page while none is set.
 */
export const helpAddress = (
  services: Pick<Services, 'operator'> & SiteOrigins,
  market: Market,
  platformId: number,
): string => services.operator.mail || `${siteOrigin(services, market, platformId)}/contact`

type MailKey = Extract<MessageKey, `mails.${string}`>

const TEXTS: Record<Locale, Translate<MailKey>> = {
  tr: makeTranslate(tr, 'tr'),
  en: makeTranslate(en, 'en'),
  ar: makeTranslate(ar, 'ar'),
}

/** The texts of mails in the recipient's language; a job has no request to take one from. */
export const mailWords = (locale: Locale): Translate<MailKey> => TEXTS[locale]

export const SEALED_COLUMNS_OF_MAIL: readonly SealedColumn[] = [
  { table: 'mails', column: 'content_sealed', purpose: 'mail' },
]
