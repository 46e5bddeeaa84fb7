import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { personOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { readInboxCounts } from './inbox.ts'
import * as contract from './operator-contract.ts'
import { OPTIONAL_STEPS, TODO_STEPS } from './rules.ts'

export const getOperatorHome = defineOperation({
  ...contract.getOperatorHome,
  run: async (ctx) => {
    const { db } = ctx
    const logFailure = (what: string, error: unknown) => {
      ctx.log.error({ error, what }, 'tasks could not be counted')
      return null
    }
    const [items, stores, partners, waiting, jobs, doneSteps, draft] = await Promise.all([
      countItemsByStatus(db),
      countRows(db, 'stores'),
      countRows(db, 'partners'),
      readInboxCounts(ctx),
      countJobs(db).catch((error: unknown) => logFailure('jobs', error)),
      findDoneSteps(db),
      findDraftPlatform(db),
    ])
    const countOf = (status: string) => items.find((one) => one.status === status)?.count ?? 0
    const todo = TODO_STEPS.map((step) => ({
      step,
      done: step === 'second' ? personOf(ctx).hasSecondFactor : (doneSteps?.[step] ?? false),
    }))
    return {
      todo: todo.every((one) => one.done || OPTIONAL_STEPS.includes(one.step)) ? [] : todo,
      draft_platform: draft?.id ?? null,
      items: {
        published: countOf('published'),
        draft: countOf('draft'),
        unpublished: countOf('unpublished'),
      },
      stores,
      partners,
      installs: items.reduce((sum, one) => sum + one.installs, 0),
      waiting,
      jobs,
    }
  },
})

const countItemsByStatus = (db: Db) =>
  db
    .selectFrom('items')
    .select([
      'status',
      sql<number>`count(*)::integer`.as('count'),
      sql<number>`coalesce(sum(install_count), 0)::bigint`.as('installs'),
    ])
    .groupBy('status')
    .execute()

async function countRows(db: Db, table: 'stores' | 'partners'): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Failed and waiting jobs, from the queue's own tables. */
async function countJobs(db: Db) {
  const { rows } = await sql<{ name: string; failed: number; waiting: number }>`
    select name, count(*) filter (where state = 'failed')::integer as failed, count(*) filter (where state in ('created', 'retry'))::integer as waiting
    from pgboss.job where state in ('failed', 'created', 'retry') group by name order by name`.execute(
    db,
  )
  return rows
}

/** Which onboarding steps are done. */
async function findDoneSteps(db: Db) {
  const { rows } = await sql<Record<Exclude<(typeof TODO_STEPS)[number], 'second'>, boolean>>`
    select exists (select from market_settings where languages is not null) as languages,
      exists (select from market_faces where market = 'both' and name is not null and logo is not null) as name,
      exists (select from market_settings where brand is not null) as colours, exists (select from market_settings where operator is not null) as company,
      exists (select from platforms where state = 'open') as platform, exists (select from market_texts where published_at is not null) as texts,
      exists (select from categories where not is_tag) as categories, exists (select from tax_rates join platforms on platforms.home_country = tax_rates.country) as tax,
      exists (select from share_rules) as shares, exists (select from partner_members) as partners, exists (select from items where status = 'published') as published`.execute(
    db,
  )
  return rows[0]
}

/** The platform whose setup comes first. */
const findDraftPlatform = (db: Db) =>
  db
    .selectFrom('platforms')
    .select('id')
    .where('state', '=', 'draft')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
