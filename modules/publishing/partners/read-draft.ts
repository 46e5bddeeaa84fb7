import type { Db } from '#db/client.ts'
import { readListing, type Listing } from '#modules/catalog/public.ts'
import { missingOf, type Missing } from './completeness.ts'
import { applyDraft } from './draft.ts'
import { findDraft } from './draft-data.ts'

/**
 * An item's listing as it would be if its draft were approved now, and what keeps it from that. An
 * item that nobody has drafted anything for has revision 0 and the listing that stores see. Null
 * when the item is not there.
 */
export async function readDraft(
  db: Db,
  itemId: string,
): Promise<{ listing: Listing; missing: Missing[]; revision: number; listed: Listing } | null> {
  const [listed, draft] = await Promise.all([readListing(db, itemId), findDraft(db, itemId)])
  if (!listed) return null
  const listing = draft
    ? { ...applyDraft(listed, draft.content), updatedAt: draft.changedAt }
    : listed
  return { listing, missing: missingOf(listing), revision: draft?.revision ?? 0, listed }
}
