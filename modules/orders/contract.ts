import { z } from 'zod'
import type { FieldRules } from '#lib/field-rules.ts'
import { textField } from '#lib/field-schema.ts'
import { COUPON_KINDS, MAX_COUPON_CODE_LENGTH, PERMISSIONS } from '#lib/market.ts'
import {
  amount,
  countryCode,
  currency,
  fileAnswer,
  list,
  listMeta,
  one,
  pageNumber,
  perPage,
  time,
} from '#lib/wire.ts'
import { declareOperation, type InputParsed } from '#kernel/operation.ts'
import {
  ADDRESS_RULES,
  ATTEMPT_STATES,
  CARD_HOLDER_RULES,
  holdsCardNumber,
  OPERATOR_REFUND_REASONS,
  ORDER_PURPOSES,
  ORDER_STATES,
  REFUND_REQUEST_REASONS,
  REFUND_REQUEST_RULES,
  REFUND_REQUEST_STATES,
  TAX_EXEMPTIONS,
  VAT_STATUSES,
} from './rules.ts'

/** Missing, null and empty mean the same. */
const optionalText = (rules: FieldRules) =>
  textField(rules)
    .nullish()
    .transform((value) => value || undefined)

/** S3.1, S5.1. Rules by invoice type and country: `checkAddress` in `rules.ts`. */
export const addressInput = z.object({
  name: textField(ADDRESS_RULES.name).describe('what the owner calls it'),
  invoice_type: z.enum(['individual', 'institutional']),
  tax_office: optionalText(ADDRESS_RULES.tax_office),
  tax_number: optionalText(ADDRESS_RULES.tax_number),
  address: textField(ADDRESS_RULES.address),
  city: textField(ADDRESS_RULES.city),
  district: optionalText(ADDRESS_RULES.district),
  country: countryCode,
  zip_code: optionalText(ADDRESS_RULES.zip_code),
  firstname: optionalText(ADDRESS_RULES.firstname),
  lastname: optionalText(ADDRESS_RULES.lastname),
  phone: textField(ADDRESS_RULES.phone).describe('any common form; stored as E.164'),
  company: optionalText(ADDRESS_RULES.company),
  identity_number: optionalText(ADDRESS_RULES.identity_number),
  registration_number: optionalText(ADDRESS_RULES.registration_number).describe(
    'of a company in Saudi Arabia: commercial registration',
  ),
  building_number: optionalText(ADDRESS_RULES.building_number).describe(
    'of a national address in Saudi Arabia',
  ),
  additional_number: optionalText(ADDRESS_RULES.additional_number).describe(
    'of a national address in Saudi Arabia',
  ),
  email: textField(ADDRESS_RULES.email),
  is_default: z
    .boolean()
    .nullish()
    .describe(
      'true makes it the one that is chosen at first; the one that was before is it no more',
    ),
})
export type AddressInput = z.output<typeof addressInput>

export const address = z.object({
  id: z.string(),
  ...addressInput.shape,
  tax_office: z.string().nullable(),
  tax_number: z.string().nullable(),
  district: z.string().nullable(),
  zip_code: z.string().nullable(),
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  company: z.string().nullable(),
  registration_number: z.string().nullable(),
  building_number: z.string().nullable(),
  additional_number: z.string().nullable(),
  identity_number: z.string().nullable().describe('masked but for the last two digits'),
  is_default: z.boolean(),
  vat_status: z
    .enum(VAT_STATUSES)
    .nullable()
    .describe(
      'whether the tax authority confirmed the VAT id; unless `confirmed`, VAT is charged; null: an id changes no tax here',
    ),
})
export type Address = z.output<typeof address>

/** Unchecked, as the platform wrote it. */
const suggestedAddress = address
  .pick({ invoice_type: true, company: true, firstname: true, lastname: true })
  .extend({
    name: z.string(),
    tax_office: z.string().nullable(),
    tax_number: z.string().nullable(),
    email: z.string(),
    phone: z.string(),
    country: z.string(),
    city: z.string(),
    district: z.string().nullable(),
    zip_code: z.string().nullable(),
    address: z.string(),
  })

