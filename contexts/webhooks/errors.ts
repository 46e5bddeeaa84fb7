import { refusing } from '#lib/refusal.ts'

export const refuse = refusing({
  'webhooks.no_address': 404,
  'webhooks.message_not_found': 404,
  'webhooks.under_way': 409,
  'webhooks.address_gone': 409,
  'webhooks.data_asked': 409,
  'catalog.item_not_found': 404,
  'installs.not_installed': 404,
  'session.store_changed': 409,
})
