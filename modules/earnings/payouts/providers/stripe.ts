import { z } from 'zod'
import type { HttpClient } from '#lib/http.ts'
import {
  type Called,
  calling,
  isStripeAmount,
  minorOfStripe,
  openStripe,
  stripeAmount,
} from '#modules/orders/public.ts'
import type { MissingKind, TransferFailure } from '../rules.ts'
import {
  type Connection,
  type PayoutProvider,
  ProviderRefused,
  ProviderUnavailable,
  type ReversalOrder,
  type ReversalResult,
  type TransferOrder,
  type TransferResult,
} from './provider.ts'

// Stripe Connect: Express accounts, account links, transfers and their reversals.

const names = z.array(z.string().max(200)).max(500).nullish()
const accountObject = z.object({
  object: z.literal('account'),
  id: z.string().min(1).max(200),
  details_submitted: z.boolean(),
  payouts_enabled: z.boolean(),
  capabilities: z.object({ transfers: z.string().nullish() }).nullish(),
  requirements: z
    .object({
      currently_due: names,
      past_due: names,
      disabled_reason: z.string().nullish(),
    })
    .nullish(),
})
type Account = z.infer<typeof accountObject>

const transferObject = z.object({
  object: z.literal('transfer'),
  id: z.string().min(1).max(200),
  amount: z.number().int(),
  currency: z.string(),
  destination: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
  transfer_group: z.string().nullish(),
})
type Transfer = z.infer<typeof transferObject>
const transferList = z.object({ object: z.literal('list'), data: z.array(transferObject) })

const reversalObject = z.object({
  object: z.literal('transfer_reversal'),
  id: z.string().min(1).max(200),
  amount: z.number().int(),
  currency: z.string(),
  metadata: z.record(z.string(), z.string()).nullish(),
})
type Reversal = z.infer<typeof reversalObject>
const reversalList = z.object({ object: z.literal('list'), data: z.array(reversalObject) })

/** What our requests named; reversals of a transfer are few. */
const MOST_REVERSALS = 100

/** What Stripe asks for, by the first part of its names: `individual.verification.document` … */
const MISSING_OF: readonly (readonly [RegExp, MissingKind])[] = [
  [/^external_account/, 'bank_account'],
  [/^tos_acceptance/, 'terms'],
  [/^(individual|person_|representative|owners|directors|executives)/, 'identity'],
  [/^(company|business_)/, 'company'],
]
export const missingKinds = (requirements: readonly string[]): MissingKind[] => [
  ...new Set(
    requirements.map((name) => MISSING_OF.find(([form]) => form.test(name))?.[1] ?? 'other'),
  ),
]

function connectionOf(account: Account): Omit<Connection, 'accountRef'> {
  const due = [
    ...(account.requirements?.currently_due ?? []),
    ...(account.requirements?.past_due ?? []),
  ]
  const isActive = account.capabilities?.transfers === 'active' && account.payouts_enabled
  if (isActive) return { state: 'ready', missing: missingKinds(due) }
  const isWaiting = account.details_submitted && due.length === 0
  return { state: isWaiting ? 'pending' : 'restricted', missing: missingKinds(due) }
}

/** Errors that mean the account, or our balance; others are `refused`. */
const FAILURE_OF: Readonly<Record<string, TransferFailure>> = {
  balance_insufficient: 'market_balance',
  insufficient_funds: 'partner_balance',
  account_invalid: 'account_refused',
  transfers_not_allowed: 'account_refused',
  insufficient_capabilities_for_transfer: 'account_refused',
  resource_missing: 'account_refused',
}

/** Neither says that no transfer was made: a key that is in use, or was used for something else. */
const refusalOf = (called: Extract<Called<unknown>, { kind: 'refused' }>) =>
  called.type === 'idempotency_error'
    ? ({ kind: 'unknown' } as const)
    : ({ kind: 'refused', failure: FAILURE_OF[called.error.code ?? ''] ?? 'refused' } as const)

type OpenStripe = () => ReturnType<typeof openStripe>