/** S3.4: bought inside an app. */
export const PRODUCT_KINDS = ['permanent', 'consumable'] as const
const orderedProduct = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(PRODUCT_KINDS),
  quantity: z.number().int(),
  price: amount.describe('of one, as it is shown'),
  return_to: z
    .string()
    .describe("where the buyer goes afterwards: an address of the app, with the purchase's id"),
})

const orderedItem = z.object({
  id: z.string(),
  market: z.enum(['app', 'theme']),
  slug: z.string(),
  name: z.string(),
  icon: z.string().nullable(),
  version: z.string().nullable(),
})

const orderLine = z.object({
  place: z.number().int().describe('in the order; refunds and returns name it'),
  item: orderedItem,
  list_price: amount,
  subtotal: amount.describe('without tax'),
  discount: amount,
  tax: amount,
  tax_rate: z.number().describe('percent'),
  total: amount,
})

export const order = z.object({
  order_number: z.string(),
  item: orderedItem.describe('the first one, of a bundle'),
  bundle: z
    .object({ id: z.string(), slug: z.string().nullable(), name: z.string().nullable() })
    .nullable()
    .describe('its items are sold together; without slug and name once it is gone'),
  lines: z.array(orderLine).describe('what is sold, each with its part of the amounts'),
  state: z.enum(ORDER_STATES),
  list_price: amount,
  subtotal: amount.describe('without tax'),
  discount: amount,
  tax: amount,
  tax_rate: z.number().describe('percent; of the first line'),
  tax_exemption: z
    .enum(TAX_EXEMPTIONS)
    .nullable()
    .describe('why the rate is 0 although the country has one; the buyer owes the tax itself'),
  tax_included: z.boolean().describe('the list price is shown with tax'),
  total: amount,
  surcharge: amount.describe(
    'what the bank took for paying in parts; the card was charged total and surcharge',
  ),
  currency,
  rate_date: z.iso
    .date()
    .nullable()
    .describe('the list price was converted at the rate of this day (D27)'),
  coupon_code: z.string().nullable(),
  product: orderedProduct
    .nullable()
    .describe('what is bought inside the item; null when it is the item itself'),
  subscription: z
    .object({
      id: z.string().nullable().describe('null until the first order is paid'),
      purpose: z.enum(ORDER_PURPOSES),
      plan: z.string().nullable().describe('id of the plan, while it exists'),
      lines: z.array(z.object({ text: z.string(), amount })),
    })
    .nullable()
    .describe('what a subscription is charged for; its card is saved for later periods'),
  address_id: z.string().nullable(),
  expires_at: time,
  paid_at: time.nullable(),
})
export type Order = z.output<typeof order>

const couponText = z.string().trim().max(MAX_COUPON_CODE_LENGTH)
const slug = z.object({ slug: z.string().max(120) })
const orderNumber = z.object({ order_number: z.string().max(40) })

export const startOrder = declareOperation({
  id: 'startOrder',
  summary: 'Make the open order of this store and item, or return it',
  tag: 'Checkout',
  source: 'S7.8 S7.32 D10',
  method: 'post',
  path: { app: '/checkout/{slug}/app', theme: '/checkout/{slug}/theme' },
  policy: { who: 'store', needs: 'buy' },
  params: slug,
  body: z.object({ plan: z.string().max(60).optional() }),
  output: one(order),
  refusals: [
    'catalog.item_not_found',
    'checkout.already_owned',
    'checkout.plan_not_for_sale',
    'checkout.payment_in_flight',
    'catalog.not_installable',
    'checkout.no_seller',
    'platform.paused',
  ],
})

export const startBundleOrder = declareOperation({
  id: 'startBundleOrder',
  summary: 'Make the open order of this store for the items of a bundle, or return it',
  tag: 'Checkout',
  source: 'S7.8 D10',
  method: 'post',
  path: { app: '/checkout/bundles/{slug}/app', theme: '/checkout/bundles/{slug}/theme' },
  policy: { who: 'store', needs: 'buy' },
  params: slug,
  body: z.object({
    leave_out: z
      .array(z.string().max(120))
      .max(8)
      .default([])
      .describe(
        'slugs of items that the owner does not want; others cost what they cost with them',
      ),
  }),
  output: one(
    order.extend({
      left_out: z
        .array(
          z.object({
            item: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
            reason: z.enum(['owned', 'chosen', 'not_for_sale']),
          }),
        )
        .describe('items of the bundle that the order does not sell'),
    }),
  ),
  refusals: [
    'checkout.bundle_not_found',
    'checkout.bundle_too_small',
    'checkout.bundle_owned',
    'checkout.payment_in_flight',
    'checkout.no_seller',
  ],
})

