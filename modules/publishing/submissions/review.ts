import type { z } from 'zod'
import { type PageKey, pageOf, parsePageKey } from '#lib/page-key.ts'
import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import type { Waiting } from '#kernel/waiting.ts'
import { type RuleReport, listCategoryNames, readListing } from '#modules/catalog/public.ts'
import { refuse } from '../errors.ts'
import {
  type TextChange,
  listingChanges,
  manifestChange,
  partChanges,
  permissionChanges,
} from './changes.ts'
import { cannedReasons, languagesOf } from './canned-reasons.ts'
import { isClaimedBy, isOnly } from './decide.ts'
import { comparedFiles, findPublished } from './run-isolated.ts'
import {
  type SubmissionRow,
  findPlace,
  listChecks,
  listReviewers,
  listVerdicts,
  measureQueue,
} from './data.ts'
import * as operatorContract from './operator-contract.ts'
import { presentCheck, presentSubmission } from './submissions.ts'
import { SCAN_CHECK, canCheckByHand, notPassed } from './checks.ts'
import { newRisks } from './risks.ts'
import { MOMENTS, type TrialStep, pointsOf } from './review-rules.ts'
import { MEASURED, type QUEUE_FILTERS } from './rules.ts'
import { findPicture, listPictures } from './scratch-install.ts'
import { findTrial } from './try-submission.ts'
import type { Db } from '#db/client.ts'
import { directionOf, isBeyond } from '#db/list-order.ts'
import { pickText } from '#lib/locale.ts'
import { contentOf } from '../partners/draft.ts'
import { presentContent } from '../partners/listing.ts'
import { listOwners } from '../partners/profile-data.ts'

const MOST = 30
type Queued = z.input<typeof operatorContract.listQueue.output>['submissions'][number]

