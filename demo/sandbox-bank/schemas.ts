import { CURRENCIES } from '../../lib/currencies.ts'
import { LOCALES } from '../../lib/locale.ts'
import { z } from 'zod'

const id = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/)
const orderNumber = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const text = (max: number) => z.string().trim().min(1).max(max)
const amountMinor = z.number().int().min(1).max(100_000_000_000)
const currency = z.enum(CURRENCIES)
const address = z.url({ protocol: /^https?$/ }).max(2_000)

const installments = z.literal([1, 2, 3, 6, 9, 12])

/**
 * A card that is kept here, by the two names that its payment's answer gave; `POST
 * /v1/cards/forget` is nothing but this.
 */
export const savedCardRef = z.strictObject({ customer_ref: id, card_token: id })
export type SavedCardRef = z.infer<typeof savedCardRef>

const buyer = z.strictObject({
  name: text(200),
  email: text(254),
  phone: text(40),
  city: text(100),
  country: text(100),
  address: text(500),
  zip_code: z.string().max(20),
  identity_number: z.string().max(20).optional(),
  ip: text(64),
})

const hasOneMeans = ({ card, saved_card }: { card?: unknown; saved_card?: unknown }) =>
  (card === undefined) !== (saved_card === undefined)

const typedCard = z.strictObject({
  holder: text(100),
  number: z.string().regex(/^\d{12,19}$/),
  expiry_month: z.number().int().min(1).max(12),
  expiry_year: z.number().int().min(2000).max(2100),
  cvc: z.string().regex(/^\d{3,4}$/),
})

/** `POST /v1/payments` */
export const startInput = z
  .strictObject({
    attempt_id: id,
    order_number: orderNumber,
    item_name: text(200),
    amount_minor: amountMinor,
    price_minor: amountMinor.optional(),
    currency,
    installments,
    three_d_secure: z.enum(['force', 'auto']),
    locale: z.enum(LOCALES),
    return_url: address,
    notice_url: address,
    card: typedCard.optional(),
    saved_card: savedCardRef.optional(),
    keep_card: z.strictObject({ customer_ref: id.optional() }).optional(),
    buyer,
  })
  .refine(hasOneMeans, { path: ['card'] })
  .refine(({ keep_card, card }) => !keep_card || card, { path: ['keep_card'] })
export type StartInput = z.infer<typeof startInput>

/** `POST /v1/card-checks`: the holder confirms the card, which is kept; nothing is charged. */
export const checkInput = z.strictObject({
  attempt_id: id,
  currency,
  locale: z.enum(LOCALES),
  return_url: address,
  card: typedCard,
  keep_card: z.strictObject({ customer_ref: id.optional() }),
  buyer,
})
export type CheckInput = z.infer<typeof checkInput>

/** `POST /v1/charges`: a kept card, without its holder. */
export const chargeInput = z.strictObject({
  attempt_id: id,
  order_number: orderNumber,
  item_name: text(200),
  amount_minor: amountMinor,
  currency,
  locale: z.enum(LOCALES),
  notice_url: address,
  saved_card: savedCardRef,
  buyer,
})
export type ChargeInput = z.infer<typeof chargeInput>

/** `POST /v1/payments/{id}/complete`: the merchant says again what it agreed to. */
export const completeInput = z.strictObject({
  order_number: orderNumber,
  amount_minor: amountMinor,
  currency,
})
export type CompleteInput = z.infer<typeof completeInput>

/** `POST /v1/payments/{id}/void` */
export const voidInput = z.strictObject({})

/** `POST /v1/refunds` */
export const refundInput = z.strictObject({
  payment_id: id,
  amount_minor: amountMinor,
  currency,
  key: z.string().min(1).max(255),
})
export type RefundInput = z.infer<typeof refundInput>

/** `POST /v1/installments`: a card by its first digits, or one that is kept here. */
export const quoteInput = z
  .strictObject({
    first_digits: z
      .string()
      .regex(/^\d{6,8}$/)
      .optional(),
    saved_card: savedCardRef.optional(),
    amount_minor: amountMinor,
    currency,
  })
  .refine(({ first_digits, saved_card }) => hasOneMeans({ card: first_digits, saved_card }), {
    path: ['first_digits'],
  })

/** `GET /v1/ledger` */
export const ledgerQuery = z.strictObject({
  order_number: orderNumber.optional(),
  /** Entries from this moment on, and before that one. */
  from: z.iso
    .datetime()
    .transform((text) => Date.parse(text))
    .optional(),
  until: z.iso
    .datetime()
    .transform((text) => Date.parse(text))
    .optional(),
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1_000).default(200),
})
export type LedgerQuery = z.infer<typeof ledgerQuery>

/** The form of the 3-D Secure page. */
export const challengeForm = z.object({
  action: z.enum(['confirm', 'cancel']),
  code: z.string().max(20).default(''),
})

/** `POST /v1/accounts` */
export const accountInput = z.strictObject({
  reference: id,
  holder: text(100),
  country: z.string().regex(/^[A-Z]{2}$/),
  tax_number: text(40),
})
export type AccountInput = z.infer<typeof accountInput>

/** `POST /v1/accounts/{id}/links` */
export const linkInput = z.strictObject({ return_url: address, refresh_url: address })
export type LinkInput = z.infer<typeof linkInput>

/** `POST /v1/transfers` */
export const transferInput = z.strictObject({
  key: id,
  account_id: id,
  amount_minor: amountMinor,
  currency,
  description: text(100),
})
export type TransferInput = z.infer<typeof transferInput>

/** `POST /v1/transfers/{id}/reversals` */
export const reversalInput = z.strictObject({ key: id, amount_minor: amountMinor, currency })
export type ReversalInput = z.infer<typeof reversalInput>

/** What the holder of an account may choose on its page; the last ones are for engineers. */
export const PAYEE_BEHAVIOURS = [
  'pays',
  'missing',
  'refuses',
  'later',
  'lost_before',
  'lost_after',
  'error_after',
] as const
export type PayeeBehaviour = (typeof PAYEE_BEHAVIOURS)[number]

/** The form of the account's page. */
export const payeeForm = z.object({ behaviour: z.enum(PAYEE_BEHAVIOURS) })
