import type Stripe from 'stripe'
import { z } from 'zod'
import { GatewayUnavailable, type GatewayMovement } from './gateway.ts'
import { calling, type Called } from './stripe-client.ts'

const PAGE = 100

const line = z.object({
  id: z.string().min(1),
  amount: z.number().int().nonnegative(),
  currency: z.string().regex(/^[a-z]{3}$/),
  created: z.number().int().positive(),
  status: z.string().nullish(),
  payment_intent: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
})
const list = z.object({ object: z.literal('list'), has_more: z.boolean(), data: z.array(line) })
type Line = z.infer<typeof line>

/** Money did not move, or did not go back. */
const FAILED = ['failed', 'canceled', 'requires_action']

async function readAll(
  ask: (after: { starting_after?: string }) => Promise<Called<z.infer<typeof list>>>,
): Promise<Line[]> {
  const lines: Line[] = []
  for (let last: string | undefined; ;) {
    const called = await ask(last === undefined ? {} : { starting_after: last })
    if (called.kind !== 'answer')
      throw new GatewayUnavailable('stripe', called.kind === 'refused' || called.reached)
    const { data, has_more: more } = called.answer
    lines.push(...data)
    const next = data.at(-1)?.id
    if (!more || next === undefined || next === last) return lines
    last = next
  }
}

/**
 * Stripe's charges and refunds between two moments, in whole seconds as Stripe counts. A charge
 * carries what its intent says of the attempt; a refund is found by the intent.
 */
export async function readStripeMovements(
  stripe: Stripe,
  from: Date,
  until: Date,
): Promise<GatewayMovement[]> {
  const seconds = (at: Date) => Math.ceil(at.getTime() / 1000)
  const between = { created: { gte: seconds(from), lt: seconds(until) }, limit: PAGE }
  const charges = await readAll((after) =>
    calling(list, () => stripe.charges.list({ ...between, ...after })),
  )
  const refunds = await readAll((after) =>
    calling(list, () => stripe.refunds.list({ ...between, ...after })),
  )
  const movement =
    (kind: GatewayMovement['kind']) =>
    (one: Line): GatewayMovement => ({
      kind,
      gatewayRef: one.payment_intent ?? one.id,
      attemptId: one.metadata?.attempt_id ?? null,
      orderNumber: one.metadata?.order_number ?? null,
      amountMinor: one.amount,
      currency: one.currency.toUpperCase(),
      at: new Date(one.created * 1000),
    })
  const moved = (one: Line) => one.amount > 0 && !FAILED.includes(one.status ?? '')
  return [
    ...charges.filter(moved).map(movement('charge')),
    ...refunds.filter(moved).map(movement('refund')),
  ]
}
