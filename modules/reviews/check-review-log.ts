import { sql } from 'kysely'
import { secondsAfter } from '#lib/clock.ts'
import type { Services } from '#kernel/context.ts'
import { findLogEnd, verifyReviewLog, type LogEnd, type LogFault } from './review-log.ts'

/** A worker that has not finished by then is dead. */
const TAKEN_OVER_SECONDS = 3_600
const KEPT_FAULTS = 100

/**
 * Reads the whole log through, once a day whoever asks how often (D14), and notes its end. What is
 * wrong is written to the process's log as an error and kept in `review_log_checks`. The end goes
 * to the process's log as well: noted outside the database, it holds whoever has that in their
 * hands. Returns the faults; null when it was not its turn.
 */
export async function checkReviewLog({
  db,
  clock,
  log,
}: Pick<Services, 'db' | 'clock' | 'log'>): Promise<LogFault[] | null> {
  const now = clock.now()
  const day = now.toISOString().slice(0, 10)
  const { rows } = await sql`
    insert into review_log_checks as kept (day, started_at) values (${day}::date, ${now})
    on conflict (day) do update set started_at = ${now}
      where kept.finished_at is null and kept.started_at < ${secondsAfter(now, -TAKEN_OVER_SECONDS)}
    returning day`.execute(db)
  if (rows.length === 0) return null
  const noted = await db
    .selectFrom('review_log_checks')
    .select(['position', 'hash'])
    .where('position', 'is not', null)
    .execute()
  // before it is read: what is written meanwhile is for tomorrow
  const end = await findLogEnd(db)
  const faults = await verifyReviewLog(
    db,
    noted.filter((one): one is LogEnd => one.position !== null && one.hash !== null),
  )
  await sql`
    update review_log_checks set finished_at = ${clock.now()}, position = ${end.position}, hash = ${end.hash},
      fault_count = ${faults.length}, faults = ${JSON.stringify(faults.slice(0, KEPT_FAULTS))}::jsonb
    where day = ${day}::date`.execute(db)
  if (faults.length > 0)
    log.error(
      { faults: faults.slice(0, KEPT_FAULTS), count: faults.length, end },
      'the log of reviews does not hold',
    )
  else log.info({ end }, 'the log of reviews holds')
  return faults
}
