import type { Services } from '#kernel/context.ts'
import { onOneLine } from '#modules/mail/public.ts'
import { mailPeople } from '../mail-people.ts'
import { listReaders } from '../partners/inbox.ts'
import { findItem } from '../submissions/data.ts'

export const notifyPausedWebhooks: Services['notifyPausedWebhooks'] = async (
  services,
  trx,
  { endpointId, itemId, at },
) => {
  const item = await findItem(trx, itemId)
  if (!item) throw new Error(`An address of the unknown item ${itemId} is paused`)
  const readers = await listReaders(trx, item.partner_id)
  const name = onOneLine(item.name, 100)
  await mailPeople(services, trx, readers, (personId, t, locale) => ({
    key: `webhooks paused ${endpointId} ${at.toISOString()} ${personId}`,
    subject: t('mails.webhooks_paused.subject', { name }),
    paragraphs: [t('mails.webhooks_paused.lead', { name }), t('mails.webhooks_paused.what')],
    action: {
      label: t('mails.rollout.action'),
      url: `${services.origins.console}/partner/${item.partner_id}/items/${itemId}/health?hl=${locale}`,
    },
    footnote: t('mails.webhooks_paused.footnote'),
  }))
}
