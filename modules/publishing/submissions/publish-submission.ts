import type { Services } from '#kernel/context.ts'
import {
  type Listing,
  type PreparedRelease,
  type RolloutPlan,
  beginRollout,
  endHold,
  listPrepared,
  prepareRelease,
  writeListings,
} from '#modules/catalog/public.ts'
import { refuse } from '../errors.ts'
import { deletePublishedDraft } from '../partners/draft.ts'
import { type SubmissionRow, findItem, readBytes } from './data.ts'

/** The package of a submission, read and stored before the transaction. */
export interface PreparedSubmission {
  sha256: string
  release: PreparedRelease
}

/** Not inside a transaction. Null for a listing alone. */
export async function prepareSubmission(
  services: Services,
  row: SubmissionRow,
): Promise<PreparedSubmission | null> {
  if (row.version === null || row.package_sha256 === null) return null
  const zip = await readBytes(services, row.package_sha256)
  if (!zip)
    throw new Error(`the package ${row.package_sha256} of ${row.id} is not where it was put`)
  return {
    sha256: row.package_sha256,
    release: await prepareRelease(services, {
      ...releaseOf(row, row.version),
      zip,
      publishedAt: services.clock.now(),
    }),
  }
}

/**
 * Writes the listing and lists the signed release, in the caller's transaction; returns the
 * release's id. `services.db` is that transaction; the item is locked.
 */
export async function publishSubmission(
  services: Services,
  row: SubmissionRow,
  prepared: PreparedSubmission | null,
  now: Date,
): Promise<string | null> {
  const trx = services.db
  if (row.with_listing) {
    await writeListings(trx, [
      await listingToWrite(row, await findItem(trx, row.item_id, row.partner_id), now),
    ])
    await deletePublishedDraft(trx, row.item_id, row.submitted_at)
  }
  if (row.version === null || !prepared) return null
  if (prepared.sha256 !== row.package_sha256)
    throw new Error(`${row.id} has another package than it had`)
  const release = await listPrepared(
    trx,
    services,
    { ...releaseOf(row, row.version), publishedAt: now },
    prepared.release,
  )
  await beginRollout(trx, now, release, rolloutOf(row))
  await endHold(trx, prepared.sha256, row.id)
  return release
}

const rolloutOf = (row: SubmissionRow): RolloutPlan | 'auto' | 'at_once' =>
  row.rollout_stages !== null && row.rollout_hours !== null
    ? { stages: row.rollout_stages, waitHours: row.rollout_hours }
    : row.rollout === 'at_once'
      ? 'at_once'
      : 'auto'

const releaseOf = (row: SubmissionRow, version: string) => ({
  itemId: row.item_id,
  version,
  notes: row.notes ?? {},
})

/**
 * The submitted listing on the item as it is now: an unpublished item stays unpublished, and slug,
 * prefix and owner never come from a draft.
 */
async function listingToWrite(
  row: SubmissionRow,
  item: Awaited<ReturnType<typeof findItem>>,
  now: Date,
): Promise<Listing> {
  if (!item) throw refuse('not_found')
  const isDown = item.status === 'unpublished'
  return {
    ...row.listing,
    id: item.id,
    slug: item.slug,
    prefix: item.prefix,
    market: item.market as Listing['market'],
    partnerId: item.partner_id,
    status: isDown ? 'unpublished' : 'published',
    unpublishedReason: isDown ? item.unpublished_reason : null,
    publishedAt: item.published_at ?? now,
    updatedAt: now,
  }
}
