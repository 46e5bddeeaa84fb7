import type { Message } from '#lib/locale.ts'
import type { receipts as source } from '../tr/receipts.ts'

export const receipts: Record<keyof typeof source, Message> = {
  'receipt.mail.refund_subject': '{amount} refunded',
  'receipt.mail.refund': 'We sent {amount} back to your card for order {number}, {item}.',
  'receipt.mail.leaves':
    '{item} will be taken off your shop on {day}, and your shop will be as it was before. Until then you can go on using it.',
  'receipt.mail.stays': '{item} stays on your shop; you can go on using it.',
  'receipt.mail.statement':
    'Depending on your bank, it may take a few days to show on your card statement.',
  'receipt.mail.unwanted_subject': 'An extra payment of {amount} was sent back',
  'receipt.mail.unwanted':
    'An extra payment of {amount} came in for order {number}, {item}. The order did not need it, so we sent all of it back to your card. There is nothing you have to do.',
  'receipt.mail.orders': 'See your orders',
  'receipt.mail.why':
    'You get this mail because the invoice address of order {number} has this e-mail address. Questions: {mail}',
  'ledger.mail.subject': {
    one: '{day}: the books differ in {count} place',
    other: '{day}: the books differ in {count} places',
  },
  'ledger.mail.lead':
    'The payment gateway’s book ({gateway}) and ours do not agree on this day. Each difference stays open until somebody writes down what it was.',
  'ledger.mail.line': '{what}: {order}. Ours {ours}, theirs {theirs}.',
  'ledger.mail.what':
    'Open differences: npm run money -- differences. To explain one: npm run money -- explain <difference> --note "…".',
  'ledger.kind.charge_unknown': 'A charge that we do not know',
  'ledger.kind.charge_missing': 'A charge that they do not have',
  'ledger.kind.amount_differs': 'Another amount',
  'ledger.kind.refund_differs': 'Another refund',
  'ledger.kind.money_held': 'Money that could not be given back',
  'ledger.kind.not_asked': 'A payment that nobody could ask about',
  'card_page.subject': 'The page where cards are typed has changed ({origin})',
  'card_page.lead':
    'The page at {origin} where cards are typed does not arrive as it was built. The differences are below.',
  'card_page.do':
    'Unless you have just put a new release in place, stop payments and find out who stands in between: a proxy, a CDN, the server’s disk.',
  'ledger.not_asked.subject': 'A payment cannot be asked about ({gateway})',
  'ledger.not_asked.lead':
    'The payment {attempt} of order {order} was begun with {gateway}, and how it ended is not known. The keys of that gateway are not in the settings any more, so nobody can be asked.',
  'ledger.not_asked.do':
    'Put the keys of {gateway} back into the settings, and the payment is settled by itself. Or look it up in the gateway’s own panel and write down what it was.',
  'receipt.mail.subject': 'Payment received: {item}',
  'receipt.mail.paid': '{item} now belongs to {domain}. Thank you for your payment.',
  'receipt.mail.sums': 'Subtotal: {subtotal}\nVAT: {tax}\nTotal: {total}',
  'receipt.mail.sums_discount':
    'Subtotal: {subtotal}\nDiscount: {discount}\nVAT: {tax}\nTotal: {total}',
  'receipt.mail.charged':
    'Instalment cost (the bank’s): {surcharge}\nCharged to the card: {charged}',
  'receipt.mail.facts': 'Order: {number}\nCard: {card}\nInvoiced to: {name}',
  'receipt.mail.support': 'Your free theme support runs until {day}.',
  'receipt.mail.attached': 'Your invoice and the texts you agreed to are attached to this mail.',
  'receipt.mail.free_subject': 'Your order is complete: {item}',
  'receipt.mail.free':
    '{item} now belongs to {domain}. Your coupon covered all of it; you were charged nothing.',
  'receipt.mail.free_facts':
    'Order: {number}\nNothing was charged, so there is no invoice for this order. The texts you agreed to are attached to this mail.',
  'receipt.file.credit_note': 'arasta-credit-note-{number}.pdf',
  'receipt.file.invoice': 'arasta-invoice-{number}.pdf',
  'receipt.file.agreed': 'arasta-agreements-{number}.html',
  'invoice.title.invoice': 'Invoice and receipt',
  'invoice.title.credit_note': 'Credit note',
  'invoice.number': 'Number: {number}',
  'invoice.issued': 'Date: {day}',
  'invoice.of': 'For invoice: {number}',
  'invoice.seller': 'Seller',
  'invoice.buyer': 'Buyer',
  'invoice.tax_number': 'Tax number: {number}',
  'invoice.tax_office': 'Tax office {office}, number {number}',
  'invoice.identity_number': 'Identity number: {number}',
  'invoice.what': 'Item',
  'invoice.quantity': 'Quantity',
  'invoice.unit_price': 'Unit price',
  'invoice.subtotal': 'Subtotal',
  'invoice.discount': 'Discount',
  'invoice.discount_coupon': 'Coupon {code}',
  'invoice.net': 'Taxable amount',
  'invoice.tax': 'VAT {rate}%',
  'invoice.total': 'Total',
  'invoice.total_back': 'Refunded',
  'invoice.surcharge': 'Instalment cost ({count} instalments)',
  'invoice.charged': 'Charged to the card',
  'invoice.order': 'Order number',
  'invoice.paid_by': 'Paid by',
  'invoice.back_to': 'Refunded to',
  'invoice.card': '{brand} card {digits}',
  'invoice.card_only': 'Card',
  'invoice.paid_on': 'Paid on',
  'invoice.back_on': 'Refunded on',
  'invoice.support': 'Free support ends',
  'invoice.local':
    'A document with the seller’s own running number, issued while no e-Fatura / e-Arşiv integrator was connected.',
}
