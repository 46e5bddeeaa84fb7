import { newId } from '#lib/ids.ts'
import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import {
  beginUpload,
  holdPackage,
  type Listing,
  productsOf,
  readIsolated,
  readListing,
  type ReadPackage,
  sayPackageRefusal,
} from '#modules/catalog/public.ts'
import { refuse } from '../errors.ts'
import { readDraft } from '../partners/draft.ts'
import { listingChanges } from './changes.ts'
import * as contract from './contract.ts'
import {
  findItem,
  findOpen,
  insertSubmission,
  isVersionTaken,
  lockItem,
  type NewSubmission,
} from './data.ts'
import { auditOfSubmission, readNotes } from './submissions.ts'
import { readPublishAt } from './schedule.ts'
import { channelOf, readStages } from './rules.ts'

/** The uploader waits for the answer. */
const READ_MS = 30_000
const limits = (_ctx: ConsoleCtx, { params }: { params: { partner: string } }) => [
  { key: `submissions ${params.partner}`, most: 20, seconds: 3600 },
  { key: `submissions day ${params.partner}`, most: 100, seconds: 86_400 },
]
const audit = {
  ...auditOfSubmission,
  id: (_input: unknown, _ctx: ConsoleCtx, answer?: { id: string }) => answer?.id,
}

/**
 * Accepts a release: reads the package in a separate process, then stores it. A package that cannot
 * be read is refused; everything else is for the checks and a reviewer to judge.
 */
export const submitRelease = defineOperation({
  ...contract.submitRelease,

  audit,
  limits,
  async prepare(ctx, { params, query, upload }): Promise<ReadPackage> {
    const item = await findItem(ctx.db, params.item, params.partner)
    if (!item) throw refuse('not_found')
    // Refuse a second submission before reading its package.
    if (await findOpen(ctx.db, item.id)) throw refuse('submissions.open_already')
    const zip = Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength)
    const read = await readUpload(ctx, zip)
    const { manifest } = read
    if (manifest.kind !== item.market) throw refuse('submissions.other_kind')
    if (manifest.prefix !== item.prefix)
      throw refuse('submissions.other_item', {
        params: { prefix: manifest.prefix, own: item.prefix },
      })
    if (channelOf(manifest.version) !== query.channel)
      throw refuse('submissions.channel_differs', { params: { version: manifest.version } })
    if (await isVersionTaken(ctx.db, item.id, manifest.version))
      throw refuse('submissions.version_taken', { params: { version: manifest.version } })
    await beginUpload(ctx, read.sha256)
    await ctx.blobs.put(zip)
    return read
  },

  run: async (ctx, { params, query }, { manifest, sha256, size }) => {
    const id = newId('sub')
    await insert(ctx, id, params, query.with_listing === '1', {
      version: manifest.version,
      channel: query.channel,
      notes: readNotes(ctx, query),
      sha256,
      size,
      manifest,
      rollout: query.rollout,
      publishAt: readPublishAt(ctx, query.publish_at ?? null),
      ...(query.rollout === 'staged' && { stages: readStages(query.stages), hours: query.hours }),
    })
    await holdPackage(ctx.db, sha256, id)
    return { id, state: 'checking' as const, version: manifest.version }
  },
})

async function readUpload(ctx: ConsoleCtx, bytes: Buffer): Promise<ReadPackage> {
  try {
    return await readIsolated({ bytes }, { deadlineMs: READ_MS })
  } catch (error) {
    const said = sayPackageRefusal(error, ctx.locale)
    if (said)
      throw refuse('submissions.package_refused', {
        params: { why: said.words, reason: said.code },
      })
    throw error
  }
}

export const submitListing = defineOperation({
  ...contract.submitListing,
  audit,
  limits,
  run: async (ctx, { params }) => {
    const id = newId('sub')
    await insert(ctx, id, params, true, null)
    return { id, state: 'checking' as const, version: null }
  },
})

async function insert(
  ctx: ConsoleCtx,
  id: string,
  params: { partner: string; item: string },
  withListing: boolean,
  release: NewSubmission['release'],
): Promise<void> {
  const item = await lockItem(ctx.db, params.item, params.partner)
  if (!item) throw refuse('not_found')
  if (await findOpen(ctx.db, item.id)) throw refuse('submissions.open_already')
  // It may have been published in the meantime.
  if (release && (await isVersionTaken(ctx.db, item.id, release.version)))
    throw refuse('submissions.version_taken', { params: { version: release.version } })
  if (!withListing && item.status === 'draft') throw refuse('submissions.listing_first')
  const listing = await listingFor(ctx, item.id, withListing)
  // S3.4: an app with in-app purchases must say so in its listing.
  if (release && productsOf(release.manifest).length > 0 && !listing.inAppPurchase)
    throw refuse('submissions.sells_inside')
  if (!release && (await isNothingNew(ctx, item, listing))) throw refuse('submissions.nothing_new')
  await insertSubmission(ctx.db, {
    id,
    itemId: item.id,
    partnerId: params.partner,
    listing,
    withListing,
    release,
    submittedBy: personOf(ctx).id,
    now: ctx.clock.now(),
  })
  await ctx.jobs.enqueue(ctx.db, 'check-submission', { id })
}

async function listingFor(ctx: ConsoleCtx, itemId: string, withListing: boolean): Promise<Listing> {
  const listing = withListing
    ? (await readDraft(ctx, itemId))?.listing
    : await readListing(ctx.db, itemId)
  if (!listing) throw refuse('not_found')
  return listing
}

async function isNothingNew(
  ctx: ConsoleCtx,
  item: { id: string; status: string },
  listing: Listing,
): Promise<boolean> {
  if (item.status === 'draft') return false
  const known = await readListing(ctx.db, item.id)
  return known !== null && listingChanges(known, listing).length === 0
}
