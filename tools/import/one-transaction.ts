import { sql } from 'kysely'
import type { Db } from '#db/client.ts'

/**
 * Runs `work` in one transaction of this connection, and keeps what it wrote only if it says so.
 * Its own transactions become savepoints; what the database checks at the end of a transaction is
 * checked at the end of each of them.
 */
export async function inOneTransaction<R>(
  db: Db,
  work: (within: Db) => Promise<{ keep: boolean; result: R }>,
): Promise<R> {
  const outer = await db.startTransaction().execute()
  try {
    const { keep, result } = await work(withSavepoints(outer as unknown as Db))
    await (keep ? outer.commit() : outer.rollback()).execute()
    return result
  } catch (error) {
    await outer.rollback().execute()
    throw error
  }
}

function withSavepoints(outer: Db): Db {
  const transaction = () => ({
    async execute<R>(part: (trx: Db) => Promise<R>): Promise<R> {
      await sql`savepoint part`.execute(outer)
      try {
        const result = await part(outer)
        await sql`set constraints all immediate; set constraints all deferred; release savepoint part`.execute(
          outer,
        )
        return result
      } catch (error) {
        await sql`rollback to savepoint part; release savepoint part`.execute(outer)
        throw error
      }
    },
  })
  return new Proxy(outer, {
    get(target, name) {
      if (name === 'transaction') return transaction
      const value = Reflect.get(target, name, target) as unknown
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
