import { z } from 'zod'
import { GatewayUnavailable, type GatewayMovement } from './gateway.ts'

const PAGE = 500

const ledgerAnswer = z.object({
  entries: z.array(
    z.object({
      entry_id: z.number().int().positive(),
      kind: z.enum(['charge', 'refund', 'void']),
      payment_id: z.string().min(1),
      attempt_id: z.string().min(1),
      order_number: z.string().min(1),
      amount_minor: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
      currency: z.string().regex(/^[A-Z]{3}$/),
      created_at: z.iso.datetime(),
    }),
  ),
  next_after: z.number().int().positive().nullable(),
})

/**
 * The bank's book between two moments, page by page. `ask` answers null when there is no answer to
 * trust.
 */
export async function readMovements(
  ask: (target: string) => Promise<unknown>,
  from: Date,
  until: Date,
): Promise<GatewayMovement[]> {
  const movements: GatewayMovement[] = []
  for (let after = 0; ;) {
    const query = new URLSearchParams({
      from: from.toISOString(),
      until: until.toISOString(),
      after: String(after),
      limit: String(PAGE),
    })
    const read = ledgerAnswer.safeParse(await ask(`/v1/ledger?${query}`))
    if (!read.success) throw new GatewayUnavailable('sandbox', true)
    const { entries, next_after: next } = read.data
    movements.push(
      ...entries.map((entry) => ({
        kind: entry.kind === 'charge' ? ('charge' as const) : ('refund' as const),
        gatewayRef: entry.payment_id,
        attemptId: entry.attempt_id,
        orderNumber: entry.order_number,
        amountMinor: entry.amount_minor,
        currency: entry.currency,
        at: new Date(entry.created_at),
      })),
    )
    if (next === null) return movements
    // A page that leads back would never end.
    if (next <= after) throw new GatewayUnavailable('sandbox', true)
    after = next
  }
}
