import { z } from 'zod'
import { ATTEMPTS } from '#lib/limit.ts'
import { PERMISSIONS } from '#lib/market.ts'
import { declareOperation } from '#kernel/operation.ts'
import { subscriptionFacts } from '#modules/billing/contract.ts'
import { amount, currency, one, SIGNED, time } from '#lib/wire.ts'

/**
 * S3.4, S7.16: the calls between the market and an app that is on a store. What an app's server
 * must do: docs/in-app-purchase.md.
 */

const ofApp = z.object({ prefix: z.string().max(120) })
const ofPurchase = ofApp.extend({ id: z.string().max(60) })

const signedRefusals = ['app.signature_invalid', 'installs.not_installed', 'not_found'] as const

export const openApp = declareOperation({
  id: 'openApp',
  summary:
    'Open an installed app: its address with a short-lived token of ours that tells it which store it is',
  tag: 'Apps',
  source: 'D19 S3.4',
  method: 'post',
  path: '/app-store/app/{id}/open',
  policy: { who: 'store', needs: 'ask' },
  params: z.object({ id: z.string().max(120) }).describe('id or slug'),
  output: one(z.object({ url: z.string(), expires_at: time })),
  refusals: ['catalog.item_not_found', 'installs.not_installed', 'in_app.no_address'],
})

export const claimCredential = declareOperation({
  id: 'claimCredential',
  summary: 'Trade the token that an app was opened with for the credential of that installation',
  tag: 'Apps',
  source: 'S3.4 D19',
  method: 'post',
  path: '/app-store/app/{prefix}/credential',
  policy: { who: 'anyone' },
  attempts: ATTEMPTS.byServers,
  params: ofApp,
  body: z.object({ token: z.string().max(4000) }),
  output: one(
    z.object({
      key_id: z.string(),
      secret: z.string().describe('the same each time while the app is installed'),
      webhook_secrets: z
        .array(z.string())
        .describe(
          'what webhooks to this installation are signed with: the newest first; none where the app has no address for them',
        ),
      installation_id: z.string(),
      version: z.string(),
      store: z.object({ id: z.string(), domain: z.string(), url: z.string() }),
    }),
  ),
  refusals: ['session.token_invalid', 'installs.not_installed'],
})

export const PURCHASE_STATES = [
  'open',
  'paid',
  'partially_refunded',
  'refunded',
  'cancelled',
  'expired',
] as const
export type PurchaseState = (typeof PURCHASE_STATES)[number]

export const purchase = z.object({
  purchase_id: z.string(),
  order_number: z.string(),
  product_id: z.string(),
  kind: z.enum(['permanent', 'consumable']),
  quantity: z.number().int(),
  state: z.enum(PURCHASE_STATES),
  total: amount.describe('with tax'),
  refunded: amount,
  currency,
  created_at: time,
  expires_at: time,
  paid_at: time.nullable(),
  consumed_at: time.nullable(),
  checkout_url: z
    .string()
    .nullable()
    .describe('while it is open: where the owner looks at it and pays'),
  receipt: z
    .string()
    .nullable()
    .describe("once it was paid: a JWS by the market's key, good for a day"),
})
export type Purchase = z.output<typeof purchase>

export const requestPurchase = declareOperation({
  id: 'requestPurchase',
  summary: "Ask the store's owner to buy a product of this app",
  tag: 'Apps',
  source: 'S3.4',
  method: 'post',
  path: '/app-store/app/{prefix}/purchase',
  policy: { who: 'app' },
  params: ofApp,
  headers: SIGNED,
  body: z.object({
    request_id: z
      .string()
      .regex(/^[\w.:-]{8,100}$/)
      .describe("the app's own name of this request; the same again answers the same purchase"),
    product_id: z.string().max(60).describe('as in the manifest'),
    quantity: z.int().min(1).max(100).default(1).describe('of consumables'),
    return_url: z
      .string()
      .max(500)
      .describe(
        'where the owner goes afterwards: on an origin that the manifest links to, or on the shop itself',
      ),
  }),
  output: one(purchase),
  refusals: [
    ...signedRefusals,
    'in_app.product_not_found',
    'in_app.not_for_sale',
    'in_app.return_url',
    'in_app.request_reused',
    'checkout.already_owned',
    'checkout.payment_in_flight',
  ],
})

