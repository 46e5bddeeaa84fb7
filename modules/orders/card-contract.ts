import { z } from 'zod'
import { amount, currency, listMeta, one, time } from '#lib/wire.ts'
import { declareOperation } from '#kernel/operation.ts'
import { card, cardElement, cardName } from './contract.ts'

/** Saved cards and installments (S3.2, D10). */

export const savedCard = z.object({
  id: z.string(),
  brand: z.string().describe('visa, mastercard, amex, troy, or what the gateway calls it'),
  last_four: z.string(),
  expiry_month: z.number().int().nullable().describe('null where the gateway does not tell it'),
  expiry_year: z.number().int().nullable(),
  expired: z.boolean(),
  store_name: z.string().nullable().describe('what the owner calls it'),
  may_pay: z.boolean().describe('not expired, and kept by the gateway that takes payments now'),
  created_at: time,
})
export type SavedCard = z.output<typeof savedCard>

export const listSavedCards = declareOperation({
  id: 'listSavedCards',
  summary: 'The cards that are kept for the store, the one used last first',
  tag: 'Cards',
  source: 'S3.2 D10 D21',
  method: 'get',
  path: '/domain/card',
  policy: { who: 'store' },
  output: z.object({
    data: z.array(savedCard),
    meta: listMeta.extend({
      keeps_cards: z.boolean().describe('the gateway of now keeps cards'),
      adds: z
        .object({ card_fields: z.enum(['ours', 'element']), element: cardElement })
        .nullable()
        .describe('how it takes a card that is saved without a payment; null: not at all'),
    }),
  }),
  refusals: [],
})

const setup = z.object({
  id: z.string(),
  state: z
    .enum(['saved', 'challenge', 'declined', 'pending'])
    .describe('challenge: the owner confirms the card at the bank; nothing is charged'),
  saved_card_id: z.string().nullable(),
  challenge_url: z.string().nullable(),
  declined: z.object({ reason: z.string(), message: z.string() }).nullable(),
})
export type CardSetup = z.output<typeof setup>

export const setUpCard = declareOperation({
  id: 'setUpCard',
  summary: 'Save a card without a payment, checked by the gateway',
  tag: 'Cards',
  source: 'S3.2 S3.4',
  method: 'post',
  path: '/domain/card',
  policy: { who: 'store' },
  idempotency: 'form',
  body: z
    .object({
      address_id: z.string().max(60).describe('an address of the store, for the gateway'),
      card: card.optional().describe('or `client_token`, as the gateway takes it'),
      client_token: z.string().min(1).max(400).optional(),
      store_name: cardName,
      return_to: z
        .string()
        .max(200)
        .regex(
          /^(\/market)?\/checkout\/(subscriptions|subscribe)\/[A-Za-z0-9_-]+(\?[A-Za-z0-9_=&.%-]*)?$/,
        )
        .describe(
          'the page to which the bank leads back; it gets `setup`. Below `/market` the bank has a window of its own, which ends at a result page',
        ),
    })
    .refine(({ card: typed, client_token: token }) => !(typed && token), {
      path: ['card'],
      error: 'field.invalid',
    }),
  faults: { card: { code: 'checkout.card_invalid', status: 422 } },
  output: one(setup),
  refusals: [
    'checkout.means_not_accepted',
    'checkout.address_not_found',
    'checkout.card_invalid',
    'checkout.bank_unreachable',
    'checkout.too_many_attempts',
  ],
})

export const getCardSetup = declareOperation({
  id: 'getCardSetup',
  summary: 'How saving a card went',
  tag: 'Cards',
  source: 'S3.2 S3.4',
  method: 'get',
  path: '/domain/card/setup/{id}',
  policy: { who: 'store' },
  params: z.object({ id: z.string().max(60) }),
  output: one(setup),
  refusals: ['checkout.card_not_found'],
})

export const deleteSavedCard = declareOperation({
  id: 'deleteSavedCard',
  summary: 'Have the gateway forget a kept card; again is the same',
  tag: 'Cards',
  source: 'S3.2 D10 D21',
  method: 'delete',
  path: '/domain/card/{id}',
  policy: { who: 'store' },
  params: z.object({ id: z.string().max(60) }),
  output: z.object({
    success: z.literal(true),
    forgotten: z
      .boolean()
      .describe(
        'false: gone here, and the gateway that keeps it, which takes payments no more, is still to forget it',
      ),
  }),
  refusals: ['checkout.card_not_found', 'checkout.card_not_deleted'],
})

export const installmentOffer = z.object({
  count: z.number().int(),
  each: amount.describe('rounded; the parts make the total'),
  total: amount.describe('what the card is charged in all'),
  surcharge: amount.describe('of the total, what the bank takes for waiting'),
})
export type InstallmentOffer = z.output<typeof installmentOffer>

export const quoteInstallments = declareOperation({
  id: 'quoteInstallments',
  summary: 'In how many parts a card may pay this order',
  tag: 'Checkout',
  source: 'S7.10 D10',
  method: 'post',
  path: '/checkout/installments/{order_number}',
  policy: { who: 'store' },
  params: z.object({ order_number: z.string().max(40) }),
  body: z
    .object({
      first_digits: z
        .string()
        .regex(/^\d{6,8}$/, 'field.card_number')
        .optional()
        .describe('of the card; never more than eight'),
      saved_card_id: z.string().max(60).optional(),
    })
    .refine(
      ({ first_digits, saved_card_id }) =>
        (first_digits === undefined) !== (saved_card_id === undefined),
      { path: ['first_digits'], error: 'field.required' },
    ),
  output: one(
    z.object({
      currency,
      offers: z
        .array(installmentOffer)
        .describe('count 1 first, and alone where the card may not pay in parts'),
    }),
  ),
  refusals: [
    'checkout.order_not_found',
    'checkout.order_not_payable',
    'checkout.card_not_found',
    'checkout.bank_unreachable',
    'checkout.too_many_attempts',
  ],
})
