import { z } from 'zod'
import { type Clock, secondsAfter } from '#lib/clock.ts'
import {
  type GatewayMovement,
  GatewayUnavailable,
  type Money,
  type RefundResult,
  serializeByKey,
} from './gateway.ts'
import {
  amount,
  decimalOf,
  id,
  type IyzicoCalls,
  type IyzicoSigner,
  minorOf,
  readRefusal,
  refundAnswer,
  reportAnswer,
} from './iyzico-wire.ts'

interface GivenBack {
  key: string | undefined
  amountMinor: number | null
  currency: string
}

/** What was refunded of a payment; null without an answer, or `refused`. */
export async function readReport(
  calls: IyzicoCalls,
  query: Record<string, string>,
): Promise<GivenBack[] | 'refused' | null> {
  const called = await calls.get('/v2/reporting/payment/details', query, reportAnswer)
  if (called.kind === 'silent') return null
  if (called.kind === 'failure') return readRefusal(called).kind === 'refused' ? 'refused' : null
  return (called.answer.payments ?? [])
    .flatMap((payment) => payment.itemTransactions ?? [])
    .flatMap((line) => line.refunds ?? [])
    .filter((refund) => refund.refundStatus === 1)
    .map((refund) => ({
      key: refund.refundConversationId,
      amountMinor: minorOf(refund.refundPrice),
      currency: refund.currencyCode,
    }))
}

/**
 * Calls of this process whose outcome nobody knows: they are not repeated before iyzico's own
 * record can show them.
 */
export function recentlyUnsure(clock: Clock, seconds: number) {
  const since = new Map<string, number>()
  return {
    add(key: string): void {
      if (since.size > 10_000) since.clear()
      since.set(key, clock.now().getTime())
    },
    has: (key: string): boolean =>
      clock.now().getTime() - (since.get(key) ?? -Infinity) < seconds * 1000,
    forget(key: string): void {
      since.delete(key)
    },
  }
}

/**
 * iyzico has no idempotency keys, so the refund's conversation id is our key and appears in its
 * report. The report may be late: a refund without an answer is not repeated within
 * `reportLagSeconds`.
 */
export function iyzicoRefunds({
  calls,
  signer,
  clock,
  reportLagSeconds,
}: {
  calls: IyzicoCalls
  signer: IyzicoSigner
  clock: Clock
  reportLagSeconds: number
}) {
  const oneByOne = serializeByKey<RefundResult>()
  const unsure = recentlyUnsure(clock, reportLagSeconds)

  async function refund(
    paymentId: string,
    { amountMinor, currency }: Money,
    key: string,
  ): Promise<RefundResult> {
    const known = await readReport(calls, { paymentId })
    if (known === null) return { kind: 'unknown' }
    const before = known === 'refused' ? undefined : known.find((one) => one.key === key)
    if (before) {
      unsure.forget(key)
      const same = before.amountMinor === amountMinor && before.currency === currency
      return same
        ? { kind: 'refunded', refundedMinor: amountMinor }
        : { kind: 'refused', reason: 'key_used_for_another_amount' }
    }
    if (unsure.has(key)) return { kind: 'unknown' }
    const called = await calls.post(
      '/v2/payment/refund',
      {
        locale: 'en',
        conversationId: key,
        paymentId,
        price: decimalOf(amountMinor),
        currency,
        ip: '127.0.0.1',
      },
      refundAnswer,
    )
    if (called.kind === 'failure') {
      const refusal = readRefusal(called)
      if (refusal.kind !== 'unsure')
        return refusal.kind === 'busy'
          ? { kind: 'unknown' }
          : { kind: 'refused', reason: `iyzico_${called.errorCode}` }
    }
    if (called.kind === 'answer') {
      const { answer } = called
      const signed = signer.isSigned(
        answer.signature,
        [answer.paymentId],
        [answer.price],
        [answer.currency, answer.conversationId],
      )
      const same =
        answer.paymentId === paymentId &&
        minorOf(answer.price) === amountMinor &&
        answer.currency === currency &&
        answer.conversationId === key
      if (signed && same) return { kind: 'refunded', refundedMinor: amountMinor }
    }
    unsure.add(key)
    return { kind: 'unknown' }
  }

  /** Serialized per payment: no other refund between reading the report and refunding. */
  return (paymentId: string, amount: Money, key: string): Promise<RefundResult> => {
    const isAmount = Number.isSafeInteger(amount.amountMinor) && amount.amountMinor > 0
    if (!isAmount) return Promise.resolve({ kind: 'refused', reason: 'amount' })
    return oneByOne(paymentId, () => refund(paymentId, amount, key))
  }
}

