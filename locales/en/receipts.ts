import type { Message } from '#lib/messages.ts'
import type { receipts as source } from '../tr/receipts.ts'

export const receipts: Record<keyof typeof source, Message> = {
  'receipt.mail.refund_subject': '{amount} refunded',
  'receipt.mail.refund': 'We sent {amount} back to your card for order {number}, {item}.',
  'receipt.mail.leaves': '{item} will be taken off your shop on {day}, and your shop will be as it was before. Until then you can go on using it.',
  'receipt.mail.stays': '{item} stays on your shop; you can go on using it.',
  'receipt.mail.statement': 'Depending on your bank, it may take a few days to show on your card statement.',
  'receipt.mail.unwanted_subject': 'An extra payment of {amount} was sent back',
  'receipt.mail.unwanted': 'An extra payment of {amount} came in for order {number}, {item}. The order did not need it, so we sent all of it back to your card. There is nothing you have to do.',
  'receipt.mail.orders': 'See your orders',
  'receipt.mail.why': 'You get this mail because the invoice address of order {number} has this e-mail address. Questions: {mail}',
  'ledger.mail.subject': { one: '{day}: the books differ in {count} place', other: '{day}: the books differ in {count} places' },
  'ledger.mail.lead': 'The payment gateway’s book ({gateway}) and ours do not agree on this day. Each difference stays open until somebody writes down what it was.',
  'ledger.mail.line': '{what}: {order}. Ours {ours}, theirs {theirs}.',
  'ledger.mail.what': 'Open differences: npm run money -- differences. To explain one: npm run money -- explain <difference> --note "…".',
  'ledger.kind.charge_unknown': 'A charge that we do not know',
  'ledger.kind.charge_missing': 'A charge that they do not have',
  'ledger.kind.amount_differs': 'Another amount',
  'ledger.kind.refund_differs': 'Another refund',
  'ledger.kind.money_held': 'Money that could not be given back',
}