export const listQueue = defineOperation({
  ...operatorContract.listQueue,
  run: async (ctx, { query }) => {
    const after = parsePageKey(query.after)
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
          : query.show === 'scheduled'
            ? row.publish_at
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
    ...presentSubmission(row, reports, new Map([[row.submitted_by, row.submitter]]), ctx.locale),
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
  ...operatorContract.getReview,
  run: async (ctx, { params, query }) => {
    const row = await findQueued(ctx.db, params.submission)
    if (!row) throw refuse('not_found')
    const [reports, queue, published, listed, pictures, place, owners, former] = await Promise.all([
      listChecks(ctx.db, row.id),
      measureQueue(ctx.db, MEASURED),
      findPublished(ctx.db, row.item_id),
      readListing(ctx.db, row.item_id),
      listPictures(ctx.db, row.id),
      findPlace(ctx.db, row),
      listOwners(ctx.db, row.partner_id),
      query.former === undefined ? null : findQueued(ctx.db, query.former),
    ])
    const queued = presentQueued(ctx, row, reports)
    const { files, failed } = await comparedFiles(ctx, row)
    // PKG-7: a quarantined package is not shown to reviewers either.
    const [before, after] = [published?.manifest ?? null, row.quarantined ? null : row.manifest]
    const [risks, languages] = [newRisks(before, row.manifest), languagesOf(owners)]
    const seen = row.item_status === 'draft' ? null : listed
    return {
      ...queued,
      market_languages: [...ctx.languages],
      waited_seconds:
        row.state === 'waiting' && row.waiting_at !== null
          ? Math.max(0, Math.floor((ctx.clock.now().getTime() - row.waiting_at.getTime()) / 1000))
          : null,
      place,
      former: former && {
        id: former.id,
        item_name: former.item_name,
        version: former.version,
        state: former.state,
      },
      published_version: published?.version ?? null,
      checks: reports.map((one) => presentCheck(one, ctx.locale)),
      scan: scanOf(row, reports, ctx.malwareScanner !== null),
      queue,
      may_decide:
        row.state === 'waiting' &&
        !queued.own &&
        isClaimedBy(row, personOf(ctx).id, ctx.clock.now()),
      looked_at: row.looked_at,
      points: pointsOf(row),
      checked: row.checked,
      risks,
      second: await presentSecond(ctx, row, risks.length > 0),
      answer_languages: languages,
      canned: cannedReasons(languages),
      may_look: notPassed(row, reports, ctx.malwareScanner !== null)
        .filter(canCheckByHand)
        .map((one) => one.rule),
      files: files && files.map(({ texts: _, remarks = [], ...file }) => ({ ...file, remarks })),
      files_failed: failed,
      pictures: pictures.toSorted((a, b) => MOMENTS.indexOf(a.moment) - MOMENTS.indexOf(b.moment)),
      trial: presentTrial(await findTrial(ctx.db, row.id)),
      manifest: manifestChange(before, after),
      permissions: permissionChanges(before, after, ctx.locale),
      parts: partChanges(before, after, ctx.locale),
      listing_before: seen && presentContent(contentOf(seen), new Map()),
      listing_after: row.with_listing ? presentContent(contentOf(row.listing), new Map()) : null,
      listing: row.with_listing
        ? await nameCategories(ctx, row.market, listingChanges(seen, row.listing))
        : [],
    }
  },
})

/** How the malware scan of its package stands; null for a listing alone. */
function scanOf(
  row: QueuedRow,
  reports: readonly Pick<RuleReport, 'rule' | 'verdict'>[],
  isScanned: boolean,
): z.input<typeof operatorContract.getReview.output>['scan'] {
  if (row.version === null) return null
  const verdict = reports.find((one) => one.rule === SCAN_CHECK.id)?.verdict
  const since = row.scan_pending_since?.toISOString() ?? null
  if (since !== null) return { state: 'pending', since }
  if (verdict !== undefined)
    return {
      state: verdict === 'passed' ? 'clean' : verdict === 'failed' ? 'found' : 'missing',
      since,
    }
  return { state: isScanned ? 'missing' : 'off', since }
}

const presentTrial = (trial: Awaited<ReturnType<typeof findTrial>>) =>
  trial === undefined
    ? null
    : {
        step: trial.step as TrialStep | null,
        pages: trial.pages,
        seconds:
          trial.ended_at && trial.started_at
            ? (trial.ended_at.getTime() - trial.started_at.getTime()) / 1000
            : null,
      }

/** Who is the second reviewer, or who could be. */
async function presentSecond(ctx: ConsoleCtx, row: QueuedRow, isNeeded: boolean) {
  const person = personOf(ctx)
  const reviewers = isNeeded ? await listReviewers(ctx.db, row) : []
  const isOpen = isNeeded && row.state === 'waiting' && row.second_by === null
  return {
    name: row.seconder,
    may_agree:
      isOpen && reviewers.includes(person.id) && !isClaimedBy(row, person.id, ctx.clock.now()),
    may_pass: isOpen && person.operatorRole === 'admin' && isOnly(reviewers, person.id),
    alone_reason: row.alone_reason,
  }
}

/** Categories and tags by name. */
async function nameCategories(
  ctx: ConsoleCtx,
  market: 'app' | 'theme',
  changes: TextChange[],
): Promise<TextChange[]> {
  const named = await listCategoryNames(ctx.db, market)
  const names = (ids: string) =>
    ids
      .split('\n')
      .map((id) => pickText(named.find((one) => one.id === id)?.name ?? {}, ctx.locale) || id)
      .join('\n')
  return changes.map((one) =>
    one.place === 'categories' || one.place === 'tags'
      ? { ...one, before: names(one.before), after: names(one.after) }
      : one,
  )
}

export const getReviewPicture = defineOperation({
  ...operatorContract.getReviewPicture,
  run: async (ctx, { params }) => {
    const row = await findPicture(ctx.db, params.submission, params.moment)
    if (!row) throw refuse('not_found')
    return { png: row.bytes.toString('base64') }
  },
})

interface QueueFilter {
  show: (typeof QUEUE_FILTERS)[number]
  market: 'app' | 'theme' | null
  personId: string
  now: Date
  after: PageKey | null
  most: number
}

type QueuedRow = SubmissionRow & {
  item_name: string
  market: 'app' | 'theme'
  item_status: string
  partner_name: string
  claimer: string | null
  seconder: string | null
  submitter: string
}

const selectQueued = (db: Db) =>
  db
    .selectFrom('submissions')
    .innerJoin('items', 'items.id', 'submissions.item_id')
    .innerJoin('partners', 'partners.id', 'submissions.partner_id')
    .innerJoin('people', 'people.id', 'submissions.submitted_by')
    .leftJoin('people as claimers', 'claimers.id', 'submissions.claimed_by')
    .leftJoin('people as seconders', 'seconders.id', 'submissions.second_by')
    .selectAll('submissions')
    .select([
      'items.name as item_name',
      'items.market',
      'items.status as item_status',
      'partners.name as partner_name',
      'claimers.name as claimer',
      'seconders.name as seconder',
      'people.name as submitter',
    ])

/** The time of each list, and which end of it comes first. */
const QUEUE_ORDER = {
  waiting: ['submissions.waiting_at', 'oldest'],
  mine: ['submissions.waiting_at', 'oldest'],
  checking: ['submissions.submitted_at', 'oldest'],
  scheduled: ['submissions.publish_at', 'oldest'],
  decided: ['submissions.decided_at', 'newest'],
} as const

/** Waiting submissions are listed oldest first, decided ones newest first. */
async function listQueued(
  db: Db,
  { show, market, personId, now, after, most }: QueueFilter,
): Promise<QueuedRow[]> {
  const [at, sort] = QUEUE_ORDER[show]
  let query = selectQueued(db)
  if (show === 'decided') query = query.where('submissions.state', 'in', ['approved', 'rejected'])
  else query = query.where('submissions.state', '=', show === 'mine' ? 'waiting' : show)
  if (show === 'mine')
    query = query.where('claimed_by', '=', personId).where('claimed_until', '>', now)
  if (market !== null) query = query.where('items.market', '=', market)
  return (await query
    .where(isBeyond([at, 'submissions.id'], after, sort))
    .orderBy(at, directionOf(sort))
    .orderBy('submissions.id', directionOf(sort))
    .limit(most)
    .execute()) as unknown as QueuedRow[]
}

const findQueued = async (db: Db, id: string): Promise<QueuedRow | null> =>
  ((await selectQueued(db).where('submissions.id', '=', id).executeTakeFirst()) as unknown as
    | QueuedRow
    | undefined) ?? null

/** For the inbox: waiting submissions, the oldest first. */
export const listWaitingSubmissions = async (db: Db, now: Date, most: number): Promise<Waiting[]> =>
  (
    await db
      .selectFrom('submissions')
      .innerJoin('items', 'items.id', 'submissions.item_id')
      .innerJoin('partners', 'partners.id', 'submissions.partner_id')
      .select([
        'submissions.id',
        'submissions.version',
        'submissions.submitted_at',
        'waiting_at',
        'claimed_by',
        'claimed_until',
        'items.name',
        'partners.name as partner',
      ])
      .where('submissions.state', '=', 'waiting')
      .orderBy('waiting_at')
      .orderBy('submissions.id')
      .limit(most)
      .execute()
  ).map((row) => ({
    id: row.id,
    title: [row.name, row.version].filter(Boolean).join(' '),
    detail: row.partner,
    since: row.waiting_at ?? row.submitted_at,
    holderId: row.claimed_until !== null && row.claimed_until > now ? row.claimed_by : null,
  }))
