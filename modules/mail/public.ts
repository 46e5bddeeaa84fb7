import type { Locale } from '#lib/locale.ts'
import type { Attachment, Mailer } from './mailer.ts'
import type { SealedColumn } from '#kernel/reseal.ts'

export { helpAddress, mailWords, onOneLine, type Mail } from './outbox.ts'
export {
  findMailStates,
  findWaitingMails,
  listFailedMails,
  purgeMails,
  queueMail,
  sendMail,
} from './outbox.ts'

export const SEALED_COLUMNS_OF_MAIL: readonly SealedColumn[] = [
  { table: 'mails', column: 'content_sealed', purpose: 'mail' },
]

declare module '#kernel/context.ts' {
  interface Services {
    mailer: Mailer
    /** Provided by `orders`: an attachment of a mail by its name; null when it no longer exists. */
    mailAttachment(services: Services, name: string, locale: Locale): Promise<Attachment | null>
  }
}
