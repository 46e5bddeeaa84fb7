import { DEFAULT_LOCALE } from '#lib/locale.ts'
import { newId } from '#lib/ids.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { queueMail } from '#modules/mail/public.ts'
import { insertDifference } from '../books/ledger-data.ts'
import { receiptWords } from '../invoices/receipt-words.ts'
import type { Gateway } from './gateway.ts'

/**
 * The gateway that something was begun with: today's, or a former one whose keys are still
 * configured. Null: nobody can ask it.
 */
export const gatewayOf = (
  { gateway, formerGateway }: Pick<Services, 'gateway' | 'formerGateway'>,
  name: string,
): Gateway | null => (name === gateway.name ? gateway : formerGateway(name))

type Needs = Pick<Services, 'db' | 'clock' | 'log' | 'jobs' | 'sealing' | 'alertMailTo'>
interface Left {
  id: string
  gateway: string
  gateway_ref: string | null
  created_at: Date
}

/**
 * A payment without an end that nobody can ask about: said once, as a difference between the books
 * that stays until somebody has written down what it was, in the log and by mail.
 */
export async function sayNotAsked(
  services: Needs,
  attempt: Left,
  orderNumber: string,
): Promise<void> {
  const { gateway } = attempt
  const day = attempt.created_at.toISOString().slice(0, 10)
  const now = services.clock.now()
  const isNew = await inTransaction(services, async (trx) => {
    const fresh = await insertDifference(
      trx,
      {
        id: newId('dif'),
        gateway,
        day,
        kind: 'not_asked',
        subject: attempt.id,
        order_number: orderNumber,
        attempt_id: attempt.id,
        gateway_ref: attempt.gateway_ref,
        ours: null,
        theirs: null,
      },
      now,
    )
    if (fresh && services.alertMailTo !== null) {
      const t = receiptWords(DEFAULT_LOCALE)
      await queueMail(services, trx, {
        key: `not asked ${attempt.id}`,
        to: services.alertMailTo,
        locale: DEFAULT_LOCALE,
        subject: t('ledger.not_asked.subject', { gateway }),
        paragraphs: [
          t('ledger.not_asked.lead', { gateway, order: orderNumber, attempt: attempt.id }),
          t('ledger.not_asked.do', { gateway }),
        ],
        footnote: t('ledger.mail.what'),
      })
    }
    return fresh
  })
  if (isNew)
    services.log.error(
      { attempt: attempt.id, order: orderNumber, gateway },
      'a payment without an end was begun with a gateway that is not configured any more: give it its keys back',
    )
}