export const calculatePrice = declareOperation({
  id: 'calculatePrice',
  summary: 'Freeze address, coupon and tax',
  tag: 'Checkout',
  source: 'S7.9 D9 D10',
  method: 'post',
  path: '/checkout/calculate/{order_number}',
  policy: { who: 'store', needs: 'buy' },
  params: orderNumber,
  body: z.object({
    address_id: z
      .string()
      .max(60)
      .optional()
      .describe(
        "without one: the address of the order, or the home country's tax until it has one",
      ),
    coupon_code: couponText
      .optional()
      .describe("without one the order's coupon is taken off again"),
  }),
  output: one(order),
  refusals: [
    'checkout.order_not_found',
    'checkout.order_not_payable',
    'checkout.address_not_found',
    'checkout.coupon_invalid',
    'checkout.coupon_not_with_bundle',
    'checkout.payment_in_flight',
  ],
})

export const checkCoupon = declareOperation({
  id: 'checkCoupon',
  summary: 'Would this coupon apply, and what is it worth',
  tag: 'Checkout',
  source: 'S7.17 S5.3',
  method: 'get',
  path: '/promotion/coupon-code/check/{code}',
  policy: { who: 'store', needs: 'browse' },
  params: z.object({ code: couponText }),
  query: z
    .object({ order_number: z.string().max(40).optional(), item_id: z.string().max(60).optional() })
    .refine((query) => query.order_number !== undefined || query.item_id !== undefined, {
      message: 'field.required',
      path: ['order_number'],
    }),
  output: one(
    z.object({
      valid: z
        .boolean()
        .describe('a code that is unknown, over, used up or for somebody else is simply not valid'),
      kind: z.enum(COUPON_KINDS).nullable(),
      amount: z
        .number()
        .nullable()
        .describe('percent of the net price, or major units of `currency`'),
      currency: currency.nullable(),
    }),
  ),
  refusals: ['checkout.order_not_found', 'catalog.item_not_found'],
})

/** The owner's name for a saved card. */
export const cardName = z
  .string()
  .trim()
  .max(80)
  .refine((text) => !holdsCardNumber(text), 'field.card_name')
  .optional()
  .transform((value) => value || undefined)

/** S3.2: exact field names. */
export const card = z.object({
  number: z
    .string()
    .transform((value) => value.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{13,19}$/, 'field.card_number')),
  name: textField(CARD_HOLDER_RULES),
  expiry_month: z.coerce.number().int().min(1).max(12),
  expiry_year: z.coerce
    .number()
    .int()
    .transform((year) => (year < 100 ? 2000 + year : year))
    .pipe(z.number().min(2000).max(2100)),
  cvc: z
    .string()
    .trim()
    .regex(/^\d{3,4}$/, 'field.cvc'),
  store_card: z.boolean().default(false),
  store_name: cardName,
  secure_3d: z.boolean().default(true),
})
export type CardFields = z.output<typeof card>

export const cardElement = z
  .object({ script: z.string(), public_key: z.string() })
  .nullable()
  .describe("the gateway's own fields, where `card_fields` is element")

export const CONSENT_KINDS = [
  'distance_sale',
  'immediate_delivery',
  'data_protection',
  'permissions',
] as const

