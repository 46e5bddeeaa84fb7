import type { Message } from '#lib/messages.ts'
import type { mails as tr } from '../tr/mails.ts'

export const mails: Record<keyof typeof tr, Message> = {
  'mails.connect.subject': 'Your Arasta sign-in code',
  'mails.connect.lead': 'Somebody wants to enter Arasta with the shop at {host}. If it is you, type this code on the sign-in page:',
  'mails.connect.what': 'The code is good for 5 minutes and works once. Give it to nobody; Arasta never asks you for it.',
  'mails.connect.footnote': 'If it was not you, there is nothing to do: nobody gets in without the code. You get this mail because your platform has this address as the shop owner’s.',
  'mails.recovery.subject': 'Arasta: a new password',
  'mails.recovery.lead': 'A new password was asked for your account. If it was you, choose one below; the link works once, within an hour.',
  'mails.recovery.action': 'Choose a new password',
  'mails.recovery.footnote': 'If it was not you, there is nothing to do; your password stays as it is.',
  'mails.email_check.subject': 'Arasta: is this address yours?',
  'mails.email_check.lead': 'An account of the Arasta console uses this address. If it is yours, confirm it; the link works for a day.',
  'mails.email_check.action': 'Confirm my address',
  'mails.email_check.footnote': 'If it is not, there is nothing to do.',
  'mails.invitation.subject': '{team} invites you to Arasta',
  'mails.invitation.lead': '{name} asks you into the team of {team}. The link works once, within a week.',
  'mails.invitation.action': 'Open the invitation',
  'mails.invitation.footnote': 'If you do not expect this, ignore it; nothing happens unless you accept.',
  'mails.invitation.market': 'Arasta’s own team',
}
