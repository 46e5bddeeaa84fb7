import { expect, test } from 'vitest'
import { createHttp } from '#lib/http.ts'
import { newId } from '#lib/ids.ts'
import { CLOSED_PORT } from '#modules/orders/gateways/doubles/start.support.ts'
import { startStripeDouble, STRIPE_KEYS } from '#modules/orders/gateways/stripe.support.ts'
import { type Behaviour, providerSuite } from './provider.suite.ts'
import { createStripeProvider, missingKinds } from './stripe.ts'

const BACK = { returnUrl: 'http://console.localhost/back', refreshUrl: 'http://console.localhost/' }
const FAULTS = {
  lost_before: 'reset_before',
  lost_after: 'reset_after',
  error_after: 'error_502_after',
} as const

const providerAt = (url: string) =>
  createStripeProvider(
    { url, secretKey: STRIPE_KEYS.secretKey, timeoutMs: 5_000 },
    { http: createHttp({ allowOrigins: [url] }) },
  )
const applicant = () => ({
  partnerId: newId('prt'),
  holder: 'Örnek GmbH',
  country: 'DE',
  taxNumber: '12345',
  email: 'owner@example.com',
  form: null,
})

async function openHarness() {
  const double = await startStripeDouble('')
  const provider = providerAt(double.url)
  const http = createHttp({ allowOrigins: [double.url] })
  const onboard = async (accountRef: string, onboarding: string) =>
    http.request(await provider.onboardingUrl(accountRef, BACK), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `onboarding=${onboarding}`,
    })
  return {
    double,
    provider,
    onboard,
    unreachable: providerAt(`http://stripe.localhost:${CLOSED_PORT}`),
    currency: 'EUR' as const,
    behaviours: ['pays', 'refuses', 'lost_before', 'lost_after', 'error_after'] as const,
    async open(behaviour: Behaviour) {
      const { accountRef } = await provider.connect(applicant(), null)
      await onboard(accountRef, behaviour === 'refuses' ? 'refuses' : 'pays')
      if (behaviour in FAULTS)
        await double.breakNext('POST /v1/transfers', FAULTS[behaviour as keyof typeof FAULTS])
      return accountRef
    },
    recipient: () => ({ holder: 'Örnek', iban: null }),
    sums: (accountRef: string) => double.sums(accountRef),
    close: () => double.close(),
  }
}

providerSuite('stripe', openHarness)

test('an Express account is opened once, and is ready after its holder was at Stripe', async () => {
  const { provider, onboard, close } = await openHarness()
  try {
    const person = applicant()
    const first = await provider.connect(person, null)
    expect(first).toMatchObject({
      state: 'restricted',
      missing: ['bank_account', 'identity', 'terms'],
    })
    expect((await provider.connect(person, null)).accountRef).toBe(first.accountRef)
    const { headers } = await onboard(first.accountRef, 'missing')
    expect(headers.location).toBe(BACK.returnUrl)
    expect(await provider.readAccount(first.accountRef)).toEqual({
      state: 'restricted',
      missing: ['bank_account'],
    })
    await onboard(first.accountRef, 'pays')
    expect(await provider.connect(person, first.accountRef)).toEqual({
      accountRef: first.accountRef,
      state: 'ready',
      missing: [],
    })
  } finally {
    await close()
  }
})

test('a balance of the market that is too low is told as that', async () => {
  const { provider, onboard, close } = await openHarness()
  try {
    const { accountRef } = await provider.connect(applicant(), null)
    await onboard(accountRef, 'no_balance')
    const order = {
      key: newId('pol'),
      accountRef,
      recipient: { holder: 'Örnek', iban: null },
      amountMinor: 5_000,
      currency: 'EUR' as const,
      description: 'P2026-000001',
    }
    expect(await provider.send(order, order.key)).toEqual({
      kind: 'refused',
      failure: 'market_balance',
    })
  } finally {
    await close()
  }
})

test('names of what Stripe asks for become kinds that people know', () => {
  expect(
    missingKinds([
      'individual.dob.day',
      'individual.verification.document',
      'company.tax_id',
      'business_profile.url',
      'tos_acceptance.ip',
      'external_account',
      'settings.something',
    ]),
  ).toEqual(['identity', 'company', 'terms', 'bank_account', 'other'])
})
