import type { Message } from '#lib/locale.ts'
import type { home as source } from '../tr/home.ts'

export const home: Record<keyof typeof source, Message> = {
  'home.title.app': 'Apps for your shop',
  'home.title.theme': 'Themes for your shop',
  'home.description.app':
    'Find, buy and install apps for your online shop: see what changes beforehand, take it back whenever you like.',
  'home.description.theme':
    'Find, buy and install a theme for your online shop: the present one is kept and comes back with one click.',
  'home.question.app': 'What does your shop need?',
  'home.question.theme': 'How should your shop look?',
  'home.search_hint.app': 'delivery day, cookie consent, celebration',
  'home.search_hint.theme': 'light, dark, plain',
  'home.categories': 'Categories',
  'home.more_categories': 'More categories',
  'home.category_count.app': { one: '{count} app', other: '{count} apps' },
  'home.category_count.theme': { one: '{count} theme', other: '{count} themes' },
  'home.featured': 'In the window',
  'home.beside': 'Also worth a look',
  'home.newest': 'New here',
  'home.all.app': { one: 'See the {count} app', other: 'See all {count} apps' },
  'home.all.theme': { one: 'See the {count} theme', other: 'See all {count} themes' },
  'home.street': 'The street of themes',
  'home.street_lead':
    'Every theme is shown on the same demo shop, so you compare the theme and nothing else.',
  'home.promise.title.app': 'You see it before you install',
  'home.promise.title.theme': 'Nothing to lose by trying',
  'home.promise.plan.app':
    'What will change on your shop is written out, with each permission and its reason.',
  'home.promise.undo.app': 'Uninstalling puts your shop back as it was; no code stays behind.',
  'home.promise.pay.app': 'What you buy is one payment; it does not come back like a subscription.',
  'home.promise.plan.theme':
    'Your present theme is not deleted; take the new one off and it is back as it was.',
  'home.promise.undo.theme': 'It does not touch your products, orders or customers.',
  'home.promise.pay.theme': 'A theme you buy comes with 6 months of free support.',
  'home.other.app': 'Time for a new look?',
  'home.other.theme': 'Your shop can do more',
  'home.other_lead.app':
    'The street of themes is next door: it dresses your whole shop with one click.',
  'home.other_lead.theme':
    'The street of apps is next door: delivery day, cookie consent, celebration.',
  'home.other_link.app': 'Go to themes',
  'home.other_link.theme': 'Go to apps',
  'home.for_platform': 'For {platform} shops',
  'home.updates': {
    one: '{count} item has a new version.',
    other: '{count} items have a new version.',
  },
  'home.updates_link': 'See what is installed',
  'confirm.title': 'Continue as {domain}',
  'confirm.question': 'Continue as {domain}?',
  'confirm.lead': 'A sign-in link from a panel was opened. If that was not you, do not go on.',
  'confirm.person': 'Person in the panel: {person}',
  'confirm.replaces': '{current} is signed in here at the moment; going on takes its place.',
  'confirm.submit': 'Continue as {domain}',
  'confirm.cancel': 'Cancel',
}
