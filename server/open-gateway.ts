import type { Gateway } from '#modules/orders/gateways/gateway.ts'
import { createIyzicoGateway } from '#modules/orders/gateways/iyzico.ts'
import { createSandboxGateway } from '#modules/orders/gateways/sandbox.ts'
import { createStripeGateway } from '#modules/orders/gateways/stripe.ts'
import type { Clock } from '#lib/clock.ts'
import type { HttpClient } from '#lib/http.ts'
import { GATEWAY_NAMES, isConfigured, type GatewaySettings } from './gateway-settings.ts'

/** Origins of the configured gateways. A double of one may lie in a private network. */
export const gatewayOrigins = (settings: GatewaySettings): string[] =>
  GATEWAY_NAMES.filter((name) => isConfigured(settings, name)).map(
    (name) =>
      ({ sandbox: settings.bankUrl, iyzico: settings.iyzicoUrl, stripe: settings.stripeUrl })[name],
  )

/**
 * What was begun with another gateway than today's is still asked of that one, as long as its keys
 * are there. Each is opened when it is first asked for.
 */
export function formerGateways(
  settings: GatewaySettings,
  parts: { http: HttpClient; clock: Clock },
): (name: string) => Gateway | null {
  const open = new Map<string, Gateway>()
  return (given) => {
    const name = GATEWAY_NAMES.find((one) => one === given)
    if (!name || name === settings.gateway || !isConfigured(settings, name)) return null
    const gateway = open.get(name) ?? openGateway({ ...settings, gateway: name }, parts)
    open.set(name, gateway)
    return gateway
  }
}

/** The chosen gateway's adapter. Its settings were asked for at the start of the process. */
export function openGateway(
  settings: GatewaySettings,
  parts: { http: HttpClient; clock: Clock },
): Gateway {
  const given = (value: string | undefined) => value ?? ''
  switch (settings.gateway) {
    case 'sandbox':
      return createSandboxGateway(
        {
          url: settings.bankUrl,
          merchantId: settings.bankMerchantId,
          merchantSecret: given(settings.bankMerchantSecret),
        },
        parts,
      )
    case 'stripe':
      return createStripeGateway(
        {
          url: settings.stripeUrl,
          scriptUrl: settings.stripeScriptUrl,
          secretKey: given(settings.stripeSecretKey),
          publishableKey: given(settings.stripePublishableKey),
          webhookSecret: given(settings.stripeWebhookSecret),
        },
        parts,
      )
    case 'iyzico':
      return createIyzicoGateway(
        {
          url: settings.iyzicoUrl,
          apiKey: given(settings.iyzicoApiKey),
          secretKey: given(settings.iyzicoSecretKey),
          cardFields: settings.iyzicoCardFields,
        },
        parts,
      )
  }
}
