import type { Gateway } from '#contexts/checkout/gateways/gateway.ts'
import { createIyzicoGateway } from '#contexts/checkout/gateways/iyzico.ts'
import { createSandboxGateway } from '#contexts/checkout/gateways/sandbox.ts'
import { createStripeGateway } from '#contexts/checkout/gateways/stripe.ts'
import type { Clock } from '#lib/clock.ts'
import type { HttpClient } from '#lib/http.ts'
import type { GatewaySettings } from './gateway-settings.ts'

/** Origins of the chosen gateway that we call. A double of it may lie in a private network. */
export const gatewayOrigins = ({ gateway, bankUrl, iyzicoUrl, stripeUrl }: GatewaySettings): string[] =>
  [{ sandbox: bankUrl, iyzico: iyzicoUrl, stripe: stripeUrl }[gateway]]

/** The chosen gateway's adapter. Its settings were asked for at the start of the process. */
export function openGateway(settings: GatewaySettings, parts: { http: HttpClient; clock: Clock }): Gateway {
  const given = (value: string | undefined) => value ?? ''
  switch (settings.gateway) {
    case 'sandbox':
      return createSandboxGateway({ url: settings.bankUrl, merchantId: settings.bankMerchantId, merchantSecret: given(settings.bankMerchantSecret) }, parts)
    case 'stripe':
      return createStripeGateway({
        url: settings.stripeUrl, scriptUrl: settings.stripeScriptUrl, secretKey: given(settings.stripeSecretKey), publishableKey: given(settings.stripePublishableKey),
        webhookSecret: given(settings.stripeWebhookSecret),
      }, parts)
    case 'iyzico':
      return createIyzicoGateway({ url: settings.iyzicoUrl, apiKey: given(settings.iyzicoApiKey), secretKey: given(settings.iyzicoSecretKey), cardFields: settings.iyzicoCardFields }, parts)
  }
}
