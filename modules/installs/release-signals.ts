import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { ReleaseDay, ReleaseSignals } from './rules.ts'
import { UNRELATED_FAILURES } from './store-health.ts'

interface OfRelease {
  itemId: string
  releaseId: string
}

/** What happened with a release on stores since then. */
export async function countReleaseSignals(
  db: Db,
  { itemId, releaseId }: OfRelease,
  since: Date,
): Promise<ReleaseSignals> {
  const { rows } = await sql<ReleaseSignals>`
    select visits, errors, "errorStores",
      (select count(*)::integer from installation_runs where to_release_id = ${releaseId}
        and kind in ('install', 'update') and state in ('succeeded', 'failed')
        and state = 'succeeded' and finished_at >= ${since}) as came,
      (select count(*)::integer from installations where item_id = ${itemId}
        and release_id = ${releaseId} and uninstalled_at >= ${since}) as left
    from (select coalesce(sum(visits) filter (where measure = 'ms'), 0)::integer as visits,
        coalesce(sum(visits) filter (where measure = 'failed'), 0)::integer as errors,
        count(distinct store_id) filter (where measure = 'failed')::integer as "errorStores"
      from visit_counts where release_id = ${releaseId}
        and day >= (${since}::timestamptz at time zone 'UTC')::date) as seen`.execute(db)
  return rows[0] ?? { visits: 0, errors: 0, errorStores: 0, came: 0, left: 0 }
}

/** The days since then on which something happened with one of these releases of an item. */
export async function listReleaseDays(
  db: Db,
  { itemId, releaseIds }: { itemId: string; releaseIds: readonly string[] },
  since: Date,
): Promise<ReleaseDay[]> {
  const ids = [...releaseIds]
  const { rows } = await sql<ReleaseDay>`
    select release_id as "releaseId", day::text as day, sum(ended)::integer as ended,
      sum(failed)::integer as failed, sum(visits)::integer as visits,
      sum(errors)::integer as errors, sum("left")::integer as "left"
    from (
      select to_release_id as release_id, (finished_at at time zone 'UTC')::date as day,
        count(*) filter (where failure is null or failure <> all(${UNRELATED_FAILURES}::text[])) as ended,
        count(*) filter (where state = 'failed' and failure <> all(${UNRELATED_FAILURES}::text[])) as failed,
        0::bigint as visits, 0::bigint as errors, 0::bigint as "left"
      from installation_runs where to_release_id = any(${ids}::text[])
        and kind in ('install', 'update') and state in ('succeeded', 'failed')
        and finished_at >= ${since} group by 1, 2
      union all
      select release_id, day, 0, 0, sum(visits) filter (where measure = 'ms'),
        sum(visits) filter (where measure = 'failed'), 0
      from visit_counts where release_id = any(${ids}::text[])
        and day >= (${since}::timestamptz at time zone 'UTC')::date group by 1, 2
      union all
      select release_id, (uninstalled_at at time zone 'UTC')::date, 0, 0, 0, 0, count(*)
      from installations where item_id = ${itemId} and release_id = any(${ids}::text[])
        and uninstalled_at >= ${since} group by 1, 2
    ) as facts group by 1, 2 order by 1, 2`.execute(db)
  return rows.map((row) => ({ ...row, visits: row.visits ?? 0, errors: row.errors ?? 0 }))
}
