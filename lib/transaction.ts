import { insideTransaction } from '#lib/http.ts'

/** The part of a database client that is used here. */
export interface Transactional<T> {
  transaction(): { execute<R>(work: (trx: T) => Promise<R>): Promise<R> }
}

const RETRYABLE = new Set(['40001', '40P01'])

/**
 * Runs `work` in one transaction, in up to three attempts after serialization failures or
 * deadlocks. Outbound calls inside are refused: `lib/http.ts` checks the mark set here.
 */
export async function inTransaction<T, R>(
  db: Transactional<T>,
  work: (trx: T) => Promise<R>,
): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await insideTransaction.run(true, () => db.transaction().execute(work))
    } catch (error) {
      if (tries >= 3 || !RETRYABLE.has((error as { code?: string }).code ?? '')) throw error
    }
  }
}
