import type { Message } from '#lib/locale.ts'
import type { inApp as source } from '../tr/in-app.ts'

export const inApp: Record<keyof typeof source, Message> = {
  'in_app.asked_by': '{app} asks for this.',
  'in_app.kind.permanent': 'You pay once and it stays on your shop.',
  'in_app.kind.consumable': 'It is used up; you can buy it again.',
  'in_app.line': { one: '{product}', other: '{product} × {count}' },
  'in_app.back_after': 'After paying you go back to {site}.',
  'in_app.pay': 'Pay {amount}',
  'in_app.order_note':
    'Order {number}. {app} hears from us that you paid; it never sees your card.',
  'in_app.paid_text':
    '{product} now belongs to {domain}. {app} hears it from us; go back and use it.',
  'in_app.back': 'Back to {app}',
  'in_app.over':
    'This request to buy is closed. You were not charged; go back to {app} and ask again.',
  'in_app.price_changed':
    'The price of this has changed. You were not charged; go back to {app} and ask again.',
  'in_app.inside': 'Inside {app}',
}
