import { expect, test } from 'vitest'
import { systemClock } from '#lib/clock.ts'
import { createHttp } from '#lib/http.ts'
import { readSettings } from '#lib/settings.ts'
import { GATEWAY_SETTINGS } from './gateway-settings.ts'
import { formerGateways, gatewayOrigins, openGateway } from './open-gateway.ts'

test('a gateway that was chosen before can still be asked as long as its keys are configured, and no other', () => {
  const settings = readSettings(GATEWAY_SETTINGS, {
    PAYMENT_GATEWAY: 'iyzico',
    IYZICO_API_KEY: 'key',
    IYZICO_SECRET_KEY: 'secret',
    SANDBOX_BANK_MERCHANT_SECRET: 's'.repeat(32),
  })
  const parts = { http: createHttp({ allowOrigins: [] }), clock: systemClock }
  const former = formerGateways(settings, parts)
  expect(openGateway(settings, parts).name).toBe('iyzico')
  expect(
    ['sandbox', 'stripe', 'iyzico', 'nobody', '__proto__'].map(
      (name) => former(name)?.name ?? null,
    ),
  ).toEqual(['sandbox', null, null, null, null])
  expect(former('sandbox')).toBe(former('sandbox'))
  expect(gatewayOrigins(settings)).toEqual([
    'http://bank.localhost:3400',
    'https://sandbox-api.iyzipay.com',
  ])
})
