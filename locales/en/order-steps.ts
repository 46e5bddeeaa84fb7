import type { Message } from '#lib/locale.ts'
import type { orderSteps as source } from '../tr/order-steps.ts'

export const orderSteps: Record<keyof typeof source, Message> = {
  'order_steps.title': 'Code on the pages of an order',
  'order_steps.note':
    'On these pages your customers type addresses and cards. Code here can see what they type; agree only if you trust the developer.',
  'order_steps.agree':
    'I agree that this code runs on the pages where my customers type addresses and cards.',
  'order_steps.part': '{title} ({place})',
  'order_steps.kept':
    'Your consent is kept with the code’s hash and stands in “Scripts on your pages”.',
  'order_steps.newly': 'New code on the pages of an order',
  'data_notice.title': 'About your data',
  'data_notice.text':
    'The installation uses your account’s name and e-mail and your shop’s address. The item reaches only the places and rights named above; nothing is used for advertising. This is for you to know, no consent is asked for it.',
  'data_notice.whole': 'Read all of it',
  'consents.title': 'Your consents',
  'consents.note': 'Each box is a consent of its own; none comes ticked.',
}
