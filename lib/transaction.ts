import { insideTransaction } from '#lib/http.ts'

/** The part of a database client that is needed here. */
export interface Transactional<T> {
  transaction(): { execute<R>(work: (trx: T) => Promise<R>): Promise<R> }
}

const RETRYABLE = new Set(['40001', '40P01'])

/**
 * Runs `work` in one transaction, again (at most three times) when the database asks for it by a
 * serialisation failure or a deadlock. Outside calls are refused inside: `lib/http.ts` looks at the
 * mark set here.
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
