import type { Message } from '#lib/messages.ts'
import type { rolloutMails as source } from '../tr/rollout-mails.ts'

export const rolloutMails: Record<keyof typeof source, Message> = {
  'mails.rollout.subject': 'Halted by itself: {name}',
  'mails.rollout.lead': '{name} was halted: no store is offered it any more. Stores that have it keep it.',
  'mails.rollout.found.failures': 'Of {ended} installs and updates that ended, {failed} failed.',
  'mails.rollout.found.health': 'Of {asked} shops whose start page was asked before and after it came, {bad} answered well before and badly after, twice.',
  'mails.rollout.stores': 'Stores where it went wrong: {stores}.',
  'mails.rollout.what': 'It goes on only when a person brings it back, with a reason.',
  'mails.rollout.action': 'Look at it',
  'mails.rollout.footnote': 'You get this mail because you look after releases at {market}.',
}
