import type { Message } from '#lib/locale.ts'
import type { enter as source } from '../tr/enter.ts'

export const enter: Record<keyof typeof source, Message> = {
  'enter.platform.any_site': 'Any site',
  'enter.title': 'Enter with your shop',
  'enter.intro': 'There is no separate account and no password. There are two ways in:',
  'enter.by_panel': 'From your panel',
  'enter.by_site': 'Connect your site for the first time',
  'enter.by_site_note':
    'You show that it is yours with a record, a file or a tag. It takes five minutes.',
  'enter.by_wordpress_note':
    'You type its address, install our plugin and approve it in WordPress. It takes five minutes.',
  'enter.site': 'Connect your site',
  'enter.by_address': 'With your shop’s address',
  'enter.other_platform': 'Is your shop on another system?',
  'enter.by_address_note':
    'Without the panel: type the address and sign in with the code that the owner gets.',
  'enter.address': 'Type the address',
  'enter.step.panel': 'Open the {platform} admin panel.',
  'enter.step.menu': 'Choose apps and themes in its menu.',
  'enter.step.back': '{market} opens there with your shop, ready to buy and install.',
  'enter.panel': 'Go to the panel',
  'enter.close': 'Close',
}
