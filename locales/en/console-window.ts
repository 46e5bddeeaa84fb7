import type { Message } from '#lib/locale.ts'
import type { windowWords as source } from '../tr/console-window.ts'

export const windowWords: Record<keyof typeof source, Message> = {
  'console.keep.title': 'What else opens the account?',
  'console.keep.lead':
    'Whatever you do not tick is revoked when you save. Do not tick what you do not know.',
  'console.keep.passkey': 'Keep the passkey',
  'console.keep.provider': 'Keep the sign-in provider',
  'console.keep.token': 'Keep the access token',
  'console.keep.app_code': 'Keep the authenticator app',
  'console.keep.app_stays':
    'An authenticator app guards your account; it stays, and its code is asked for at sign-in.',
  'console.provider.title': 'Linked sign-in providers',
  'console.provider.lead': 'You sign in with these accounts without a password.',
  'console.provider.name': 'Account',
  'console.provider.unlink': 'Unlink',
  'console.window.texts': 'Texts',
  'console.window.categories': 'Categories and tags',
  'console.window.plans': 'Plans',
  'console.window.free': 'Free',
  'console.window.price': 'Price',
  'console.window.cover': 'Cover',
  'console.window.screenshot': 'Screenshot',
  'console.window.desktop': 'Computer',
  'console.window.phone': 'Phone',
  'console.window.all': 'All languages',
  'console.window.file': 'File',
  'console.window.rest': 'Other changes',
  'console.window.before': 'Show what stood there before',
  'console.window.period.month': 'a month',
  'console.window.period.year': 'a year',
}
