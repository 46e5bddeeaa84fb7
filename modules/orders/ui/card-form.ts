import { digitsOf, latinDigits } from '#lib/text.ts'
import { checkField } from '#lib/field-rules.ts'
import type { FieldMessage } from '#lib/refusal.ts'
import { applyMask } from '#ui/mask.ts'
import type { FieldErrors } from '#ui/use-form-check.ts'
import { CARD_HOLDER_RULES, checkCard, holdsCardNumber } from '../rules.ts'

/** The card's part of the checkout form (S3.2): a saved card's id or a typed card. */
export type CardPart =
  | 'number'
  | 'name'
  | 'expiry'
  | 'cvc'
  | 'secure_3d'
  | 'store_card'
  | 'store_name'
  | 'client_token'
export const cardField = (part: CardPart): string => `card.${part}`

/** A saved card's id, or this for a typed card. */
export const CARD_ID = 'card_id'
export const NEW_CARD = 'new'
export const INSTALLMENTS = 'installments'
/** Set when the gateway takes the card: `element` or `page` (`means.card_fields`). */
export const CARD_FIELDS = 'card_fields'
const asksItself = (form: FormData): boolean =>
  ['element', 'page'].includes(text(form, CARD_FIELDS))

/** The id of the chosen saved card; null for a typed one. */
export const chosenCard = (form: FormData): string | null => {
  const id = text(form, CARD_ID)
  return id === '' || id === NEW_CARD ? null : id
}

export function readCard(form: FormData) {
  const expiry = readExpiry(text(form, cardField('expiry')))
  const keeps = form.get(cardField('store_card')) !== null
  return {
    number: digitsOf(text(form, cardField('number'))),
    name: text(form, cardField('name')),
    expiry_month: expiry?.month ?? 0,
    expiry_year: expiry?.year ?? 0,
    cvc: digitsOf(text(form, cardField('cvc'))),
    secure_3d: form.get(cardField('secure_3d')) !== null,
    store_card: keeps,
    ...(keeps && { store_name: text(form, cardField('store_name')) }),
  }
}

/** The number of installments; 1 without a choice. */
const readInstallments = (form: FormData): number => Number(text(form, INSTALLMENTS)) || 1

/** The payment method as the operation takes it. */
export function readMeans(form: FormData) {
  const saved = chosenCard(form)
  if (saved === null && asksItself(form))
    return { ...readGatewayMeans(form), installments: readInstallments(form) }
  return {
    ...(saved === null ? { card: readCard(form) } : { saved_card_id: saved }),
    installments: readInstallments(form),
  }
}

/** The token of the gateway's fields; nothing for the gateway's own page. */
function readGatewayMeans(form: FormData) {
  const token = text(form, cardField('client_token'))
  const keeps = form.get(cardField('store_card')) !== null
  return {
    ...(token !== '' && { client_token: token }),
    secure_3d: true,
    store_card: keeps,
    ...(keeps && { store_name: text(form, cardField('store_name')) }),
  }
}

const REQUIRED: FieldMessage = { code: 'field.required' }

export function findCardErrors(form: FormData, now: Date): FieldErrors {
  const card = readCard(form)
  if (asksItself(form))
    return holdsCardNumber(card.store_name ?? '')
      ? { [cardField('store_name')]: { code: 'field.card_name' } }
      : {}
  const expiry = readExpiry(text(form, cardField('expiry')))
  const found = checkCard(card, now)
  const fieldErrors: Record<string, FieldMessage> = {}
  const say = (part: CardPart, message: FieldMessage | null | undefined) => {
    if (message) fieldErrors[cardField(part)] = message
  }
  say('number', card.number === '' ? REQUIRED : found['card.number'])
  say('name', checkField(CARD_HOLDER_RULES, card.name))
  say(
    'expiry',
    text(form, cardField('expiry')) === ''
      ? REQUIRED
      : expiry === null
        ? { code: 'field.invalid' }
        : found['card.expiry_month'],
  )
  say('cvc', card.cvc === '' ? REQUIRED : found['card.cvc'])
  say('store_name', holdsCardNumber(card.store_name ?? '') ? { code: 'field.card_name' } : null)
  return fieldErrors
}

export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'troy'

export const BRAND_NAMES: Record<CardBrand, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  troy: 'Troy',
}

/** By the first digits (ISO/IEC 7812); null while unknown. Troy: 9792 and its share of 65. */
export function brandOf(number: string): CardBrand | null {
  const digits = digitsOf(number)
  if (digits.startsWith('4')) return 'visa'
  if (/^3[47]/.test(digits)) return 'amex'
  if (/^(9792|65)/.test(digits)) return 'troy'
  if (/^(5[1-5]|50|5[6-9]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/.test(digits)) return 'mastercard'
  return null
}

/** 4-6-5 for American Express, else groups of four; at most 19 digits. */
export const formatCardNumber = (text: string): string =>
  applyMask(brandOf(text) === 'amex' ? '#### ###### #####' : '#### #### #### #### ###', text)

export const cvcLength = (brand: CardBrand | null): 3 | 4 => (brand === 'amex' ? 4 : 3)

/**
 * "5" → "05 / ", "1230" → "12 / 30", "12/2030" → "12 / 30". A first digit of 2 to 9 can only be a
 * month.
 */
export function formatExpiry(text: string): string {
  const [month = '', year = ''] = latinDigits(text).split(/[/.-]/)
  const apart = year.trim() !== '' && month.trim().length === 1 ? `0${month.trim()}${year}` : text
  let digits = digitsOf(apart)
  if (/^[2-9]/.test(digits)) digits = `0${digits}`
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4)
  return applyMask('## / ##', digits)
}

interface Expiry {
  month: number
  /** Four digits. */
  year: number
}

/** Reads "12 / 30", "12/30", "12 / 2030" or "1230"; null when invalid. */
export function readExpiry(text: string): Expiry | null {
  const [, month = '', year = ''] =
    /^(\d{1,2})(?:\s*[/.-]\s*|\s+|(?<=\d{2}))(\d{4}|\d{2})$/.exec(latinDigits(text).trim()) ?? []
  const found = {
    month: Number(month),
    year: year.length === 2 ? 2000 + Number(year) : Number(year),
  }
  return month !== '' &&
    found.month >= 1 &&
    found.month <= 12 &&
    found.year >= 2000 &&
    found.year <= 2100
    ? found
    : null
}

/** The trimmed value of a field; '' without the field. */
export function text(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