export const payOrder = declareOperation({
  id: 'payOrder',
  summary: 'Pay an order',
  tag: 'Checkout',
  source: 'S7.10 D10 D20',
  method: 'post',
  path: '/checkout/payment/{order_number}',
  policy: { who: 'store', needs: 'buy' },
  params: orderNumber,
  headers: {
    'idempotency-key': {
      required: true,
      description: 'unique per intended payment, at most 255 characters',
    },
  },
  body: z
    .object({
      total: amount.describe(
        'what the buyer saw to be charged, with what paying in parts costs; another total is 409 and nothing is charged',
      ),
      card: card
        .optional()
        .describe(
          'or `saved_card_id`, or `client_token`: exactly one, as the gateway takes it; none for a free order',
        ),
      saved_card_id: z.string().max(60).optional(),
      client_token: z
        .string()
        .min(1)
        .max(400)
        .optional()
        .describe("one-time token of the gateway's own fields"),
      store_card: z
        .boolean()
        .default(false)
        .describe("with a token or on the gateway's page: keep the card"),
      store_name: cardName,
      secure_3d: z.boolean().default(true).describe('with a kept card or a token'),
      installments: z.coerce.number().int().min(1).max(12).default(1),
      consents: z
        .array(
          z.object({
            kind: z.enum(CONSENT_KINDS),
            version: z
              .string()
              .max(40)
              .describe(
                'as `GET /checkout/agreements/{order_number}` says: of the text; of permissions that of the release that this store gets (`version_here` of the item)',
              ),
            item: z
              .string()
              .max(60)
              .optional()
              .describe('of permissions in an order of several items: the id of theirs'),
          }),
        )
        .max(20),
      framed: z
        .boolean()
        .default(false)
        .describe(
          "the page stands in the panel's frame: the challenge opens in a window of its own",
        ),
    })
    .refine(
      ({ card: typed, saved_card_id: saved, client_token: token }) =>
        [typed, saved, token].filter((means) => means !== undefined).length < 2,
      { path: ['card'], error: 'field.invalid' },
    ),
  faults: { card: { code: 'checkout.card_invalid', status: 422 } },
  output: z.object({
    state: z.enum(['paid', 'challenge', 'declined', 'pending']),
    challenge: z.object({ url: z.string() }).nullable(),
    declined: z.object({ reason: z.string(), message: z.string() }).nullable(),
    order_number: z.string(),
  }),
  refusals: [
    'checkout.no_seller',
    'platform.paused',
    'checkout.order_not_found',
    'checkout.order_not_payable',
    'checkout.total_changed',
    'checkout.coupon_ended',
    'checkout.payment_in_flight',
    'checkout.address_required',
    'checkout.card_invalid',
    'checkout.permissions_required',
    'checkout.consent_required',
    'checkout.key_reused',
    'checkout.bank_unreachable',
    'checkout.too_many_attempts',
    'checkout.card_not_found',
    'checkout.saved_card_expired',
    'checkout.means_not_accepted',
    'checkout.installments_not_offered',
  ],
})
export type PayBody = InputParsed<typeof payOrder>['body']

export const listAgreements = declareOperation({
  id: 'listAgreements',
  summary:
    'What must be agreed to before this order can be paid: the texts, and the versions that `consents` name',
  tag: 'Checkout',
  source: 'S7.10 S5.4 S5.5 D23',
  method: 'get',
  path: '/checkout/agreements/{order_number}',
  policy: { who: 'store', needs: 'buy' },
  params: orderNumber,
  output: list(
    z.object({
      kind: z.enum(CONSENT_KINDS),
      version: z.string(),
      required_of: z
        .enum(['everybody', 'individuals'])
        .describe('individuals: where the invoice address is of a person'),
      agreed_before: z
        .boolean()
        .describe('the store agreed to this version with another order: no box is needed again'),
      texts: z
        .array(
          z.object({
            id: z.string(),
            title: z.string(),
            parts: z.array(z.object({ heading: z.string(), text: z.string() })),
          }),
        )
        .describe('empty for permissions'),
      permissions: z
        .array(z.object({ code: z.enum(PERMISSIONS), required: z.boolean(), reason: z.string() }))
        .nullable()
        .describe('what the item asks for; null for texts'),
      item: z
        .object({ id: z.string(), name: z.string() })
        .nullable()
        .describe('whose permissions these are; null for texts'),
    }),
  ),
  refusals: ['checkout.order_not_found'],
})

