import type { Message } from '#lib/messages.ts'
import type { orderSteps as source } from '../tr/order-steps.ts'

export const orderSteps: Record<keyof typeof source, Message> = {
  'order_steps.title': 'Code on the pages of an order',
  'order_steps.note': 'On these pages your customers type addresses and cards. Code here can see what they type; agree only if you trust the developer.',
  'order_steps.agree': 'I agree that this code runs on the pages where my customers type addresses and cards.',
  'order_steps.part': '{title}: {place}',
  'order_steps.kept': 'Your consent is kept with the code’s hash and stands in “Scripts on your pages”.',
  'order_steps.newly': 'New code on the pages of an order',
}