/** Transfers from the market's balance, and their reversals. */
function stripeTransfers(stripe: OpenStripe): Pick<PayoutProvider, 'send' | 'find' | 'reverse'> {
  const isOf = (transfer: Transfer, order: TransferOrder): boolean => {
    const { destination } = transfer
    return (
      transfer.transfer_group === order.key &&
      (typeof destination === 'object' ? destination?.id : destination) === order.accountRef &&
      transfer.currency === order.currency.toLowerCase() &&
      minorOfStripe(transfer.amount, transfer.currency) === order.amountMinor
    )
  }

  async function find(order: TransferOrder): Promise<TransferResult | { kind: 'none' }> {
    const called = await calling(transferList, () =>
      stripe().transfers.list({ transfer_group: order.key, limit: 10 }),
    )
    if (called.kind !== 'answer') return { kind: 'unknown' }
    const [first, ...others] = called.answer.data
    if (!first) return { kind: 'none' }
    return others.length === 0 && isOf(first, order)
      ? { kind: 'paid', transferRef: first.id }
      : { kind: 'unknown' }
  }

  async function send(order: TransferOrder): Promise<TransferResult> {
    if (!isStripeAmount(order.amountMinor, order.currency))
      return { kind: 'refused', failure: 'refused' }
    const called = await calling(transferObject, () =>
      stripe().transfers.create(
        {
          amount: stripeAmount(order.amountMinor, order.currency),
          currency: order.currency.toLowerCase(),
          destination: order.accountRef,
          description: order.description,
          transfer_group: order.key,
        },
        { idempotencyKey: order.key },
      ),
    )
    if (called.kind === 'silent') return { kind: 'unknown' }
    if (called.kind === 'refused') return refusalOf(called)
    return isOf(called.answer, order)
      ? { kind: 'paid', transferRef: called.answer.id }
      : { kind: 'unknown' }
  }

  const isReversalOf = (reversal: Reversal, order: ReversalOrder): boolean =>
    reversal.metadata?.key === order.key &&
    reversal.currency === order.currency.toLowerCase() &&
    minorOfStripe(reversal.amount, reversal.currency) === order.amountMinor

  /** Looked for first: Stripe forgets keys after a day. */
  async function reverse(order: ReversalOrder): Promise<ReversalResult> {
    const known = await calling(reversalList, () =>
      stripe().transfers.listReversals(order.transferRef, { limit: MOST_REVERSALS }),
    )
    if (known.kind === 'silent') return { kind: 'unknown' }
    if (known.kind === 'refused') return refusalOf(known)
    const there = known.answer.data.find((one) => isReversalOf(one, order))
    if (there) return { kind: 'done', reversalRef: there.id }
    const called = await calling(reversalObject, () =>
      stripe().transfers.createReversal(
        order.transferRef,
        {
          amount: stripeAmount(order.amountMinor, order.currency),
          metadata: { key: order.key },
        },
        { idempotencyKey: order.key },
      ),
    )
    if (called.kind === 'silent') return { kind: 'unknown' }
    if (called.kind === 'refused') return refusalOf(called)
    return isReversalOf(called.answer, order)
      ? { kind: 'done', reversalRef: called.answer.id }
      : { kind: 'unknown' }
  }
  return { send, find, reverse }
}

function believed<T>(called: Called<T>): T {
  if (called.kind === 'answer') return called.answer
  if (called.kind === 'refused')
    throw new ProviderRefused('stripe', called.error.code ?? called.type)
  throw new ProviderUnavailable('stripe')
}

/** Stripe Connect as a provider of payouts. */
export function createStripeProvider(
  { url, secretKey, timeoutMs = 20_000 }: { url: string; secretKey: string; timeoutMs?: number },
  { http }: { http: HttpClient },
): PayoutProvider {
  // Opened with the first call: the SDK takes a tenth of a start.
  let opened: ReturnType<OpenStripe> | undefined
  const stripe: OpenStripe = () => (opened ??= openStripe({ url, secretKey, timeoutMs }, http))

  const { send, find, reverse } = stripeTransfers(stripe)

  return {
    name: 'stripe',
    // Transfers are made from the market's balance, which Stripe does not keep in lira.
    currencies: ['EUR'],
    countries: null,
    asksHere: false,
    canReverse: true,
    async connect({ partnerId, country, email }, knownRef) {
      const account = believed(
        await (knownRef === null
          ? calling(accountObject, () =>
              stripe().accounts.create(
                {
                  type: 'express',
                  country,
                  email,
                  capabilities: { transfers: { requested: true } },
                  metadata: { partner: partnerId },
                },
                { idempotencyKey: `connect-${partnerId}-${country}` },
              ),
            )
          : calling(accountObject, () => stripe().accounts.retrieve(knownRef))),
      )
      return { accountRef: account.id, ...connectionOf(account) }
    },
    async onboardingUrl(accountRef, { returnUrl, refreshUrl }) {
      const link = z.object({ url: z.url({ protocol: /^https?$/ }) })
      return believed(
        await calling(link, () =>
          stripe().accountLinks.create({
            account: accountRef,
            type: 'account_onboarding',
            return_url: returnUrl,
            refresh_url: refreshUrl,
          }),
        ),
      ).url
    },
    async readAccount(accountRef) {
      const called = await calling(accountObject, () => stripe().accounts.retrieve(accountRef))
      const isGone = called.kind === 'refused' && GONE.includes(called.error.code ?? '')
      return isGone ? null : connectionOf(believed(called))
    },
    prepare: ({ key }) => Promise.resolve({ kind: 'prepared', transferRef: key }),
    send,
    find,
    reverse,
  }
}

/** The account was deleted, or is not ours any more. */
const GONE = ['resource_missing', 'account_invalid']
