import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import type { Text } from '#lib/locale.ts'
import type { Services } from '#kernel/context.ts'

/** What a store's owner is told of by mail, because it happened without them. */
export type OwnerNotice =
  | { kind: 'update_failed'; runId: string; facts: UpdateFailed }
  | { kind: 'scripts_changed'; at: Date; facts: ScriptsChanged }
  | { kind: 'review_down'; facts: ReviewTakenDown }
  | { kind: 'appeal_answered'; facts: AppealAnswered }

/** The words of a store's review were taken down. */
export interface ReviewTakenDown {
  itemId: string
  statementId: string
  facts: string
  grounds: 'contract' | 'law'
  rule: string
  appealUntil: string
}

/** A store's objection was answered. */
export interface AppealAnswered {
  statementId: string
  objectName: string
  outcome: 'upheld' | 'reversed'
  reasons: string
}

/** What `noteForStores` writes for every store that has the item. */
export interface StoppedItem {
  itemId: string
  notice: string
}

export interface UpdateFailed {
  installationId: string
  itemId: string
  version: string
}
export interface ScriptsChanged {
  parts: { itemId: string; title: Text; what: 'changed' | 'gone' }[]
}

/** A failed update is being taken back: by then it is known how that ended. */
const WAIT_SECONDS = {
  update_failed: 120,
  scripts_changed: 0,
  review_down: 0,
  appeal_answered: 0,
} as const

const subjectOf = (notice: OwnerNotice): string =>
  notice.kind === 'update_failed'
    ? notice.runId
    : notice.kind === 'review_down' || notice.kind === 'appeal_answered'
      ? notice.facts.statementId
      : notice.at.toISOString()

/** Writes it down, in the caller's transaction; of the same the owner is told once. */
export async function noteForOwner(
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  storeId: string,
  notice: OwnerNotice,
): Promise<void> {
  const now = clock.now()
  const wait = WAIT_SECONDS[notice.kind]
  const id = newId('own')
  const row = await trx
    .insertInto('owner_notices')
    .values({
      id,
      store_id: storeId,
      kind: notice.kind,
      subject: subjectOf(notice),
      facts: JSON.stringify(notice.facts),
      created_at: now,
      due_at: secondsAfter(now, wait),
    })
    .onConflict((conflict) => conflict.columns(['store_id', 'kind', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) await jobs.enqueue(trx, 'tell-owner', { id }, wait + 1)
}

/**
 * The market has stopped an item, or lifted that: for every store that has it, in the caller's
 * transaction. The sweep finds them, so that a hundred thousand take no longer than one here.
 */
export const noteForStores = (
  { clock }: Pick<Services, 'clock'>,
  trx: Db,
  kind: 'item_stopped' | 'item_lifted',
  { stopId, facts }: { stopId: string; facts: StoppedItem },
): Promise<unknown> =>
  sql`insert into owner_notices (id, store_id, kind, subject, facts, created_at, due_at)
    select 'own_' || left(replace(gen_random_uuid()::text, '-', ''), 20), store_id, ${kind}, ${stopId}, ${JSON.stringify(facts)}::jsonb, ${clock.now()}, ${clock.now()}
    from (select distinct store_id from installations where item_id = ${facts.itemId} and state <> 'uninstalled') as those
    on conflict (store_id, kind, subject) do nothing`.execute(trx)
