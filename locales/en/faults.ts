import type { Message } from '#lib/locale.ts'
import type { faults as source } from '../tr/faults.ts'

export const faults: Record<keyof typeof source, Message> = {
  'errors.unexpected': 'Something went wrong',
  'errors.unexpected.description':
    'The fault is ours. Your payment and your installs are safe; try again in a moment.',
  'errors.unsuccessful': 'Unsuccessful',
  'errors.session.required': 'You must sign in with your shop first',
  'errors.not_found': 'Page not found',
  'errors.not_found.path': 'Page Not Found: {path}',
  'errors.back_to_home': 'A problem was encountered. Back to home.',
  'errors.browser': 'There is a problem with your browser; change or update it',
}
