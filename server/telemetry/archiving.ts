import { sql } from 'kysely'
import type { Db } from '#db/client.ts'

interface Archiving {
  /** Since the last segment of the write-ahead log was archived; 0 where none are. */
  lagSeconds: number
  /** The last try to archive one failed. */
  isFailing: boolean
}

/** What PostgreSQL's archiver says of itself (docs/backups.md). */
export async function readArchiving(db: Db): Promise<Archiving> {
  const { rows } = await sql<Archiving>`select
    case when current_setting('archive_mode') = 'off' then 0
      else extract(epoch from now() - coalesce(last_archived_time, stats_reset, now())) end::float8
      as "lagSeconds",
    coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing"
    from pg_stat_archiver`.execute(db)
  return rows[0] ?? { lagSeconds: 0, isFailing: false }
}
