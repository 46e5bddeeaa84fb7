import type { Message } from '#lib/locale.ts'
import type { moveMails as source } from '../tr/move-mails.ts'

export const moveMails: Record<keyof typeof source, Message> = {
  'mails.move_code.subject': 'Is {domain} moving? Your code',
  'mails.move_code.lead':
    'Somebody wants to move the shop at {from} to {to}, with everything that it bought and installed. If it is you, type this code on the screen:',
  'mails.move_code.footnote':
    'The code is good for 5 minutes. If it was not you, there is nothing to do: without it nobody moves the shop at {from}. Give it to nobody.',
  'mails.moved.subject': 'Your shop is at {to} now',
  'mails.moved.lead':
    'Your shop moved from {from} to {to}. What you bought and installed is at the new address; from now on sign-in codes go to the new site’s email, too.',
  'mails.moved.what':
    'We put back what is missing at the new address and take off what stands at the old one. All sessions of before have ended.',
  'mails.moved.not_you': 'If it was not you, write to us at once: {address}',
  'mails.moved.look': 'Look at my site',
}
