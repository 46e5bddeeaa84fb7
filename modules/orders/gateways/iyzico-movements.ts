import { z } from 'zod'
import { secondsAfter } from '#lib/clock.ts'
import { GatewayUnavailable, type GatewayMovement } from './gateway.ts'
import type { IyzicoCalls } from './iyzico-client.ts'
import { amount, id, minorOf } from './iyzico-wire.ts'

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

/** The day in Türkiye, by which iyzico's report is asked. */
const dayThere = (at: Date): string =>
  secondsAfter(at, 3 * 3600)
    .toISOString()
    .slice(0, 10)
/**
 * `2026-11-21 13:05:09` or `2026-11-21T13:05:09+0300`: the time in Türkiye, which keeps one offset
 * all year.
 */
const timeOf = (given: string): Date =>
  new Date(`${given.slice(0, 10)}T${given.slice(11, 19)}+03:00`)
/**
 * Only what has happened: 2 is done. A payment that did not come through is in the report as well.
 */
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
 * iyzico's report between two moments, asked day by day of Türkiye. A payment's conversation id is
 * our attempt's, a refund's is the refund's own name: that one is found by the payment's.
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
