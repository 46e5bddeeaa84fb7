import type { find as tr } from '../tr/find.ts'
import type { Message } from '#lib/messages.ts'

export const find: Record<keyof typeof tr, Message> = {
  'list.platform': 'Compatibility',
  'list.platform_any': 'All',
  'list.platform_on': 'Works with {platform}',
  'list.permission': 'Permissions',
  'list.permission_any': 'Any',
  'list.permission_none': 'Asks for nothing',
  'list.permission_design_block': 'Asks for a design block',
  'list.permission_tracking_code': 'Asks for a tracking code',
  'list.permission_web_service_user': 'Asks for shop data',
  'list.language': 'Language',
  'list.language_any': 'Any language',
  'list.released': 'Last release',
  'list.released_any': 'Any time',
  'list.released_30': 'Last 30 days',
  'list.released_90': 'Last 90 days',
  'list.released_365': 'Last year',
  'list.widened': 'That found little, so we looked for other forms of the words, too.',
  'list.without': 'Take one filter away',
  'list.near': 'Did you mean',
  'list.popular': 'Fullest categories',
}
