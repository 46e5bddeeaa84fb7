import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { PageKey } from '#lib/page-key.ts'
import type { JobStateName } from './running-rules.ts'

/** The queue's own tables (pg-boss): what it keeps of jobs. */
const STATES: Record<JobStateName, readonly string[]> = { failed: ['failed'], waiting: ['created', 'retry'], active: ['active'] }

export interface JobRow { id: string; name: string; about: string | null; tries: number; made_at: Date; ended_at: Date | null; fault: string | null }

export const listJobRows = async (db: Db, { state, name, after, most }: { state: JobStateName; name: string | null; after: PageKey | null; most: number }): Promise<JobRow[]> => (await sql<JobRow>`
  select id::text, name, data ->> 'id' as about, retry_count as tries, created_on as made_at, completed_on as ended_at, left(coalesce(output ->> 'message', output::text), 500) as fault
  from pgboss.job where state::text = any(${STATES[state]}) and (${name}::text is null or name = ${name})
    and (${after === null} or (created_on, id::text) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}))
  order by created_on desc, id::text desc limit ${most}`.execute(db)).rows

export const countJobStates = async (db: Db) => (await sql<{ name: string; failed: number; waiting: number; active: number }>`
  select name, count(*) filter (where state = 'failed')::integer as failed, count(*) filter (where state in ('created', 'retry'))::integer as waiting, count(*) filter (where state = 'active')::integer as active
  from pgboss.job where state in ('failed', 'created', 'retry', 'active') group by name order by name`.execute(db)).rows

/** Takes one that was given up out of the queue; what it was about, or undefined when there is none. */
export const takeFailedJob = async (db: Db, name: string, id: string): Promise<string | undefined> =>
  (await sql<{ about: string }>`delete from pgboss.job where name = ${name} and id = ${id}::uuid and state = 'failed' returning data ->> 'id' as about`.execute(db)).rows[0]?.about

export const readJob = async (db: Db, id: string) =>
  (await sql<{ name: string; state: string; about: string }>`select name, state::text, data ->> 'id' as about from pgboss.job where id = ${id}::uuid`.execute(db)).rows[0]
