import type { z } from 'zod'
import { pageOf, readPageKey } from '#lib/page-key.ts'
import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { readListing } from '#modules/catalog/public.ts'
import { refuse } from '../errors.ts'
import { listingChanges, manifestChange, partChanges, permissionChanges } from './changes.ts'
import { isClaimedBy } from './claims.ts'
import { comparedFiles } from './compared-files.ts'
import { listChecks, listVerdicts, measureQueue } from './data.ts'
import {
  getReview as getContract,
  getReviewPicture as pictureContract,
  listQueue as listContract,
} from './operator-contract.ts'
import { presentCheck, presentSubmission } from './present.ts'
import { findPublished, findQueued, listQueued, type QueuedRow } from './queue-data.ts'
import { mayBeLookedAt, notPassed } from './required.ts'
import { MEASURED } from './rules.ts'
import { findPicture, listPictures } from './scratch-data.ts'
import { shopWindowOf } from './shop-window.ts'

const MOST = 30
type Queued = z.input<typeof listContract.output>['submissions'][number]

export const listQueue = defineOperation({
  ...listContract,
  run: async (ctx, { query }) => {
    const after = query.after === undefined ? null : readPageKey(query.after)
    if (query.after !== undefined && after === null)
      throw refuse('input.invalid', { fields: { after: { code: 'field.invalid' } } })
    const found = await listQueued(ctx.db, {
      show: query.show,
      market: query.market ?? null,
      personId: personOf(ctx).id,
      now: ctx.clock.now(),
      after,
      most: MOST + 1,
    })
    const { rows, next } = pageOf(found, MOST, (row) => ({
      at:
        (query.show === 'decided'
          ? row.decided_at
          : query.show === 'checking'
            ? row.submitted_at
            : row.waiting_at) ?? row.submitted_at,
      id: row.id,
    }))
    const [verdicts, queue] = await Promise.all([
      listVerdicts(
        ctx.db,
        rows.map((row) => row.id),
      ),
      measureQueue(ctx.db, MEASURED),
    ])
    return {
      submissions: rows.map((row) => presentQueued(ctx, row, verdicts.get(row.id) ?? [])),
      queue,
      next,
    }
  },
})

function presentQueued(
  ctx: ConsoleCtx,
  row: QueuedRow,
  reports: Parameters<typeof presentSubmission>[1],
): Queued {
  const [person, now] = [personOf(ctx), ctx.clock.now()]
  return {
    ...presentSubmission(row, reports, new Map([[row.submitted_by, row.submitter]])),
    item_name: row.item_name,
    market: row.market,
    partner_name: row.partner_name,
    first: row.item_status === 'draft',
    own: row.submitted_by === person.id || person.partners.some((one) => one.id === row.partner_id),
    claim:
      row.claimed_until !== null && row.claimed_until > now && row.claimer !== null
        ? {
            name: row.claimer,
            mine: isClaimedBy(row, person.id, now),
            until: row.claimed_until.toISOString(),
          }
        : null,
  }
}

export const getReview = defineOperation({
  ...getContract,
  run: async (ctx, { params }) => {
    const row = await findQueued(ctx.db, params.submission)
    if (!row) throw refuse('not_found')
    const [reports, queue, published, listed, pictures] = await Promise.all([
      listChecks(ctx.db, row.id),
      measureQueue(ctx.db, MEASURED),
      findPublished(ctx.db, row.item_id),
      readListing(ctx.db, row.item_id),
      listPictures(ctx.db, row.id),
    ])
    const queued = presentQueued(ctx, row, reports)
    const { files, failed } = await comparedFiles(ctx, row)
    // PKG-7: what nobody else may get is shown to no reviewer either.
    const [before, after] = [published?.manifest ?? null, row.quarantined ? null : row.manifest]
    return {
      ...queued,
      published_version: published?.version ?? null,
      checks: reports.map((one) => presentCheck(one, ctx.locale)),
      queue,
      may_decide:
        row.state === 'waiting' &&
        !queued.own &&
        isClaimedBy(row, personOf(ctx).id, ctx.clock.now()),
      looked_at: row.looked_at,
      may_look: notPassed(row, reports)
        .filter(mayBeLookedAt)
        .map((one) => one.rule),
      files,
      files_failed: failed,
      pictures: (['before', 'after'] as const).filter((moment) => pictures.includes(moment)),
      manifest: manifestChange(before, after),
      permissions: permissionChanges(before, after, ctx.locale),
      parts: partChanges(before, after, ctx.locale),
      window: row.with_listing ? await shopWindowOf(ctx.db, row.listing, ctx.locale) : null,
      listing: row.with_listing
        ? listingChanges(row.item_status === 'draft' ? null : listed, row.listing)
        : [],
    }
  },
})

export const getReviewPicture = defineOperation({
  ...pictureContract,
  run: async (ctx, { params }) => {
    const row = await findPicture(ctx.db, params.submission, params.moment)
    if (!row) throw refuse('not_found')
    return { png: row.bytes.toString('base64') }
  },
})
