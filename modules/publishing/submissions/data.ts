import { type Selectable, type Updateable, sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { isBeyond } from '#db/list-order.ts'
import type { Submissions } from '#db/types.gen.ts'
import type { PageKey } from '#lib/page-key.ts'
import { secondsAfter } from '#lib/clock.ts'
import type { Text } from '#lib/locale.ts'
import type { KnownName, Listing, Manifest, RuleReport } from '#modules/catalog/public.ts'
import {
  type RolloutChoice,
  type SubmissionState,
  UNFINISHED_STATES,
  UPLOAD_BYTES,
  statesBefore,
} from './rules.ts'
import type { Services } from '#kernel/context.ts'
import { type Happened, type HappenedPage, newestFirst } from '#kernel/happened.ts'
import { findNames } from '#modules/identity/public.ts'

export type SubmissionRow = Omit<
  Selectable<Submissions>,
  'state' | 'channel' | 'notes' | 'manifest' | 'listing' | 'grounds' | 'reasons_in'
> & {
  state: SubmissionState
  channel: 'stable' | 'beta' | null
  notes: Text | null
  manifest: Manifest | null
  listing: Listing
  grounds: 'contract' | 'law' | null
  reasons_in: Text
}

export interface NewSubmission {
  id: string
  itemId: string
  partnerId: string
  listing: Listing
  withListing: boolean
  release: {
    version: string
    channel: 'stable' | 'beta'
    notes: Text
    sha256: string
    size: number
    manifest: Manifest
    rollout: RolloutChoice
    stages?: number[] | null
    hours?: number
    publishAt: Date | null
  } | null
  submittedBy: string
  now: Date
}

export const insertSubmission = (trx: Db, { release, ...one }: NewSubmission) =>
  trx
    .insertInto('submissions')
    .values({
      id: one.id,
      item_id: one.itemId,
      partner_id: one.partnerId,
      state: 'checking',
      listing: JSON.stringify(one.listing),
      with_listing: one.withListing,
      submitted_by: one.submittedBy,
      submitted_at: one.now,
      check_at: one.now,
      ...(release && {
        version: release.version,
        channel: release.channel,
        notes: JSON.stringify(release.notes),
        package_sha256: release.sha256,
        package_size: release.size,
        manifest: JSON.stringify(release.manifest),
        rollout: release.rollout,
        rollout_stages: release.stages ?? null,
        rollout_hours: release.hours ?? null,
        publish_at: release.publishAt,
      }),
    })
    .execute()

export const findSubmission = async (
  db: Db,
  key: { id: string; partnerId?: string; itemId?: string },
): Promise<SubmissionRow | null> => {
  let query = db.selectFrom('submissions').selectAll().where('id', '=', key.id)
  if (key.partnerId !== undefined) query = query.where('partner_id', '=', key.partnerId)
  if (key.itemId !== undefined) query = query.where('item_id', '=', key.itemId)
  return ((await query.executeTakeFirst()) as unknown as SubmissionRow | undefined) ?? null
}

/** Locked until the transaction ends, so that concurrent decisions run one after another. */
export const lockSubmission = async (
  trx: Db,
  key: { id: string; partnerId?: string; itemId?: string },
): Promise<SubmissionRow | null> => {
  await trx.selectFrom('submissions').select('id').where('id', '=', key.id).forUpdate().execute()
  return findSubmission(trx, key)
}

/** Only along the table of transitions; false when the submission has moved on. */
export async function moveSubmission(
  trx: Db,
  id: string,
  state: SubmissionState,
  change: Updateable<Submissions> = {},
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('submissions')
    .set({
      ...change,
      state,
      scan_pending_since: null,
      ...(state !== 'checking' && { check_at: null }),
    })
    .where('id', '=', id)
    .where('state', 'in', statesBefore(state))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const changeSubmission = (trx: Db, id: string, change: Updateable<Submissions>) =>
  trx.updateTable('submissions').set(change).where('id', '=', id).execute()

/** The partner's item, locked so that of two concurrent submissions one comes first. */
export const lockItem = (trx: Db, itemId: string, partnerId: string) =>
  trx
    .selectFrom('items')
    .select(['id', 'status'])
    .where('id', '=', itemId)
    .where('partner_id', '=', partnerId)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const findItem = (db: Db, itemId: string, partnerId?: string) => {
  let query = db
    .selectFrom('items')
    .select([
      'id',
      'name',
      'market',
      'status',
      'visibility',
      'prefix',
      'slug',
      'partner_id',
      'unpublished_reason',
      'published_at',
      'latest_release_id',
    ])
    .where('id', '=', itemId)
  if (partnerId !== undefined) query = query.where('partner_id', '=', partnerId)
  return query.executeTakeFirst()
}

export const findOpen = (db: Db, itemId: string) =>
  db
    .selectFrom('submissions')
    .select('id')
    .where('item_id', '=', itemId)
    .where('state', 'in', [...UNFINISHED_STATES])
    .executeTakeFirst()

/** Whether a version has a package. Versions that an import merely lists may still get one. */
export const isVersionTaken = async (db: Db, itemId: string, version: string): Promise<boolean> =>
  (await db
    .selectFrom('releases')
    .select('id')
    .where('item_id', '=', itemId)
    .where('version', '=', version)
    .where('package_sha256', 'is not', null)
    .executeTakeFirst()) !== undefined

export const listReleaseRows = (db: Db, itemId: string) =>
  db
    .selectFrom('releases')
    .select(['id', 'version', 'status', 'published_at', 'notes', 'package_sha256'])
    .where('item_id', '=', itemId)
    .orderBy('version_order', 'desc')
    .limit(50)
    .execute()

export const listSubmissionRows = async (
  db: Db,
  itemId: string,
  most: number,
): Promise<SubmissionRow[]> =>
  (await db
    .selectFrom('submissions')
    .selectAll()
    .where('item_id', '=', itemId)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()) as unknown as SubmissionRow[]

export const listChecks = async (db: Db, submissionId: string): Promise<RuleReport[]> =>
  (await db
    .selectFrom('submission_checks')
    .select(['rule', 'severity', 'verdict', 'findings', 'reason'])
    .where('submission_id', '=', submissionId)
    .orderBy('position')
    .execute()) as unknown as RuleReport[]

/** The verdicts of many at once, for lists. */
export async function listVerdicts(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Pick<RuleReport, 'rule' | 'verdict'>[]>> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('submission_checks')
          .select(['submission_id', 'rule', 'verdict'])
          .where('submission_id', 'in', ids)
          .execute()
  return Map.groupBy(
    rows as (Pick<RuleReport, 'rule' | 'verdict'> & { submission_id: string })[],
    (row) => row.submission_id,
  )
}

/** Stores the report of each rule; earlier reports are replaced. */
export async function saveReports(
  trx: Db,
  submissionId: string,
  reports: readonly RuleReport[],
  from: number,
  now: Date,
): Promise<void> {
  if (reports.length === 0) return
  await trx
    .insertInto('submission_checks')
    .values(
      reports.map(({ rule, severity, verdict, findings, reason }, index) => ({
        submission_id: submissionId,
        rule,
        position: from + index,
        severity,
        verdict,
        findings: JSON.stringify(findings),
        reason,
        checked_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['submission_id', 'rule']).doUpdateSet((row) => ({
        position: row.ref('excluded.position'),
        severity: row.ref('excluded.severity'),
        verdict: row.ref('excluded.verdict'),
        findings: row.ref('excluded.findings'),
        reason: row.ref('excluded.reason'),
        checked_at: row.ref('excluded.checked_at'),
      })),
    )
    .execute()
}

/** Drops what a check said before that does not apply any more. */
export const deleteReport = (trx: Db, submissionId: string, rule: string) =>
  trx
    .deleteFrom('submission_checks')
    .where('submission_id', '=', submissionId)
    .where('rule', '=', rule)
    .execute()

/** Leases a submission for one run of the checks; nobody else gets it until the lease ends. */
export const leaseCheck = async (
  db: Db,
  id: string,
  now: Date,
  leaseSeconds: number,
): Promise<SubmissionRow | null> =>
  ((await db
    .updateTable('submissions')
    .set({ check_at: secondsAfter(now, leaseSeconds), check_tries: sql<number>`check_tries + 1` })
    .where('id', '=', id)
    .where('state', '=', 'checking')
    .where('check_at', '<=', now)
    .returningAll()
    .executeTakeFirst()) as unknown as SubmissionRow | undefined) ?? null

export const listDueChecks = async (db: Db, now: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('submissions')
      .select('id')
      .where('state', '=', 'checking')
      .where('check_at', '<=', now)
      .orderBy('check_at')
      .limit(50)
      .execute()
  ).map((row) => row.id)

/** The names of everybody else's items (PKG-8). */
export async function listKnownNames(db: Db, partnerId: string): Promise<KnownName[]> {
  const rows = await db
    .selectFrom('items')
    .select([
      'slug',
      'name',
      sql<
        string[] | null
      >`(select array_agg(distinct item_texts.name) from item_texts where item_texts.item_id = items.id and item_texts.name <> '')`.as(
        'names',
      ),
    ])
    .where('partner_id', '<>', partnerId)
    .execute()
  return rows.map(({ slug, name, names }) => ({
    slug,
    names: [...new Set([name, ...(names ?? [])])],
  }))
}

/** How many submissions wait, and the median waiting time of the last `most` that a person decided. */
export async function measureQueue(
  db: Db,
  most: number,
): Promise<{ waiting: number; median_seconds: number | null; measured: number }> {
  const {
    rows: [row],
  } = await sql<{ waiting: number; median: number | null; measured: number }>`
    select (select count(*)::integer from submissions where state = 'waiting') as waiting,
      percentile_cont(0.5) within group (order by extract(epoch from decided_at - waiting_at)) as median, count(*)::integer as measured
    from (select decided_at, waiting_at from submissions where state in ('approved', 'rejected') order by decided_at desc limit ${most}) as decided`.execute(
    db,
  )
  return {
    waiting: row?.waiting ?? 0,
    median_seconds: row?.median == null ? null : Math.round(Number(row.median)),
    measured: row?.measured ?? 0,
  }
}

const QUEUE = ['submissions.waiting_at', 'submissions.id'] as const
type Queued = Pick<SubmissionRow, 'waiting_at' | 'id'>
const keyOf = ({ waiting_at: at, id }: Queued): PageKey | null => at && { at, id }

/** The first one that waits is 1. */
export const placeInQueue = async (db: Db, row: Queued): Promise<number> =>
  (
    await db
      .selectFrom('submissions')
      .select(sql<number>`count(*)::integer + 1`.as('number'))
      .where('state', '=', 'waiting')
      .where(isBeyond(QUEUE, keyOf(row), 'newest'))
      .executeTakeFirstOrThrow()
  ).number

/** Where it stands among those that wait, and its neighbours; null when it does not wait. */
export async function findPlace(
  db: Db,
  row: Pick<SubmissionRow, 'id' | 'state' | 'waiting_at'>,
): Promise<{ number: number; previous: string | null; next: string | null } | null> {
  if (row.state !== 'waiting') return null
  const waiting = db.selectFrom('submissions').select('id').where('state', '=', 'waiting').limit(1)
  const at = keyOf(row)
  const [number, previous, next] = await Promise.all([
    placeInQueue(db, row),
    waiting
      .where(isBeyond(QUEUE, at, 'newest'))
      .orderBy('waiting_at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst(),
    waiting
      .where(isBeyond(QUEUE, at, 'oldest'))
      .orderBy('waiting_at')
      .orderBy('id')
      .executeTakeFirst(),
  ])
  return { number, previous: previous?.id ?? null, next: next?.id ?? null }
}

/** Reviewers of the market who are neither its submitter nor of its partner's team. */
export const listReviewers = async (
  db: Db,
  {
    partner_id: partnerId,
    submitted_by: submitter,
  }: Pick<SubmissionRow, 'partner_id' | 'submitted_by'>,
): Promise<string[]> =>
  (
    await db
      .selectFrom('operators')
      .select('person_id')
      .where('role', 'in', ['admin', 'reviewer'])
      .where('person_id', '<>', submitter)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('partner_members')
              .select('partner_members.person_id')
              .whereRef('partner_members.person_id', '=', 'operators.person_id')
              .where('partner_members.partner_id', '=', partnerId),
          ),
        ),
      )
      .limit(500)
      .execute()
  ).map((row) => row.person_id)

export const findPersonNames = async (
  db: Db,
  ids: readonly string[],
): Promise<Map<string, string>> => {
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('people').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

export const findReleaseState = async (
  db: Db,
  itemId: string,
  version: string,
): Promise<{ version: string; state: string } | null> =>
  (await db
    .selectFrom('releases')
    .select(['version', 'status as state'])
    .where('item_id', '=', itemId)
    .where('version', '=', version)
    .executeTakeFirst()) ?? null

export const findReleaseId = async (
  db: Db,
  itemId: string,
  version: string,
): Promise<string | null> =>
  (
    await db
      .selectFrom('releases')
      .select('id')
      .where('item_id', '=', itemId)
      .where('version', '=', version)
      .executeTakeFirst()
  )?.id ?? null

/** The bytes of a stored package; null when it is missing or larger than an upload may be. */
export async function readBytes(
  { blobs }: Pick<Services, 'blobs'>,
  sha256: string,
): Promise<Buffer | null> {
  const blob = await blobs.read(sha256)
  if (!blob) return null
  if (blob.size > UPLOAD_BYTES) {
    blob.stream.destroy()
    return null
  }
  const chunks: Buffer[] = []
  for await (const chunk of blob.stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** When an item's submissions were sent, by whom, and how they were decided. */
export async function listSubmissionHappenings(
  db: Db,
  itemId: string,
  page: HappenedPage,
): Promise<Happened[]> {
  const of = (moment: 'submitted_at' | 'decided_at', kind: 'sent' | 'decided') => {
    const { isBefore, order } = newestFirst(
      page,
      [`submissions.${moment}`],
      sql`'submission-' || id || ${`-${kind}`}::text`,
    )
    return db
      .selectFrom('submissions')
      .select(['id', 'state', 'version', 'submitted_by', 'decided_by'])
      .select([sql<Date>`${sql.ref(moment)}`.as('at'), sql<typeof kind>`${kind}::text`.as('kind')])
      .where('item_id', '=', itemId)
      .where(moment, 'is not', null)
      .where(isBefore)
      .orderBy(order)
      .limit(page.most)
      .execute()
  }
  const rows = (await Promise.all([of('submitted_at', 'sent'), of('decided_at', 'decided')])).flat()
  const whose = (row: (typeof rows)[number]) =>
    row.kind === 'sent' ? row.submitted_by : row.decided_by
  const names = await findNames(db, rows.map(whose))
  return rows.map((row) => ({
    id: `submission-${row.id}-${row.kind}`,
    at: row.at,
    source: 'submission',
    kind: row.kind === 'sent' ? 'sent' : row.state,
    who: names.get(whose(row) ?? '') ?? null,
    facts: { submission: row.id, version: row.version },
  }))
}
