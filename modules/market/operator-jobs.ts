import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { PAGE_ROWS, pageOf, parsePageKey, type PageKey } from '#lib/page-key.ts'
import { JOB_NAMES, type ConsoleCtx, type JobName } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { shortText, type Waiting } from '#kernel/waiting.ts'
import { refuse } from './errors.ts'
import * as contract from './operator-contract.ts'
import type { JobStateName } from './rules.ts'

const done = { success: true as const }

type OfJob = { params: { name: string; job: string } }

const audit = { kind: 'job', id: ({ params }: OfJob) => params.job, read: readJob }

export const listJobs = defineOperation({
  ...contract.listJobs,
  run: async (ctx, { query }) => {
    const [names, found] = await Promise.all([
      countJobStates(ctx.db),
      listJobRows(ctx.db, {
        state: query.state,
        name: query.name || null,
        after: parsePageKey(query.after),
        most: PAGE_ROWS + 1,
      }),
    ])
    const { rows, next } = pageOf(found, PAGE_ROWS, (row) => ({ at: row.made_at, id: row.id }))
    return {
      names,
      next,
      jobs: rows.map((row) => ({
        id: row.id,
        name: row.name,
        about: row.about ?? '',
        tries: row.tries,
        made_at: row.made_at.toISOString(),
        ended_at: row.ended_at?.toISOString() ?? null,
        fault: row.fault,
      })),
    }
  },
})

async function take(ctx: ConsoleCtx, { params }: OfJob): Promise<{ name: JobName; about: string }> {
  const name = JOB_NAMES.find((one) => one === params.name)
  const about = name && (await takeFailedJob(ctx.db, name, params.job))
  if (!name || about === undefined) throw refuse('backoffice.job_gone')
  return { name, about }
}

/** Enqueues a new job in the transaction that deletes the old one, so it runs once. */
export const retryJob = defineOperation({
  ...contract.retryJob,
  audit,
  run: async (ctx, input) => {
    const { name, about } = await take(ctx, input)
    await ctx.jobs.enqueue(ctx.db, name, { id: about })
    return done
  },
})

export const discardJob = defineOperation({
  ...contract.discardJob,
  audit,
  run: async (ctx, input) => {
    await take(ctx, input)
    return done
  },
})

/** States in the queue's own tables (pg-boss). */
const STATES: Record<JobStateName, readonly string[]> = {
  failed: ['failed'],
  waiting: ['created', 'retry'],
  active: ['active'],
}

interface JobRow {
  id: string
  name: string
  about: string | null
  tries: number
  made_at: Date
  ended_at: Date | null
  fault: string | null
}

/** As exact as a cursor: jobs of one transaction have the same time, to the microsecond. */
const MADE_AT = sql`date_trunc('milliseconds', created_on)`

const listJobRows = async (
  db: Db,
  {
    state,
    name,
    after,
    most,
  }: { state: JobStateName; name: string | null; after: PageKey | null; most: number },
): Promise<JobRow[]> =>
  (
    await sql<JobRow>`
  select id::text, name, data ->> 'id' as about, retry_count as tries, ${MADE_AT} as made_at, completed_on as ended_at, left(coalesce(output ->> 'message', output::text), 500) as fault
  from pgboss.job where state::text = any(${STATES[state]}) and (${name}::text is null or name = ${name})
    and (${after === null} or (${MADE_AT}, id::text) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}))
  order by ${MADE_AT} desc, id::text desc limit ${most}`.execute(db)
  ).rows

const countJobStates = async (db: Db) =>
  (
    await sql<{ name: string; failed: number; waiting: number; active: number }>`
  select name, count(*) filter (where state = 'failed')::integer as failed, count(*) filter (where state in ('created', 'retry'))::integer as waiting, count(*) filter (where state = 'active')::integer as active
  from pgboss.job where state in ('failed', 'created', 'retry', 'active') group by name order by name`.execute(
      db,
    )
  ).rows

/** Deletes a failed job. Returns the id in its data, or undefined when there is none. */
const takeFailedJob = async (db: Db, name: string, id: string): Promise<string | undefined> =>
  (
    await sql<{
      about: string
    }>`delete from pgboss.job where name = ${name} and id = ${id}::uuid and state = 'failed' returning data ->> 'id' as about`.execute(
      db,
    )
  ).rows[0]?.about

async function readJob(db: Db, id: string) {
  return (
    await sql<{
      name: string
      state: string
      about: string
    }>`select name, state::text, data ->> 'id' as about from pgboss.job where id = ${id}::uuid`.execute(
      db,
    )
  ).rows[0]
}

/** For the inbox: jobs that were given up, the oldest first. */
export const listFailedJobs = async (db: Db, most: number): Promise<Waiting[]> =>
  (
    await sql<{ id: string; name: string; fault: string | null; at: Date }>`
  select id::text, name, left(coalesce(output ->> 'message', output::text), 300) as fault, coalesce(completed_on, created_on) as at
  from pgboss.job where state = 'failed' order by at, id limit ${most}`.execute(db)
  ).rows.map((row) => ({
    id: row.id,
    title: row.name,
    detail: shortText(row.fault),
    since: row.at,
  }))
