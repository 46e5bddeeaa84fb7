import type { Message } from '#lib/locale.ts'
import type { developer as source } from '../tr/developer.ts'

export const developer: Record<keyof typeof source, Message> = {
  'developer.items.app': 'Apps',
  'developer.items.theme': 'Themes',
  'developer.none.app': 'This developer has no apps yet',
  'developer.none.theme': 'This developer has no themes yet',
  'developer.seller': 'Who sells',
  'developer.seller_note': 'As stated by the developer.',
  'developer.seller_unknown': '{developer} has not stated who sells yet.',
  'developer.legal_name': 'Legal name',
  'developer.legal_address': 'Address',
  'developer.registry_number': 'Registry number',
  'developer.tax_office': 'Tax office',
  'developer.tax_number': 'Tax number',
  'developer.registered_mail': 'Registered mail (KEP)',
  'developer.phone': 'Phone',
  'developer.since': 'On {market} since',
  'developer.support_page': 'Support page',
  'developer.privacy': 'Privacy',
}
