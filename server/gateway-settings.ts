import { z } from 'zod'
import { SettingsFault, type SettingTable, type SettingsOf } from '#lib/settings.ts'

const origin = z.url().transform((value) => new URL(value).origin)

/** Settings of the payment gateways; see docs/gateways.md. */
export const GATEWAY_SETTINGS = {
  gateway: {
    env: 'PAYMENT_GATEWAY',
    doc: 'Payment gateway: sandbox (our own bank, no real money), iyzico or stripe.',
    schema: z.enum(['sandbox', 'iyzico', 'stripe']),
    default: 'sandbox',
  },
  bankUrl: {
    env: 'SANDBOX_BANK_URL',
    doc: 'Address of the sandbox bank.',
    schema: origin,
    default: 'http://bank.localhost:3400',
  },
  bankMerchantId: {
    env: 'SANDBOX_BANK_MERCHANT_ID',
    doc: 'Our merchant id at the sandbox bank.',
    schema: z.string().min(1),
    default: 'arasta',
  },
  bankMerchantSecret: {
    env: 'SANDBOX_BANK_MERCHANT_SECRET',
    doc: 'Our secret at the sandbox bank.',
    schema: z.string().min(32).optional(),
    secret: true,
  },
  iyzicoUrl: {
    env: 'IYZICO_URL',
    doc: 'Address of iyzico; live payments are at https://api.iyzipay.com.',
    schema: origin,
    default: 'https://sandbox-api.iyzipay.com',
  },
  iyzicoApiKey: {
    env: 'IYZICO_API_KEY',
    doc: 'Our API key at iyzico.',
    schema: z.string().min(1).optional(),
    secret: true,
  },
  iyzicoSecretKey: {
    env: 'IYZICO_SECRET_KEY',
    doc: 'Our secret key at iyzico.',
    schema: z.string().min(1).optional(),
    secret: true,
  },
  iyzicoCardFields: {
    env: 'IYZICO_CARD_FIELDS',
    doc: "Who asks for the card: page (iyzico's own payment page) or ours (card data passes through our memory: PCI DSS SAQ D).",
    schema: z.enum(['page', 'ours']),
    default: 'page',
  },
  stripeUrl: {
    env: 'STRIPE_URL',
    doc: 'Address of Stripe.',
    schema: origin,
    default: 'https://api.stripe.com',
  },
  stripeScriptUrl: {
    env: 'STRIPE_SCRIPT_URL',
    doc: "Address of Stripe's script for the card fields.",
    schema: z.url(),
    default: 'https://js.stripe.com/v3/',
  },
  stripeSecretKey: {
    env: 'STRIPE_SECRET_KEY',
    doc: 'Our secret key at Stripe.',
    schema: z.string().min(1).optional(),
    secret: true,
  },
  stripePublishableKey: {
    env: 'STRIPE_PUBLISHABLE_KEY',
    doc: 'Our publishable key at Stripe.',
    schema: z.string().min(1).optional(),
  },
  stripeWebhookSecret: {
    env: 'STRIPE_WEBHOOK_SECRET',
    doc: 'Signing secret of our webhook endpoint at Stripe.',
    schema: z.string().min(1).optional(),
    secret: true,
  },
  payoutProviders: {
    env: 'PAYOUT_PROVIDERS',
    doc: 'Providers at which partners may have an account to be paid to, separated by commas: stripe, iyzico, sandbox (our own bank, no real money). Each uses the keys of the gateway of its name. Empty: bank accounts only (docs/payouts.md).',
    schema: z
      .string()
      .transform((text) => [...new Set(text.split(',').map((one) => one.trim()))].filter(Boolean))
      .pipe(z.array(z.enum(['sandbox', 'iyzico', 'stripe']))),
    default: '',
  },
} as const satisfies SettingTable

export type GatewaySettings = SettingsOf<typeof GATEWAY_SETTINGS>

const NEEDED: Record<GatewaySettings['gateway'], readonly (keyof GatewaySettings)[]> = {
  sandbox: ['bankMerchantSecret'],
  iyzico: ['iyzicoApiKey', 'iyzicoSecretKey'],
  stripe: ['stripeSecretKey', 'stripePublishableKey', 'stripeWebhookSecret'],
}

export const GATEWAY_NAMES = ['sandbox', 'iyzico', 'stripe'] as const
export type GatewayName = (typeof GATEWAY_NAMES)[number]

/** Whether the settings of a gateway are complete, chosen or not. */
export const isConfigured = (settings: GatewaySettings, name: GatewayName): boolean =>
  NEEDED[name].every((one) => settings[one] !== undefined)

/** A provider needs no more than its secret keys. */
const NEEDED_FOR_PAYOUTS: Record<GatewayName, readonly (keyof GatewaySettings)[]> = {
  ...NEEDED,
  stripe: ['stripeSecretKey'],
}

/** Throws `SettingsFault` with a line for each missing setting of a chosen payout provider. */
export function requirePayoutSettings(settings: GatewaySettings): void {
  const faults = settings.payoutProviders.flatMap((provider) =>
    NEEDED_FOR_PAYOUTS[provider]
      .filter((name) => settings[name] === undefined)
      .map(
        (name) =>
          `${GATEWAY_SETTINGS[name].env} is missing: PAYOUT_PROVIDERS names ${provider}. ${GATEWAY_SETTINGS[name].doc}`,
      ),
  )
  if (faults.length > 0) throw new SettingsFault(faults)
}

/** Throws `SettingsFault` with a line for each missing setting of the chosen gateway. */
export function requireGatewaySettings(settings: GatewaySettings): void {
  const faults = NEEDED[settings.gateway]
    .filter((name) => settings[name] === undefined)
    .map(
      (name) =>
        `${GATEWAY_SETTINGS[name].env} is missing: PAYMENT_GATEWAY is ${settings.gateway}. ${GATEWAY_SETTINGS[name].doc}`,
    )
  if (faults.length > 0) throw new SettingsFault(faults)
}
