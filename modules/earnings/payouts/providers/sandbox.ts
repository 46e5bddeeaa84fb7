import { z } from 'zod'
import type { Clock } from '#lib/clock.ts'
import type { HttpClient } from '#lib/http.ts'
import { type SandboxBankSettings, sandboxCalls } from '#modules/orders/public.ts'
import { CONNECTION_STATES, MISSING_KINDS, PAYOUT_CURRENCIES } from '../rules.ts'
import {
  type PayoutProvider,
  ProviderRefused,
  ProviderUnavailable,
  type TransferOrder,
  type TransferResult,
} from './provider.ts'

// Accounts and transfers of the sandbox bank: docs/protocols/sandbox-bank.md, section 8.

const ref = z.string().min(1).max(200)
const accountAnswer = z.object({
  account_id: ref,
  state: z.enum(CONNECTION_STATES),
  missing: z.array(z.enum(MISSING_KINDS)).max(10),
})
const transferAnswer = z.object({
  transfer_id: ref,
  key: ref,
  account_id: ref,
  amount_minor: z.number().int().positive(),
  currency: z.string(),
  state: z.enum(['pending', 'paid', 'refused']),
})
const reversalAnswer = z.object({ reversal_id: ref, key: ref, amount_minor: z.number().int() })
const refusal = z.object({ error: z.string().max(100) })

/** Asks for an answer of a shape; null where the bank knows nothing of it. */
function asking(call: ReturnType<typeof sandboxCalls>) {
  return async function ask<S extends z.ZodType>(
    method: 'GET' | 'POST',
    target: string,
    shape: S,
    body?: object,
  ): Promise<z.output<S> | null> {
    const called = await call(method, target, body)
    if (called.kind === 'silent') throw new ProviderUnavailable('sandbox')
    if (called.status === 404) return null
    const read = shape.safeParse(called.body)
    if (called.status === 200 && read.success) return read.data
    const refused = refusal.safeParse(called.body)
    if (called.status < 500 && refused.success)
      throw new ProviderRefused('sandbox', refused.data.error)
    throw new ProviderUnavailable('sandbox')
  }
}

/** The sandbox bank as a provider of payouts: no real money. */
export function createSandboxProvider(
  settings: Omit<SandboxBankSettings, 'timeoutMs'> & { timeoutMs?: number },
  parts: { http: HttpClient; clock: Clock },
): PayoutProvider {
  const ask = asking(sandboxCalls({ timeoutMs: 15_000, ...settings }, parts))

  /** Null where the bank knows no such transfer. An answer about another one proves nothing. */
  async function transferStep(
    order: TransferOrder,
    method: 'GET' | 'POST',
    target: string,
    body?: object,
  ): Promise<TransferResult | null> {
    try {
      const found = await ask(method, target, transferAnswer, body)
      if (found === null) return null
      const isSame =
        found.key === order.key &&
        found.account_id === order.accountRef &&
        found.amount_minor === order.amountMinor &&
        found.currency === order.currency
      if (!isSame) return { kind: 'unknown' }
      if (found.state === 'paid') return { kind: 'paid', transferRef: found.transfer_id }
      return found.state === 'pending'
        ? { kind: 'pending' }
        : { kind: 'refused', failure: 'account_refused' }
    } catch (error) {
      return failed(error)
    }
  }

  return {
    name: 'sandbox',
    currencies: PAYOUT_CURRENCIES,
    countries: null,
    asksHere: false,
    canReverse: true,
    async connect({ partnerId, holder, country, taxNumber }) {
      const account = await ask('POST', '/v1/accounts', accountAnswer, {
        reference: `${partnerId}-${country}`,
        holder,
        country,
        tax_number: taxNumber,
      })
      if (!account) throw new ProviderUnavailable('sandbox')
      return { accountRef: account.account_id, state: account.state, missing: account.missing }
    },
    async onboardingUrl(accountRef, { returnUrl, refreshUrl }) {
      const link = await ask(
        'POST',
        `/v1/accounts/${encodeURIComponent(accountRef)}/links`,
        z.object({ url: z.url({ protocol: /^https?$/ }) }),
        { return_url: returnUrl, refresh_url: refreshUrl },
      )
      if (!link) throw new ProviderRefused('sandbox', 'unknown_account')
      return link.url
    },
    async readAccount(accountRef) {
      const target = `/v1/accounts/${encodeURIComponent(accountRef)}`
      const account = await ask('GET', target, accountAnswer)
      return account && { state: account.state, missing: account.missing }
    },
    prepare: ({ key }) => Promise.resolve({ kind: 'prepared', transferRef: key }),
    send: async (order) =>
      (await transferStep(order, 'POST', '/v1/transfers', {
        key: order.key,
        account_id: order.accountRef,
        amount_minor: order.amountMinor,
        currency: order.currency,
        description: order.description,
      })) ?? { kind: 'refused', failure: 'account_refused' },
    find: async (order) =>
      (await transferStep(order, 'GET', `/v1/transfers/${encodeURIComponent(order.key)}`)) ?? {
        kind: 'none',
      },
    async reverse({ key, transferRef, amountMinor, currency }) {
      try {
        const done = await ask(
          'POST',
          `/v1/transfers/${encodeURIComponent(transferRef)}/reversals`,
          reversalAnswer,
          { key, amount_minor: amountMinor, currency },
        )
        if (done === null) return { kind: 'refused', failure: 'refused' }
        return done.key === key && done.amount_minor === amountMinor
          ? { kind: 'done', reversalRef: done.reversal_id }
          : { kind: 'unknown' }
      } catch (error) {
        return failed(error)
      }
    },
  }
}

function failed(
  error: unknown,
): Extract<TransferResult, { kind: 'refused' }> | { kind: 'unknown' } {
  if (error instanceof ProviderUnavailable) return { kind: 'unknown' }
  if (error instanceof ProviderRefused)
    return {
      kind: 'refused',
      failure: error.message.endsWith('balance_too_low') ? 'partner_balance' : 'refused',
    }
  throw error
}
