import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { PageKey } from '#lib/page-key.ts'
import type { SubmissionRow } from './data.ts'
import type { SHOWN } from './queue-filters.ts'

export interface QueueFilter {
  show: (typeof SHOWN)[number]
  market: 'app' | 'theme' | null
  personId: string
  now: Date
  after: PageKey | null
  most: number
}

export type QueuedRow = SubmissionRow & {
  item_name: string
  market: 'app' | 'theme'
  item_status: string
  partner_name: string
  claimer: string | null
  submitter: string
}

const selectQueued = (db: Db) =>
  db
    .selectFrom('submissions')
    .innerJoin('items', 'items.id', 'submissions.item_id')
    .innerJoin('partners', 'partners.id', 'submissions.partner_id')
    .innerJoin('people', 'people.id', 'submissions.submitted_by')
    .leftJoin('people as claimers', 'claimers.id', 'submissions.claimed_by')
    .selectAll('submissions')
    .select([
      'items.name as item_name',
      'items.market',
      'items.status as item_status',
      'partners.name as partner_name',
      'claimers.name as claimer',
      'people.name as submitter',
    ])

/** What waits is read from the oldest on, what is decided from the newest. */
export async function listQueued(
  db: Db,
  { show, market, personId, now, after, most }: QueueFilter,
): Promise<QueuedRow[]> {
  const [at, down] =
    show === 'decided'
      ? ['decided_at' as const, true]
      : show === 'checking'
        ? ['submitted_at' as const, false]
        : ['waiting_at' as const, false]
  let query = selectQueued(db)
  if (show === 'decided') query = query.where('submissions.state', 'in', ['approved', 'rejected'])
  else query = query.where('submissions.state', '=', show === 'checking' ? 'checking' : 'waiting')
  if (show === 'mine')
    query = query.where('claimed_by', '=', personId).where('claimed_until', '>', now)
  if (market !== null) query = query.where('items.market', '=', market)
  const column = sql.ref(`submissions.${at}`)
  if (after !== null)
    query = query.where(
      down
        ? sql<boolean>`(${column}, submissions.id) < (${after.at}::timestamptz, ${after.id})`
        : sql<boolean>`(${column}, submissions.id) > (${after.at}::timestamptz, ${after.id})`,
    )
  return (await query
    .orderBy(`submissions.${at}`, down ? 'desc' : 'asc')
    .orderBy('submissions.id', down ? 'desc' : 'asc')
    .limit(most)
    .execute()) as unknown as QueuedRow[]
}

export const findQueued = async (db: Db, id: string): Promise<QueuedRow | null> =>
  ((await selectQueued(db).where('submissions.id', '=', id).executeTakeFirst()) as unknown as
    | QueuedRow
    | undefined) ?? null

/** The published release that an item shows, for the comparison. */
export const findPublished = (db: Db, itemId: string) =>
  db
    .selectFrom('items')
    .innerJoin('releases', 'releases.id', 'items.latest_release_id')
    .select(['releases.version', 'releases.package_sha256', 'releases.manifest'])
    .where('items.id', '=', itemId)
    .executeTakeFirst()
