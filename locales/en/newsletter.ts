import type { Message } from '#lib/locale.ts'
import type { newsletter as source } from '../tr/newsletter.ts'

export const newsletter: Record<keyof typeof source, Message> = {
  'newsletter.title': 'Newsletter',
  'newsletter.text': 'New apps and themes, once a month.',
  'newsletter.email': 'Your email',
  'newsletter.submit': 'Sign up',
  'newsletter.sent': 'We have sent you a link. The newsletter begins once you approve it.',
}
