import type { Clock } from '#lib/clock.ts'
import type { Money, RefundResult } from './gateway.ts'
import type { IyzicoCalls } from './iyzico-client.ts'
import { readRefusal } from './iyzico-reasons.ts'
import { decimalOf, minorOf, refundAnswer, reportAnswer, type IyzicoSigner } from './iyzico-wire.ts'
import { onceAtATime } from './once-at-a-time.ts'

export interface GivenBack {
  key: string | undefined
  amountMinor: number | null
  currency: string
}

/**
 * What the report knows to have been given back of a payment; null when nobody can say, a refusal
 * when it will not.
 */
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
 * iyzico knows no idempotency keys: our key goes as the refund's conversation id, which the report
 * shows. The report may come late, so a refund whose answer did not come is not sent again before
 * `reportLagSeconds` are over.
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
  const oneByOne = onceAtATime<RefundResult>()
  const unsureSince = new Map<string, number>()

  async function refund(
    paymentId: string,
    { amountMinor, currency }: Money,
    key: string,
  ): Promise<RefundResult> {
    const known = await readReport(calls, { paymentId })
    if (known === null) return { kind: 'unknown' }
    const before = known === 'refused' ? undefined : known.find((one) => one.key === key)
    if (before) {
      unsureSince.delete(key)
      const same = before.amountMinor === amountMinor && before.currency === currency
      return same
        ? { kind: 'refunded', refundedMinor: amountMinor }
        : { kind: 'refused', reason: 'key_used_for_another_amount' }
    }
    const since = unsureSince.get(key)
    if (since !== undefined && clock.now().getTime() - since < reportLagSeconds * 1000)
      return { kind: 'unknown' }
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
    if (unsureSince.size > 10_000) unsureSince.clear()
    unsureSince.set(key, clock.now().getTime())
    return { kind: 'unknown' }
  }

  /**
   * One after the other for a payment: between the look at the report and the refund nobody else of
   * us may refund.
   */
  return (paymentId: string, amount: Money, key: string): Promise<RefundResult> => {
    const isAmount = Number.isSafeInteger(amount.amountMinor) && amount.amountMinor > 0
    if (!isAmount) return Promise.resolve({ kind: 'refused', reason: 'amount' })
    return oneByOne(paymentId, () => refund(paymentId, amount, key))
  }
}
