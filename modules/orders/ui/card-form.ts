import { digitsOf } from '#lib/digits.ts'
import { checkField } from '#lib/field-rules.ts'
import type { FieldMessage } from '#lib/refusal.ts'
import type { FieldErrors } from '#ui/use-form-check.ts'
import { CARD_HOLDER_RULES, checkCard, holdsCardNumber } from '../rules.ts'
import { readExpiry } from './card-number.ts'
import { text } from './form-text.ts'

/** The card's part of the checkout form (S3.2): a kept card by its id, or one that is typed. */
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

/** Which card pays: the id of a kept one, or this. */
export const CARD_ID = 'card_id'
export const NEW_CARD = 'new'
export const INSTALLMENTS = 'installments'
/** Who asks for the card, where it is not us: `element` or `page` (`means.card_fields`). */
export const CARD_FIELDS = 'card_fields'
const asksItself = (form: FormData): boolean =>
  ['element', 'page'].includes(text(form, CARD_FIELDS))

/** The id of the kept card that is chosen; null when one is typed. */
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

/** In how many parts; 1 where the page has no such choice. */
export const readInstallments = (form: FormData): number => Number(text(form, INSTALLMENTS)) || 1

/** What is paid with, as the operation takes it. */
export function readMeans(form: FormData) {
  const saved = chosenCard(form)
  if (saved === null && asksItself(form))
    return { ...readGatewayMeans(form), installments: readInstallments(form) }
  return {
    ...(saved === null ? { card: readCard(form) } : { saved_card_id: saved }),
    installments: readInstallments(form),
  }
}

/** The token of the gateway's fields; nothing where the gateway asks on a page of its own. */
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

export function findCardMistakes(form: FormData, now: Date): FieldErrors {
  const card = readCard(form)
  if (asksItself(form))
    return holdsCardNumber(card.store_name ?? '')
      ? { [cardField('store_name')]: { code: 'field.card_name' } }
      : {}
  const expiry = readExpiry(text(form, cardField('expiry')))
  const found = checkCard(card, now)
  const mistakes: Record<string, FieldMessage> = {}
  const say = (part: CardPart, message: FieldMessage | null | undefined) => {
    if (message) mistakes[cardField(part)] = message
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
  return mistakes
}
