import { secondsAfter } from '#lib/clock.ts'
import type { Services } from '../ctx.ts'
import { deleteEndedBefore } from './data.ts'
import { KEPT_SECONDS } from './rules.ts'

export { webhookSecrets } from './app-webhooks.ts'
export { deliverWebhook, findDueWebhooks } from './deliver-webhook.ts'
export { tellApp } from './tell-app.ts'

/** Housekeeping: the log of what ended long ago goes. */
export const tidyWebhooks = ({ db, clock }: Pick<Services, 'db' | 'clock'>) => deleteEndedBefore(db, secondsAfter(clock.now(), -KEPT_SECONDS))
