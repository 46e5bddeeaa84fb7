import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import type { Services } from '#kernel/context.ts'
import { tryConsumeRateLimits } from '#kernel/rate-limits.ts'
import { listStoresByOrigin } from '#modules/stores/platforms/public.ts'
import {
  bucketOf,
  type Count,
  countVisits,
  ENOUGH_VISITS,
  FAILING_VISITS,
  KEEP_VISIT_DAYS,
  type Measure,
  quantile,
  type Visit,
  VISIT_DAYS,
  VISITS_OF_NETWORK,
  VISITS_OF_STORE,
} from './visit-rules.ts'

const DAY_SECONDS = 86_400
const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
const daysBefore = (at: Date, days: number): string => dayOf(secondsAfter(at, -days * DAY_SECONDS))

type Needs = Pick<Services, 'db' | 'clock'>

/**
 * Counts a visit that a shop's page measured. Whose it is follows from the page's origin and the
 * packages that stand there; whatever else it names is ignored.
 */
export async function recordVisit(
  { db, clock }: Needs,
  { origin, ip, visit }: { origin: string; ip: string; visit: Visit },
): Promise<void> {
  const standing = await listStandingPackages(db, await listStoresByOrigin(db, origin))
  const named = standing.filter((row) =>
    visit.packages.some((one) => one.sha256 === row.package_sha256),
  )
  const storeId = (named[0] ?? standing[0])?.store_id
  if (storeId === undefined) return
  const counts = countsOf(
    visit,
    named.filter((row) => row.store_id === storeId),
  )
  const day = dayOf(clock.now())
  // Counted by day, as the figures are: so the bounds hold for every figure.
  const isCounted = await tryConsumeRateLimits({ db, clock }, [
    { key: `visits of ${storeId} ${day} ip ${ip}`, most: VISITS_OF_NETWORK, seconds: DAY_SECONDS },
    { key: `visits to ${storeId} ${day}`, most: VISITS_OF_STORE, seconds: DAY_SECONDS },
  ])
  if (isCounted && counts.length > 0) await addCounts(db, storeId, day, counts)
}

const listStandingPackages = async (db: Db, storeIds: readonly string[]) =>
  storeIds.length === 0
    ? []
    : db
        .selectFrom('installations as it')
        .innerJoin('side_effects as effect', 'effect.installation_id', 'it.id')
        .select(['it.id', 'it.store_id', 'it.release_id'])
        .select(sql<string>`effect.payload -> 'effect' ->> 'package'`.as('package_sha256'))
        .distinct()
        .where('it.store_id', 'in', storeIds)
        .where('it.state', '=', 'installed')
        .where('effect.state', '=', 'applied')
        .execute()

interface NewCount {
  installation: string | null
  release: string | null
  measure: Measure
  bucket: number
}

function countsOf(
  { start, packages }: Visit,
  installed: Awaited<ReturnType<typeof listStandingPackages>>,
): NewCount[] {
  const of = new Map(packages.map((one) => [one.sha256, one]))
  return [
    ...(start === null
      ? []
      : [
          { installation: null, release: null, measure: 'start' as const, bucket: bucketOf(start) },
        ]),
    ...installed.flatMap(({ id, release_id: release, package_sha256: sha256 }) => {
      const cost = of.get(sha256)
      const count = (measure: Measure, bucket: number) => [
        { installation: id, release, measure, bucket },
      ]
      return cost
        ? [
            ...count('ms', bucketOf(cost.ms)),
            ...count('kb', bucketOf(cost.kb)),
            ...(cost.failed ? count('failed', 0) : []),
          ]
        : []
    }),
  ]
}

/** In one order, so that two visits at once do not wait for each other in a circle. */
const addCounts = (db: Db, storeId: string, day: string, counts: readonly NewCount[]) =>
  sql`insert into visit_counts as kept (store_id, installation_id, release_id, day, measure, bucket, visits)
    select ${storeId}, installation, release, ${day}::date, measure, bucket, 1
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
      as given (installation text, release text, measure text, bucket smallint)
    order by installation, measure
    on conflict (store_id, day, installation_id, release_id, measure, bucket)
    do update set visits = kept.visits + 1`.execute(db)

/** What the files of an item cost visitors on phones, of its present release. */
export interface VisitFigures {
  /** How many visits this is known of. */
  visits: number
  /** Medians. */
  ms: number
  kb: number
  /** Visits that saw an error from one of its files. */
  failed: number
  /** It happens again and again: the owner should know. */
  failing: boolean
}

export interface StoreVisits {
  items: Map<string, VisitFigures>
  /** Time in which three of four visits saw the main part of the start page. */
  start: { visits: number; ms: number } | null
}

/** Figures of the last seven days; an item or page without enough visits has none. */
export async function readVisits({ db, clock }: Needs, storeId: string): Promise<StoreVisits> {
  const rows = await db
    .selectFrom('visit_counts as count')
    .leftJoin('installations as it', 'it.id', 'count.installation_id')
    .select(['count.installation_id', 'measure', 'bucket'])
    .select((on) => sql<number>`${on.fn.sum('visits')}::int`.as('visits'))
    .where('count.store_id', '=', storeId)
    .where('day', '>', sql<Date>`${daysBefore(clock.now(), VISIT_DAYS)}::date`)
    .where(sql<boolean>`count.release_id is not distinct from it.release_id`)
    .groupBy(['count.installation_id', 'measure', 'bucket'])
    .execute()
  const ofItem = Map.groupBy(rows, (row) => row.installation_id)
  const start = ofItem.get(null) ?? []
  ofItem.delete(null)
  const startMs = quantile(start, 0.75)
  return {
    items: new Map(
      [...ofItem].flatMap(([id, counts]) => {
        const figures = figuresOf(counts)
        return id !== null && figures ? [[id, figures] as const] : []
      }),
    ),
    start: startMs === null ? null : { visits: countVisits(start), ms: startMs },
  }
}

/** Installations whose present release fails again and again, as `VisitFigures.failing` says. */
export async function listFailing(
  { db, clock }: Needs,
  storeId: string,
): Promise<ReadonlySet<string>> {
  const sumOf = (measure: Measure) =>
    sql<number>`coalesce(sum(visits) filter (where measure = ${measure}), 0)`
  const rows = await db
    .selectFrom('visit_counts as count')
    .innerJoin('installations as it', (join) =>
      join
        .onRef('it.id', '=', 'count.installation_id')
        .onRef('it.release_id', '=', 'count.release_id'),
    )
    .select('it.id')
    .where('count.store_id', '=', storeId)
    .where('day', '>', sql<Date>`${daysBefore(clock.now(), VISIT_DAYS)}::date`)
    .groupBy('it.id')
    .having(sumOf('failed'), '>=', FAILING_VISITS)
    .having(sumOf('ms'), '>=', ENOUGH_VISITS)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

function figuresOf(counts: readonly (Count & { measure: string })[]): VisitFigures | null {
  const of = (measure: Measure) => counts.filter((one) => one.measure === measure)
  const [ms, kb] = [quantile(of('ms'), 0.5), quantile(of('kb'), 0.5)]
  if (ms === null || kb === null) return null
  const failed = countVisits(of('failed'))
  return { visits: countVisits(of('ms')), ms, kb, failed, failing: failed >= FAILING_VISITS }
}

/** Part of the hourly housekeeping. */
export const purgeVisits = ({ db, clock }: Needs) =>
  db
    .deleteFrom('visit_counts')
    .where('day', '<', sql<Date>`${daysBefore(clock.now(), KEEP_VISIT_DAYS)}::date`)
    .execute()
