import { secondsAfter } from '#lib/clock.ts'
import type { Services } from '../ctx.ts'
import { deleteEndedMails } from './data.ts'

export { helpAddress } from './help-address.ts'
export { mailWords } from './mail-words.ts'
export type { Mail } from './mail.ts'
export { queueMail } from './queue-mail.ts'
export { findWaitingMails, sendMail } from './send-mail.ts'

const KEEP_SECONDS = 30 * 86_400

/** Housekeeping. */
export const tidyMails = (services: Pick<Services, 'db' | 'clock'>) => deleteEndedMails(services.db, secondsAfter(services.clock.now(), -KEEP_SECONDS))
