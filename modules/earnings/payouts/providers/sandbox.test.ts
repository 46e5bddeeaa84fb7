import { expect, test } from 'vitest'
import { systemClock } from '#lib/clock.ts'
import { createHttp } from '#lib/http.ts'
import { newId } from '#lib/ids.ts'
import { CLOSED_PORT } from '#modules/orders/gateways/doubles/start.support.ts'
import { createSandboxBank } from '#demo/sandbox-bank/bank.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Behaviour, providerSuite } from './provider.suite.ts'
import { createSandboxProvider } from './sandbox.ts'

const CONSOLE = 'http://console.localhost:3200'
const BACK = { returnUrl: `${CONSOLE}/back`, refreshUrl: `${CONSOLE}/again` }
const MERCHANT = { merchantId: 'arasta', merchantSecret: 'a-secret-that-only-this-test-run-knows' }

const providerAt = (url: string) =>
  createSandboxProvider(
    { url, ...MERCHANT, timeoutMs: 5_000 },
    { http: createHttp({ allowOrigins: [url] }), clock: systemClock },
  )

async function openHarness() {
  const dataFolder = await mkdtemp(join(tmpdir(), 'sandbox-bank-'))
  const bank = await createSandboxBank({
    host: '127.0.0.1',
    port: 0,
    publicUrl: '',
    dataFolder,
    merchantName: 'Arasta',
    noticeOrigins: [CONSOLE],
    noticeDelaysMs: [0],
    ...MERCHANT,
  })
  const provider = providerAt(bank.url)
  const http = createHttp({ allowOrigins: [bank.url] })
  const page = (url: string, body?: string) =>
    http.request(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      ...(body !== undefined && { body }),
    })
  const connect = () =>
    provider.connect(
      {
        partnerId: newId('prt'),
        holder: 'Örnek A.Ş.',
        country: 'TR',
        taxNumber: '1234567890',
        email: 'owner@example.com',
        form: null,
      },
      null,
    )
  return {
    provider,
    connect,
    page,
    unreachable: providerAt(`http://bank.localhost:${CLOSED_PORT}`),
    currency: 'TRY' as const,
    behaviours: ['pays', 'refuses', 'later', 'lost_before', 'lost_after', 'error_after'] as const,
    async open(behaviour: Behaviour) {
      const { accountRef } = await connect()
      await page(await provider.onboardingUrl(accountRef, BACK), `behaviour=${behaviour}`)
      return accountRef
    },
    recipient: () => ({ holder: 'Örnek', iban: null }),
    sums: (accountRef: string) => Promise.resolve(bank.sums(accountRef)),
    async close() {
      await bank.close()
      await rm(dataFolder, { recursive: true })
    },
  }
}

providerSuite('sandbox', openHarness)

test('the page of an account works once, in the reader’s language, and leads back', async () => {
  const { provider, connect, page, close } = await openHarness()
  try {
    const { accountRef, state } = await connect()
    expect(state).toBe('restricted')
    const url = await provider.onboardingUrl(accountRef, BACK)
    expect((await page(`${url}?hl=ar`)).body.toString()).toContain('dir="rtl"')
    expect((await page(url, 'behaviour=nothing')).status).toBe(200)
    expect((await page(url, 'behaviour=missing')).headers.location).toBe(BACK.returnUrl)
    expect(await provider.readAccount(accountRef)).toEqual({
      state: 'restricted',
      missing: ['bank_account'],
    })
    expect((await page(url)).headers.location).toBe(BACK.refreshUrl)
    expect((await page(url, 'behaviour=pays')).headers.location).toBe(BACK.refreshUrl)
    await page(await provider.onboardingUrl(accountRef, BACK), 'behaviour=pays')
    expect((await provider.readAccount(accountRef))?.state).toBe('ready')
    await expect(
      provider.onboardingUrl(accountRef, { ...BACK, returnUrl: 'https://elsewhere.example/' }),
    ).rejects.toThrow('refused')
  } finally {
    await close()
  }
})
