import type { Message } from '#lib/locale.ts'
import type { connect as source } from '../tr/connect.ts'

export const connect: Record<keyof typeof source, Message> = {
  'connect.title': 'Sign in with your shop’s address',
  'connect.lead':
    'Type the address and a 6-digit code goes to the shop owner by email. No password, no account.',
  'connect.address': 'Your shop’s address',
  'connect.address_hint': 'Its domain, or the address of any of its pages.',
  'connect.send': 'Send the code',
  'connect.forgot':
    'This browser does not remember the code you were waiting for: either its cookies are off or the code is over. Allow cookies, then type the address again.',
  'connect.going_on': 'You go on where you were once you are in.',
  'connect.panel_title': 'Come from your panel',
  'connect.first_time':
    '{market} knows a shop once its owner has come from the {platform} panel. If you never have, no code will come: take this way the first time.',
  'connect.no_mail': 'No code?',
  'connect.no_mail.wait': 'Wait a minute or two, and look among unwanted mail.',
  'connect.no_mail.address':
    'Look whether the address is right: {host}. It has to be the shop’s address on this platform.',
  'connect.code_title': 'Type the code',
  'connect.sent':
    'If {host} is a shop on {platform} and its owner has opened {market} from the panel once, we have sent a 6-digit code to the email address that the platform has on file. We do not say here which one that is.',
  'connect.code': '6-digit code',
  'connect.code_hint': 'Good for 5 minutes. If it does not come, look among unwanted mail too.',
  'connect.code.slow': '12-digit code',
  'connect.code_hint.slow':
    'The code in the newest mail is good for an hour. Look among unwanted mail too.',
  'connect.slow':
    'Many codes were asked for this shop. To keep its owner’s mailbox usable, we send one mail an hour: the 12-digit code in the newest one works here.',
  'connect.enter': 'Sign in',
  'connect.resend': 'Send the code again',
  'connect.resend_in': 'Again in {seconds} s',
  'connect.resent': 'We have sent the code again. The one in the earlier mail is the same.',
  'connect.other': 'Use another address',
  'connect.signed_in': '{domain} is signed in in this browser now.',
  'connect.go_on': 'Go on with {domain}',
  'connect.replaces':
    'If you sign in with the code, {domain} is signed out in this browser and this shop takes its place.',
  'connect.enter_replacing': 'Sign in in place of {domain}',
  'errors.field.code': 'The code has 6 or 12 digits',
}
