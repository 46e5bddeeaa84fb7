import type { Message } from '#lib/locale.ts'
import type { paying as source } from '../tr/paying.ts'

export const paying: Record<keyof typeof source, Message> = {
  'errors.checkout.card_not_found': 'This saved card was not found',
  'errors.checkout.card_not_deleted':
    'The card could not be removed just now, because the bank that keeps it did not answer. Try again in a moment.',
  'errors.checkout.saved_card_expired': 'This card has expired. Choose or enter another one.',
  'errors.checkout.means_not_accepted':
    'This way of paying is not in use at the moment. Reload the page and try again.',
  'errors.checkout.installments_not_offered':
    'This card cannot pay in that many instalments. Nothing was charged; have another look at the choices.',
  'errors.field.card_name': 'Do not write a card number here; give the card a name',
  'pay.card.choose': 'Choose the card to pay with',
  'pay.card.other': 'Another card',
  'pay.card.other_note': 'You enter its details now.',
  'pay.card.until': 'Expires {date}',
  'pay.card.expired': 'expired',
  'pay.fields.page': 'You enter your card in the next step, on the payment provider’s own page.',
  'pay.fields.opening': 'Opening the card fields…',
  'pay.fields.failed': 'The card fields could not be opened. Check your connection and try again.',
  'pay.fields.again': 'Try again',
  'pay.fields.no_script': 'The card fields need JavaScript to be on in your browser.',
  'pay.fields.incomplete': 'Complete your card details',
  'pay.card.keep': 'Keep this card for next time',
  'pay.card.keep_hint':
    'The bank keeps the card; we only hold its brand, last four digits and expiry date. You can remove it on the Cards page at any time.',
  'pay.card.keep_name': 'A name for the card',
  'pay.card.keep_name_hint': 'For example “Company card”.',
  'pay.parts': 'Instalments',
  'pay.parts.choose': 'Choose how many instalments to pay in',
  'pay.parts.single': 'Pay at once',
  'pay.parts.count': { one: '{count} instalment', other: '{count} instalments' },
  'pay.parts.each': 'A month',
  'pay.parts.total': 'Total',
  'pay.parts.surcharge': 'Extra cost',
  'pay.parts.none': 'none',
  'pay.parts.asking': 'Asking which instalments there are…',
  'pay.parts.silent': 'The instalment choices could not be loaded just now. You can pay at once.',
  'pay.parts.line': {
    one: 'Instalment cost ({count} instalment)',
    other: 'Instalment cost ({count} instalments)',
  },
  'pay.parts.terms': {
    one: '{count} instalment of {each} a month',
    other: '{count} instalments of {each} a month',
  },
  'pay.charged': 'Charged to your card',
}
