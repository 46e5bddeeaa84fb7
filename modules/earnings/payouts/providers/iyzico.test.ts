import { expect, test } from 'vitest'
import { createHttp } from '#lib/http.ts'
import { newId } from '#lib/ids.ts'
import { CLOSED_PORT } from '#modules/orders/gateways/doubles/start.support.ts'
import { IYZICO_KEYS, startIyzicoDouble } from '#modules/orders/gateways/iyzico.support.ts'
import { createIyzicoProvider } from './iyzico.ts'
import type { Applicant } from './provider.ts'
import { type Behaviour, providerSuite } from './provider.suite.ts'

const FAULTS = {
  lost_before: 'reset_before',
  lost_after: 'reset_after',
  error_after: 'error_502_after',
} as const

const providerAt = (url: string) =>
  createIyzicoProvider(
    { url, ...IYZICO_KEYS, timeoutMs: 5_000 },
    { http: createHttp({ allowOrigins: [url] }) },
  )

/** A Turkish IBAN of its own, so that the double's books keep accounts apart. */
function nextIban(): string {
  const digits = String(Math.floor(Math.random() * 1e15)).padStart(16, '0')
  return `TR330006${digits}0001`.slice(0, 26)
}
const applicant = (holder = 'Örnek Yazılım A.Ş.'): Applicant => ({
  partnerId: newId('prt'),
  holder,
  country: 'TR',
  taxNumber: '1234567890',
  email: 'owner@example.com',
  form: {
    kind: 'company',
    iban: nextIban(),
    phone: '+905350000000',
    address: 'Çekirge Mah. 1. Sok. No: 4, Bursa',
    taxOffice: 'Çekirge',
  },
})

async function openHarness() {
  const double = await startIyzicoDouble('')
  const provider = providerAt(double.url)
  const known = new Map<string, { holder: string; iban: string | null }>()
  const register = async (partner = applicant()) => {
    const { accountRef } = await provider.connect(partner, null)
    known.set(accountRef, { holder: partner.holder, iban: partner.form?.iban ?? null })
    return accountRef
  }
  const recipient = (accountRef: string) =>
    known.get(accountRef) ?? { holder: 'Kimse', iban: nextIban() }
  return {
    double,
    provider,
    register,
    recipient,
    orderTo: (accountRef: string) => ({
      key: newId('pol'),
      accountRef,
      recipient: recipient(accountRef),
      amountMinor: 123_450,
      currency: 'TRY' as const,
      description: 'P2026-000001',
    }),
    unreachable: providerAt(`http://iyzico.localhost:${CLOSED_PORT}`),
    currency: 'TRY' as const,
    behaviours: ['pays', 'refuses', 'later', 'lost_before', 'lost_after', 'error_after'] as const,
    async open(behaviour: Behaviour) {
      const name = { refuses: 'Geri Çevrilen A.Ş.', later: 'Geciken A.Ş.' }[behaviour as 'later']
      const accountRef = await register(applicant(name))
      if (behaviour in FAULTS)
        await double.breakNext(
          'POST /v1/mass/payout/auth',
          FAULTS[behaviour as keyof typeof FAULTS],
        )
      return accountRef
    },
    sums: (accountRef: string) => double.sums(accountRef),
    close: () => double.close(),
  }
}

providerSuite('iyzico', openHarness)

test('a sub-merchant is registered once by the partner’s id, and changed later', async () => {
  const { provider, close } = await openHarness()
  try {
    const partner = applicant()
    const first = await provider.connect(partner, null)
    expect(first).toEqual({ accountRef: partner.partnerId, state: 'ready', missing: [] })
    expect(await provider.connect({ ...partner, holder: 'Başka A.Ş.' }, first.accountRef)).toEqual(
      first,
    )
    for (const kind of ['person', 'sole_trader'] as const) {
      const other = applicant('Ada Örnek')
      expect(
        await provider.connect({ ...other, form: other.form && { ...other.form, kind } }, null),
      ).toMatchObject({ state: 'ready' })
    }
    const without = applicant()
    await expect(
      provider.connect(
        { ...without, form: without.form && { ...without.form, taxOffice: '' } },
        null,
      ),
    ).rejects.toThrow('refused')
  } finally {
    await close()
  }
})

test('a change of the sub-merchant does not reach a payout of before', async () => {
  const { provider, double, register, orderTo, close } = await openHarness()
  try {
    const partner = applicant()
    const order = orderTo(await register(partner))
    const other = { ...applicant(), partnerId: partner.partnerId }
    await provider.connect(other, partner.partnerId)
    const prepared = await provider.prepare(order)
    if (prepared.kind !== 'prepared') throw new Error(prepared.kind)
    expect(await provider.send(order, prepared.transferRef)).toMatchObject({ kind: 'paid' })
    // The double's books are by the IBAN of now.
    expect((await double.sums(order.accountRef)).sent).toBe(0)
  } finally {
    await close()
  }
})

test('a payout whose first answer was lost is stored again, and only one is authorised', async () => {
  const { provider, double, open, orderTo, close } = await openHarness()
  try {
    const order = orderTo(await open('pays'))
    await double.breakNext('POST /v1/mass/payout/init', 'reset_after')
    expect(await provider.prepare(order)).toEqual({ kind: 'unknown' })
    const prepared = await provider.prepare(order)
    if (prepared.kind !== 'prepared') throw new Error(prepared.kind)
    expect(await provider.send(order, prepared.transferRef)).toMatchObject({ kind: 'paid' })
    expect(await double.sums(order.accountRef)).toMatchObject({ transfers: 1, sent: 123_450 })
  } finally {
    await close()
  }
})

test.each([
  ['Bakiyesiz A.Ş.', 'market_balance'],
  ['Yetkisiz A.Ş.', 'refused'],
])(
  'a payout to %s that iyzico does not authorise is refused, and cannot be paid later',
  async (name, failure) => {
    const { provider, double, register, orderTo, close } = await openHarness()
    try {
      const accountRef = await register(applicant(name))
      const order = orderTo(accountRef)
      const prepared = await provider.prepare(order)
      if (prepared.kind !== 'prepared') throw new Error(prepared.kind)
      expect(await provider.send(order, prepared.transferRef)).toEqual({ kind: 'refused', failure })
      await provider.send(order, prepared.transferRef)
      expect((await double.sums(accountRef)).sent).toBe(0)
    } finally {
      await close()
    }
  },
)
