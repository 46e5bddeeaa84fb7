import type { SealedColumn } from '#kernel/reseal.ts'

export { helpAddress, mailWords, type Mail } from './outbox.ts'
export { findWaitingMails, purgeMails, queueMail, sendMail } from './outbox.ts'

export const SEALED_COLUMNS_OF_MAIL: readonly SealedColumn[] = [
  { table: 'mails', column: 'content_sealed', purpose: 'mail' },
]