export const getOrderStatus = declareOperation({
  id: 'getOrderStatus',
  summary: 'How an order and its last payment stand',
  tag: 'Checkout',
  source: 'S7.11 S4.8',
  method: 'get',
  path: '/checkout/status/{order_number}',
  policy: { who: 'store', needs: 'buy' },
  params: orderNumber,
  output: one(
    order.extend({
      attempt: z
        .object({
          state: z.enum(ATTEMPT_STATES),
          reason: z.string().nullable(),
          card_last_four: z.string().nullable(),
        })
        .nullable(),
      means: z
        .object({
          card_fields: z.enum(['ours', 'element', 'page']),
          saved_cards: z.boolean(),
          installments: z.boolean(),
          element: cardElement,
        })
        .describe('how the gateway takes a card'),
      outcome: z
        .enum(['open', 'in_progress', 'confirmed', 'failed'])
        .describe('what the screens go by'),
      message: z.string(),
    }),
  ),
  refusals: ['checkout.order_not_found'],
})

export const listDrafts = declareOperation({
  id: 'listDrafts',
  summary:
    'Checkouts that were opened and not paid, lately opened first, 100 at most: no orders yet',
  tag: 'Checkout',
  source: 'D30',
  method: 'get',
  path: '/checkout/drafts',
  policy: { who: 'store', needs: 'buy' },
  output: list(
    order.extend({
      created_at: time,
      available: z.boolean().describe('the item is still listed in the market'),
    }),
  ),
  refusals: [],
})

export const removeDraft = declareOperation({
  id: 'removeDraft',
  summary: 'Remove a checkout that was opened and not paid',
  tag: 'Checkout',
  source: 'D30',
  method: 'delete',
  path: '/checkout/drafts/{order_number}',
  policy: { who: 'store', needs: 'buy' },
  params: orderNumber,
  output: z.object({ success: z.literal(true) }),
  refusals: ['checkout.order_not_found', 'checkout.order_not_payable'],
})

const storeOrder = order.extend({
  plan: z.string(),
  card_last_four: z.string().nullable(),
  refunded: amount,
  created_at: time,
  may_pay: z.boolean().describe('open: it can be paid until it expires'),
  available: z.boolean().describe('the item is still listed in the market'),
  receipt: z.boolean().describe('getReceipt has its invoice'),
  support_ends_at: time.nullable().describe("S1.7: the last day of a theme's free support"),
  use_ends_at: time
    .nullable()
    .describe('the whole price went back: on this day the item leaves the store'),
  returnable_until: time
    .nullable()
    .describe('until then the owner may return it for the whole amount; null of a bundle'),
  returnable_lines: z
    .array(z.object({ place: z.number().int(), amount, until: time }))
    .describe('what may be returned by itself, with what the owner gets back for it'),
  refunds: z.array(
    z.object({
      amount,
      state: z.enum(['under_way', 'done', 'refused']),
      at: time,
      document: z.string().nullable().describe('number of its credit note'),
      unwanted: z
        .boolean()
        .describe('the order did not want the payment; it was sent back by itself'),
    }),
  ),
})

/** Why an operator gives money back. */
export const operatorRefundReason = z.enum(OPERATOR_REFUND_REASONS)

export const listOrders = declareOperation({
  id: 'listOrders',
  summary: "The store's orders, newest first",
  tag: 'Checkout',
  source: 'D21 S3.3 D9',
  method: 'get',
  path: '/checkout/orders',
  policy: { who: 'store', needs: 'buy' },
  query: z.object({ page: pageNumber, per_page: perPage }),
  output: z.object({
    data: z.array(storeOrder),
    meta: listMeta,
  }),
  refusals: [],
})

export const getStoreOrder = declareOperation({
  id: 'getStoreOrder',
  summary: 'One order of the store with its payments, refunds and the request for a refund',
  tag: 'Checkout',
  source: 'D21 D9 D10',
  method: 'get',
  path: '/checkout/orders/{order_number}',
  policy: { who: 'store', needs: 'buy' },
  params: orderNumber,
  output: one(
    storeOrder.extend({
      attempts: z
        .array(
          z.object({
            state: z.enum(ATTEMPT_STATES),
            at: time,
            card_last_four: z.string().nullable(),
            message: z.string().nullable().describe('why the bank declined'),
          }),
        )
        .describe('oldest first, 20 at most'),
      refund_request: z
        .object({
          reason: z.enum(REFUND_REQUEST_REASONS),
          text: z.string(),
          state: z.enum(REFUND_REQUEST_STATES),
          at: time,
          answer: z.string().nullable().describe('why it was declined'),
          decided_at: time.nullable(),
        })
        .nullable(),
      may_ask_refund: z.boolean().describe('askForRefund would accept a request'),
    }),
  ),
  refusals: ['checkout.order_not_found'],
})

