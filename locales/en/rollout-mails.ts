import type { Message } from '#lib/locale.ts'
import type { rolloutMails as source } from '../tr/rollout-mails.ts'

export const rolloutMails: Record<keyof typeof source, Message> = {
  'mails.rollout.subject': 'Halted by itself: {name}',
  'mails.rollout.lead':
    '{name} was halted: no store is offered it any more. Stores that have it keep it.',
  'mails.rollout.found.failures': 'Of {ended} installs and updates that ended, {failed} failed.',
  'mails.rollout.found.health':
    'Of {asked} shops whose pages were asked before and after it came, {bad} answered well before and badly after, twice.',
  'mails.rollout.stores': 'Stores where it went wrong: {stores}.',
  'mails.rollout.what': 'It goes on only when a person brings it back, with a reason.',
  'mails.rollout.action': 'Look at it',
  'mails.rollout.footnote': 'You get this mail because you look after releases at {market}.',
  'mails.coming.subject': '{platform} {version}: releases of yours will not work',
  'mails.coming.lead':
    '{platform} moves to version {version} on {day}. These releases of yours, installed at stores, will not work with it:',
  'mails.coming.release': {
    one: '• {name} {version}: {count} store',
    other: '• {name} {version}: {count} stores',
  },
  'mails.coming.more': { one: '… and {count} more release', other: '… and {count} more releases' },
  'mails.coming.what':
    'Hand in a release that says it works with {version} before that day. If the item works as it is, a wider compatibility range is enough.',
  'mails.coming.action': 'See which they are',
  'mails.coming.footnote':
    'You get this mail because you own a partner at {market}. It is sent once for this version.',
}
