import type { Db } from '#db/client.ts'
import type { Call } from '../harness/call-proxy.ts'

/**
 * What the market's database held at the moment the bank was asked, by attempt id or refund key.
 * The order of commits is the truth: clocks of processes differ, on purpose in these proofs, and a
 * slow machine adds to it.
 */
export interface RequestedState {
  /**
   * Of each attempt for which a payment was asked, whether its row was committed when the first
   * call passed.
   */
  attempts: ReadonlyMap<string, boolean>
  /** Of each key under which money was asked back, the same. */
  refunds: ReadonlyMap<string, boolean>
}

export interface RequestObserver extends RequestedState {
  /** Reads the database before `call` passes on to the bank. */
  look(call: Call): Promise<void>
}

function nameIn(call: Call, field: string): string | undefined {
  try {
    const value = (JSON.parse(call.body) as Record<string, unknown>)[field]
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Witnesses the calls that move money. Calls made again under the same name keep what was seen at
 * the first.
 */
export function openRequestObserver(db: Db): RequestObserver {
  const attempts = new Map<string, boolean>()
  const refunds = new Map<string, boolean>()
  return {
    attempts,
    refunds,
    async look(call) {
      if (call.method !== 'POST') return
      const attemptId = call.path === '/v1/payments' ? nameIn(call, 'attempt_id') : undefined
      if (attemptId !== undefined && !attempts.has(attemptId)) {
        attempts.set(
          attemptId,
          (await db
            .selectFrom('payment_attempts')
            .select('id')
            .where('id', '=', attemptId)
            .executeTakeFirst()) !== undefined,
        )
      }
      const key = call.path === '/v1/refunds' ? nameIn(call, 'key') : undefined
      if (key !== undefined && !refunds.has(key)) {
        refunds.set(
          key,
          (await db
            .selectFrom('refunds')
            .select('key')
            .where('key', '=', key)
            .executeTakeFirst()) !== undefined,
        )
      }
    },
  }
}
