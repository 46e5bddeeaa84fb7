import type { Db } from '#db/client.ts'
import type { KeptDraft } from './draft.ts'

export interface DraftRow extends KeptDraft {
  revision: number
  changedAt: Date
  changedBy: string
}

/** The draft of an item with the name of whoever changed it last. */
export async function findDraft(db: Db, itemId: string): Promise<DraftRow | null> {
  const row = await db
    .selectFrom('listing_drafts')
    .innerJoin('people', 'people.id', 'listing_drafts.changed_by')
    .select([
      'listing_drafts.draft',
      'listing_drafts.revision',
      'listing_drafts.changed_at',
      'people.name',
    ])
    .where('item_id', '=', itemId)
    .executeTakeFirst()
  return row
    ? {
        ...(row.draft as unknown as KeptDraft),
        revision: row.revision,
        changedAt: row.changed_at,
        changedBy: row.name,
      }
    : null
}

/** One who writes waits here for the other; the item's row is there before its first draft is. */
export const lockItem = (trx: Db, itemId: string, partnerId: string) =>
  trx
    .selectFrom('items')
    .select(['id', 'market', 'slug', 'status'])
    .where('id', '=', itemId)
    .where('partner_id', '=', partnerId)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const keepDraft = (
  trx: Db,
  itemId: string,
  { content, changed }: KeptDraft,
  { revision, personId, now }: { revision: number; personId: string; now: Date },
) => {
  const row = {
    draft: JSON.stringify({ content, changed }),
    revision,
    changed_at: now,
    changed_by: personId,
  }
  return trx
    .insertInto('listing_drafts')
    .values({ item_id: itemId, ...row })
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet(row))
    .execute()
}

/**
 * What was drafted until then is published: stores see it. Of what was written since then the draft
 * stays.
 */
export const endDraft = (trx: Db, itemId: string, until: Date): Promise<unknown> =>
  trx
    .deleteFrom('listing_drafts')
    .where('item_id', '=', itemId)
    .where('changed_at', '<=', until)
    .execute()
