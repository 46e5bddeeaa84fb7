import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { stableId } from './slugs.ts'

/** What the listing's page says. */
const REASON = 'No longer in the source.'

export interface RetireInput {
  db: Db
  source: string
  /** The catalogue's ids of the items that its files have. */
  ids: Iterable<string>
  /** Lines of items that could not be read. */
  unreadable: number
  now: Date
}

/**
 * Takes items of earlier imports that the files no longer have off the market and returns how many;
 * shops that have them keep them. An item that comes back is published again by its next import.
 * Returns null and changes nothing where lines could not be read, for they may be these very
 * items.
 */
export async function retireItems({
  db,
  source,
  ids,
  unreadable,
  now,
}: RetireInput): Promise<number | null> {
  if (unreadable > 0) return null
  const there = [...ids].map((id) => stableId('itm', source, id))
  const { numAffectedRows } = await sql`
    update items set status = 'unpublished', unpublished_reason = ${REASON}, source_hash = 'retired', updated_at = ${now}
    where source = ${source} and status = 'published' and id <> all (${there}::text[])`.execute(db)
  return Number(numAffectedRows ?? 0)
}