export const askForRefund = declareOperation({
  id: 'askForRefund',
  summary: "Ask the market's team for the money of an order back, once",
  tag: 'Checkout',
  source: 'D10',
  method: 'post',
  path: '/checkout/orders/{order_number}/refund-request',
  policy: { who: 'store', needs: 'buy' },
  params: orderNumber,
  body: z.object({
    reason: z.enum(REFUND_REQUEST_REASONS, {
      error: ({ input }) => (input ? 'field.invalid' : 'field.required'),
    }),
    text: textField(REFUND_REQUEST_RULES.text),
  }),
  output: z.object({ success: z.literal(true) }),
  refusals: ['checkout.order_not_found', 'checkout.not_refundable', 'checkout.refund_asked'],
})

export const getReceipt = declareOperation({
  id: 'getReceipt',
  summary: "An order's invoice and receipt, or its credit note, as a PDF",
  tag: 'Checkout',
  source: 'D9 D10',
  method: 'get',
  path: '/checkout/receipt/{order_number}',
  policy: { who: 'store', needs: 'buy' },
  params: orderNumber,
  query: z.object({
    document: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,40}$/)
      .optional()
      .describe('number of another document of this order, e.g. a credit note'),
  }),
  output: fileAnswer,
  file: true,
  refusals: ['checkout.order_not_found', 'checkout.no_receipt'],
})

export const checkOrder = declareOperation({
  id: 'checkOrder',
  summary: 'Does this store own the item, is an order open, may it install',
  tag: 'Checkout',
  source: 'S7.12 D19',
  method: 'get',
  path: { app: '/app-store/app/{id}/order/check', theme: '/theme-store/theme/{id}/order/check' },
  policy: { who: 'store', needs: 'browse' },
  params: z.object({ id: z.string().max(60) }),
  output: one(
    z.object({ owned: z.boolean(), open_order: z.string().nullable(), may_install: z.boolean() }),
  ),
  refusals: ['catalog.item_not_found'],
})

export const listAddresses = declareOperation({
  id: 'listAddresses',
  summary: "The store's invoice addresses",
  tag: 'Addresses',
  source: 'S7.20 S3.1',
  method: 'get',
  path: '/domain/address',
  policy: { who: 'store', needs: 'buy' },
  output: list(address),
  refusals: [],
})

export const suggestAddress = declareOperation({
  id: 'suggestAddress',
  summary: 'The invoice address that the platform has of this store',
  tag: 'Addresses',
  source: 'S3.1',
  method: 'get',
  path: '/domain/address/suggested',
  policy: { who: 'store', needs: 'buy' },
  output: z.object({
    data: suggestedAddress.nullable().describe('null when the platform has none'),
  }),
  refusals: ['platform.unavailable', 'session.store_closed'],
})

const addressRefusals = ['checkout.address_not_found', 'checkout.too_many_addresses'] as const

export const addAddress = declareOperation({
  id: 'addAddress',
  summary: 'Add an invoice address',
  tag: 'Addresses',
  source: 'S7.20 S5.1',
  method: 'post',
  path: '/domain/address',
  policy: { who: 'store', needs: 'buy' },
  idempotency: 'form',
  body: addressInput,
  output: one(address),
  refusals: addressRefusals,
})

export const updateAddress = declareOperation({
  id: 'updateAddress',
  summary: 'Change an invoice address',
  tag: 'Addresses',
  source: 'S7.21',
  method: 'put',
  path: '/domain/address/{id}',
  policy: { who: 'store', needs: 'buy' },
  params: z.object({ id: z.string().max(60) }),
  body: addressInput,
  output: one(address),
  refusals: addressRefusals,
})

export const deleteAddress = declareOperation({
  id: 'deleteAddress',
  summary: 'Remove an invoice address',
  tag: 'Addresses',
  source: 'S7.21',
  method: 'delete',
  path: '/domain/address/{id}',
  policy: { who: 'store', needs: 'buy' },
  params: z.object({ id: z.string().max(60) }),
  output: z.object({ success: z.literal(true) }),
  refusals: addressRefusals,
})
