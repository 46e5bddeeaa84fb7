import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#lib/ids.ts'
import type { PayoutCurrency } from '../rules.ts'
import type { PayoutProvider, TransferOrder, TransferResult } from './provider.ts'

/** How an account behaves, as its holder or a test wishes. */
export type Behaviour = 'pays' | 'refuses' | 'later' | Fault
/** Of the next call that moves money. */
export type Fault = 'lost_before' | 'lost_after' | 'error_after'

export interface ProviderHarness {
  provider: PayoutProvider
  /** The same, but nobody listens. */
  unreachable: PayoutProvider
  currency: PayoutCurrency
  /** Null: it has no such account. */
  behaviours: readonly Behaviour[]
  /** An account that is ready and behaves so; its reference. */
  open(behaviour: Behaviour): Promise<string>
  /** Of an account that was opened. */
  recipient(accountRef: string): TransferOrder['recipient']
  /** What the provider's own books hold of an account. */
  sums(accountRef: string): Promise<{ transfers: number; sent: number; takenBack: number }>
  close(): Promise<void>
}

/** Sends as the worker does: prepares, sends, and asks until there is an outcome. */
async function carryOut(provider: PayoutProvider, order: TransferOrder): Promise<TransferResult> {
  const prepared = await provider.prepare(order)
  if (prepared.kind !== 'prepared') return prepared
  let step = await provider.send(order, prepared.transferRef)
  for (let looks = 0; looks < 5 && ['unknown', 'pending'].includes(step.kind); looks += 1) {
    const found = await provider.find(order, prepared.transferRef)
    step = found.kind === 'none' ? await provider.send(order, prepared.transferRef) : found
  }
  return step
}

/** The suite that every provider of payouts passes. */
export function providerSuite(name: string, openHarness: () => Promise<ProviderHarness>): void {
  describe(`payout provider ${name}`, { timeout: 60_000 }, () => {
    let harness: ProviderHarness
    beforeAll(async () => {
      harness = await openHarness()
    }, 60_000)
    afterAll(() => harness.close())

    const orderTo = (accountRef: string, amountMinor = 12_345): TransferOrder => ({
      key: newId('pol'),
      accountRef,
      recipient: harness.recipient(accountRef),
      amountMinor,
      currency: harness.currency,
      description: 'P2026-000001',
    })

    test('a transfer is paid once, however often it is sent', async () => {
      const { provider } = harness
      const order = orderTo(await harness.open('pays'))
      const prepared = await provider.prepare(order)
      if (prepared.kind !== 'prepared') throw new Error(prepared.kind)
      await provider.send(order, prepared.transferRef)
      await provider.send(order, prepared.transferRef)
      expect(await provider.find(order, prepared.transferRef)).toMatchObject({ kind: 'paid' })
      expect(await harness.sums(order.accountRef)).toMatchObject({ transfers: 1, sent: 12_345 })
    })

    test('what was prepared and not sent moves nothing, and may be sent', async () => {
      const { provider } = harness
      const order = orderTo(await harness.open('pays'))
      const prepared = await provider.prepare(order)
      if (prepared.kind !== 'prepared') throw new Error(prepared.kind)
      expect(await provider.find(order, prepared.transferRef)).toEqual({ kind: 'none' })
      expect((await harness.sums(order.accountRef)).sent).toBe(0)
    })

    test('an account that takes nothing refuses, and nothing moves', async () => {
      const order = orderTo(await harness.open('refuses'))
      expect(await carryOut(harness.provider, order)).toMatchObject({ kind: 'refused' })
      expect((await harness.sums(order.accountRef)).sent).toBe(0)
    })

    for (const behaviour of ['lost_before', 'lost_after', 'error_after', 'later'] as const)
      test(`a transfer is paid once when its call is ${behaviour}`, async (context) => {
        if (!harness.behaviours.includes(behaviour)) context.skip()
        const order = orderTo(await harness.open(behaviour))
        expect(await carryOut(harness.provider, order)).toMatchObject({ kind: 'paid' })
        expect(await harness.sums(order.accountRef)).toMatchObject({ transfers: 1, sent: 12_345 })
      })

    test('a provider that nobody reaches is unknown, never refused or paid', async () => {
      const order = orderTo(await harness.open('pays'))
      const { unreachable } = harness
      expect(await unreachable.send(order, order.key)).toEqual({ kind: 'unknown' })
      expect(await unreachable.find(order, order.key)).toEqual({ kind: 'unknown' })
      await expect(unreachable.readAccount(order.accountRef)).rejects.toThrow('did not answer')
    })

    test('an account that does not exist is told as gone', async () => {
      expect(await harness.provider.readAccount('none')).toBe(null)
    })

    test('a part of a transfer is taken back once, and no more than was sent', async (context) => {
      const { provider } = harness
      if (!provider.canReverse) context.skip()
      const order = orderTo(await harness.open('pays'), 10_000)
      const paid = await carryOut(provider, order)
      if (paid.kind !== 'paid') throw new Error(paid.kind)
      const reversal = {
        key: newId('por'),
        accountRef: order.accountRef,
        transferRef: paid.transferRef,
        amountMinor: 4_000,
        currency: order.currency,
      }
      const first = await provider.reverse(reversal)
      expect(first).toMatchObject({ kind: 'done' })
      expect(await provider.reverse(reversal)).toEqual(first)
      expect(
        await provider.reverse({ ...reversal, key: newId('por'), amountMinor: 6_001 }),
      ).toMatchObject({ kind: 'refused', failure: 'partner_balance' })
      expect(await harness.sums(order.accountRef)).toEqual({
        transfers: 1,
        sent: 10_000,
        takenBack: 4_000,
      })
    })
  })
}