export const getPurchase = declareOperation({
  id: 'getPurchase',
  summary: 'How a purchase stands, with its receipt',
  tag: 'Apps',
  source: 'S3.4',
  method: 'get',
  path: '/app-store/app/{prefix}/purchase/{id}',
  policy: { who: 'app' },
  params: ofPurchase,
  headers: SIGNED,
  output: one(purchase),
  refusals: [...signedRefusals, 'in_app.purchase_not_found'],
})

export const consumePurchase = declareOperation({
  id: 'consumePurchase',
  summary: 'Say that a consumable was handed out; again it changes nothing',
  tag: 'Apps',
  source: 'S3.4',
  method: 'post',
  path: '/app-store/app/{prefix}/purchase/{id}/consume',
  policy: { who: 'app' },
  params: ofPurchase,
  headers: SIGNED,
  output: one(purchase),
  refusals: [
    ...signedRefusals,
    'in_app.purchase_not_found',
    'in_app.not_paid',
    'in_app.not_consumable',
  ],
})

export const recordUsage = declareOperation({
  id: 'recordUsage',
  summary: 'Report use that the subscription charges for; a key counts once',
  tag: 'Apps',
  source: 'S3.4',
  method: 'post',
  path: '/app-store/app/{prefix}/usage',
  policy: { who: 'app' },
  params: ofApp,
  headers: SIGNED,
  body: z.object({
    key: z
      .string()
      .regex(/^[\w.:-]{1,100}$/)
      .describe("the app's own name of this record; the same again changes nothing"),
    meter: z.string().max(30),
    quantity: z.int().min(1).max(1_000_000_000),
    used_at: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('now unless said; in the current period'),
  }),
  output: one(
    z.object({
      subscription_id: z.string(),
      meter: z.string(),
      used: z.int().describe('in this period, this record included'),
      cost: amount.describe('what all use of the period adds so far'),
      cap: amount.nullable().describe('the most that it may add'),
      currency,
      period_until: time,
    }),
  ),
  refusals: [
    ...signedRefusals,
    'billing.no_subscription',
    'billing.not_now',
    'billing.meter_unknown',
    'billing.key_reused',
    'billing.outside_period',
    'billing.cap_reached',
  ],
})

const answers = z.record(
  z.string().max(60),
  z.union([z.string().max(2000), z.number(), z.boolean()]),
)

const appData = z.object({
  prefix: z.string(),
  version: z.string(),
  latest_version: z.string(),
  state: z.enum(['installed', 'updating']),
  settings: answers.describe('the answers to the install form, left-out ones with their default'),
  permissions: z.array(z.enum(PERMISSIONS)),
  links: z.object({
    go_to_app: z.string().nullable(),
    connect: z.string().nullable(),
    support: z.string().nullable(),
    document: z.string().nullable(),
  }),
  purchases: z
    .array(
      z.object({
        order_number: z.string(),
        plan: z.string(),
        kind: z.enum(['free', 'one_time', 'recurring', 'usage']),
        total: amount,
        refunded: amount,
        currency,
        paid_at: time.nullable(),
      }),
    )
    .describe('of the app itself'),
  subscription: subscriptionFacts.nullable().describe('of the store to this app; null without one'),
  in_app_purchases: z
    .array(purchase.omit({ receipt: true, checkout_url: true }))
    .describe(
      'paid ones, newest first; permanent ones stay when the app is uninstalled and comes again',
    ),
  values: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('what the app keeps here itself; null for anybody but the app'),
  installed_at: time.nullable(),
})

export const getAppData = declareOperation({
  id: 'getAppData',
  summary: "What this store's copy of an app is",
  tag: 'Apps',
  source: 'S7.16 D19',
  method: 'get',
  path: '/app-store/app/{prefix}/app-data',
  policy: { who: 'store-or-app', needs: 'browse' },
  params: ofApp,
  output: one(appData),
  refusals: [...signedRefusals, 'catalog.item_not_found'],
})

/** How much an app may keep of one store, as JSON. */
export const MAX_VALUES = 16 * 1024

export const putAppData = declareOperation({
  id: 'putAppData',
  summary: 'What the app keeps of this store, whole',
  tag: 'Apps',
  source: 'S7.16 D19',
  method: 'put',
  path: '/app-store/app/{prefix}/app-data',
  policy: { who: 'app' },
  params: ofApp,
  headers: SIGNED,
  body: z.object({
    values: z
      .record(z.string().max(60), z.unknown())
      .refine((values) => JSON.stringify(values).length <= MAX_VALUES, 'field.invalid'),
  }),
  output: one(appData),
  refusals: [...signedRefusals, 'catalog.item_not_found'],
})
