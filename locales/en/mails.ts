import type { Message } from '#lib/messages.ts'
import type { mails as tr } from '../tr/mails.ts'

export const mails: Record<keyof typeof tr, Message> = {
  'mails.connect.subject': 'Your Arasta sign-in code',
  'mails.connect.lead': 'Somebody wants to enter Arasta with the shop at {host}. If it is you, type this code on the sign-in page:',
  'mails.connect.what': 'The code is good for 5 minutes and works once. Give it to nobody; Arasta never asks you for it.',
  'mails.connect.footnote': 'If it was not you, there is nothing to do: nobody gets in without the code. You get this mail because your platform has this address as the shop owner’s.',
}