const text = z.string().nullish()
const dayAnswer = z.object({
  status: z.literal('success'),
  currentPage: z.number().int().nullish(),
  totalPageCount: z.number().int().nullish(),
  transactions: z
    .array(
      z.object({
        transactionType: z.string(),
        transactionDate: z.string(),
        transactionStatus: z.union([z.string(), z.number()]).transform(Number).nullish(),
        paymentId: id,
        conversationId: text,
        price: amount.nullish(),
        paidPrice: amount.nullish(),
        transactionCurrency: z.string(),
      }),
    )
    .nullish(),
})
type Line = NonNullable<z.infer<typeof dayAnswer>['transactions']>[number]

/** The day in Türkiye, as the report is asked for. */
const dayThere = (at: Date): string =>
  secondsAfter(at, 3 * 3600)
    .toISOString()
    .slice(0, 10)
/**
 * `2026-11-21 13:05:09` or `2026-11-21T13:05:09+0300`, in Türkiye's time, which has one offset all
 * year.
 */
const timeOf = (given: string): Date =>
  new Date(`${given.slice(0, 10)}T${given.slice(11, 19)}+03:00`)
/** Status 2 is done; failed payments are in the report too. */
const hasMoved = ({ transactionStatus: status }: Line) =>
  status === undefined || status === null || status === 2 || status === 1
const KINDS: Record<string, GatewayMovement['kind']> = {
  PAYMENT: 'charge',
  REFUND: 'refund',
  CANCEL: 'refund',
}

async function readDay(calls: IyzicoCalls, day: string): Promise<Line[]> {
  const lines: Line[] = []
  for (let page = 1; ; page += 1) {
    const called = await calls.get(
      '/v2/reporting/payment/transactions',
      { transactionDate: day, page: String(page) },
      dayAnswer,
    )
    if (called.kind !== 'answer')
      throw new GatewayUnavailable('iyzico', called.kind === 'failure' || called.reached)
    lines.push(...(called.answer.transactions ?? []))
    if (page >= (called.answer.totalPageCount ?? 1)) return lines
  }
}

/**
 * iyzico's report by days of Türkiye. A payment's conversation id is our attempt's, a refund's is
 * its key, so refunds are matched by payment id.
 */
export async function readIyzicoMovements(
  calls: IyzicoCalls,
  from: Date,
  until: Date,
): Promise<GatewayMovement[]> {
  const days = new Set<string>()
  for (let at = from; at < until; at = secondsAfter(at, 86_400)) days.add(dayThere(at))
  days.add(dayThere(new Date(until.getTime() - 1)))
  const movements: GatewayMovement[] = []
  for (const day of days) {
    for (const line of await readDay(calls, day)) {
      const kind = KINDS[line.transactionType]
      const paid = line.paidPrice ?? line.price
      const amountMinor = paid ? minorOf(paid) : null
      const time = timeOf(line.transactionDate)
      if (!kind || !hasMoved(line) || time < from || time >= until) continue
      if (amountMinor === null || Number.isNaN(time.getTime()))
        throw new GatewayUnavailable('iyzico', true)
      movements.push({
        kind,
        gatewayRef: line.paymentId,
        attemptId: kind === 'charge' ? (line.conversationId ?? null) : null,
        orderNumber: null,
        amountMinor,
        currency: line.transactionCurrency,
        at: time,
      })
    }
  }
  return movements
}
