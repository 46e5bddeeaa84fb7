import type { Message } from '#lib/messages.ts'
import type { connect as source } from '../tr/connect.ts'

export const connect: Record<keyof typeof source, Message> = {
  'connect.title': 'Sign in with your shop’s address',
  'connect.lead': 'Type the address and a 6-digit code goes to the shop owner by email. No password, no account.',
  'connect.address': 'Your shop’s address',
  'connect.address_hint': 'Its domain, or the address of any of its pages.',
  'connect.send': 'Send the code',
  'connect.going_on': 'You go on where you were once you are in.',
  'connect.panel_title': 'If your panel is open',
  'connect.code_title': 'Type the code',
  'connect.sent': 'If {host} is a shop on {platform} and its owner has opened Arasta from the panel once, we have sent a 6-digit code to the email address that the platform has on file. We do not say here which one that is.',
  'connect.code': '6-digit code',
  'connect.code_hint': 'Good for 5 minutes. If it does not come, look among unwanted mail too.',
  'connect.enter': 'Sign in',
  'connect.resend': 'Send another code',
  'connect.resend_in': 'Another code in {seconds} s',
  'connect.resent': 'We have sent another code. The one before no longer works.',
  'connect.other': 'Use another address',
  'connect.signed_in': '{domain} is signed in in this browser now.',
  'connect.go_on': 'Go on with {domain}',
  'connect.replaces': 'If you sign in with the code, {domain} is signed out in this browser and this shop takes its place.',
  'connect.enter_replacing': 'Sign in in place of {domain}',
}
