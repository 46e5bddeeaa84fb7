import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { type Happened, type HappenedPage, newestFirst } from '#kernel/happened.ts'

/** What people of the console did to something, from the audit log. */
export async function listDone(db: Db, objectId: string, page: HappenedPage): Promise<Happened[]> {
  const { isBefore, order } = newestFirst(page, ['audit_log.at'], sql`'audit-' || audit_log.id`)
  const rows = await db
    .selectFrom('audit_log')
    .innerJoin('people', 'people.id', 'audit_log.actor_id')
    .select([
      'audit_log.id',
      'audit_log.at',
      'audit_log.operation',
      'audit_log.after',
      'people.name',
    ])
    .where('audit_log.object_id', '=', objectId)
    .where(isBefore)
    .orderBy(order)
    .limit(page.most)
    .execute()
  return rows.map((row) => ({
    id: `audit-${row.id}`,
    at: row.at,
    source: 'audit',
    kind: row.operation,
    who: row.name,
    facts: (row.after ?? {}) as Record<string, unknown>,
  }))
}

/** Names of people by id, former members too. */
export async function findNames(
  db: Db,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('people')
    .select(['id', 'name'])
    .where('id', 'in', wanted)
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}
