import type { Message } from '#lib/messages.ts'
import type { mails as tr } from '../tr/mails.ts'

export const mails: Record<keyof typeof tr, Message> = {
  'mails.connect.subject': 'Your Arasta sign-in code',
  'mails.connect.lead': 'Somebody wants to enter Arasta with the shop at {host}. If it is you, type this code on the sign-in page:',
  'mails.connect.what': 'The code is good for 5 minutes and works once. Give it to nobody; Arasta never asks you for it.',
  'mails.connect.footnote': 'If it was not you, there is nothing to do: nobody gets in without the code. You get this mail because your platform has this address as the shop owner’s.',
  'mails.owner.why': 'You get this mail because your platform has this address as the shop owner’s.',
  'mails.update_failed.subject': '{item} could not be updated to {version}',
  'mails.update_failed.lead': '{item} on {domain} was to be updated to {version} by itself. It could not be finished and was taken back.',
  'mails.update_failed.kept': 'Your shop has version {kept} and works as before; there is nothing you must do. We do not try this version again by ourselves, but you can.',
  'mails.update_failed.stuck': 'The way back to the version before stopped halfway too. The button on its page goes on where it stopped.',
  'mails.update_failed.look': 'See how it stands',
  'mails.scripts.subject': '{domain}: a script on the pages of your orders has changed',
  'mails.scripts.lead': 'We look daily at the scripts that run on the order pages of {domain}. These are not as we put them there:',
  'mails.scripts.changed': '• {item}: {title} (changed)',
  'mails.scripts.gone': '• {item}: {title} (gone)',
  'mails.scripts.what': 'If it was you, there is nothing to do. If not, take the app off and write to your platform: on these pages your customers type addresses and cards.',
  'mails.scripts.look': 'See the scripts',
}
