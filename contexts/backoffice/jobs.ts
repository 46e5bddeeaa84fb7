import { pageOf } from '#lib/page-key.ts'
import type { ConsoleCtx } from '../console.ts'
import { JOB_NAMES, type JobName } from '../ctx.ts'
import { implementConsole } from '../people/public.ts'
import { refuse } from './errors.ts'
import { countJobStates, listJobRows, readJob, takeFailedJob } from './job-data.ts'
import { keyOf, PAGE } from './page-keys.ts'
import { discardJob as discardContract, listJobs as listContract, retryJob as retryContract } from './running-contract.ts'

const done = { success: true as const }
type OfJob = { params: { name: string; job: string } }
const audit = { kind: 'job', id: ({ params }: OfJob) => params.job, read: readJob }

export const listJobs = implementConsole(listContract, null, async (ctx, { query }) => {
  const [names, found] = await Promise.all([countJobStates(ctx.db), listJobRows(ctx.db, { state: query.state, name: query.name || null, after: keyOf(query.after), most: PAGE + 1 })])
  const { rows, next } = pageOf(found, PAGE, row => ({ at: row.made_at, id: row.id }))
  return {
    names, next,
    jobs: rows.map(row => ({ id: row.id, name: row.name, about: row.about ?? '', tries: row.tries, made_at: row.made_at.toISOString(), ended_at: row.ended_at?.toISOString() ?? null, fault: row.fault })),
  }
})

async function take(ctx: ConsoleCtx, { params }: OfJob): Promise<{ name: JobName; about: string }> {
  const name = JOB_NAMES.find(one => one === params.name)
  const about = name && await takeFailedJob(ctx.db, name, params.job)
  if (!name || about === undefined) throw refuse('backoffice.job_gone')
  return { name, about }
}

/** A new job about the same row, in the transaction that takes the old one away: it runs once. */
export const retryJob = implementConsole(retryContract, { audit }, async (ctx, input) => {
  const { name, about } = await take(ctx, input)
  await ctx.jobs.enqueue(ctx.db, name, { id: about })
  return done
})

export const discardJob = implementConsole(discardContract, { audit }, async (ctx, input) => {
  await take(ctx, input)
  return done
})
