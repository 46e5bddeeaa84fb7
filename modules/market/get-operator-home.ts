import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { personOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import * as contract from './operator-contract.ts'
import { type WaitingKind } from './operator-contract.ts'
import { OPTIONAL_STEPS, TODO_STEPS } from './rules.ts'

export const getOperatorHome = defineOperation({
  ...contract.getOperatorHome,
  run: async (ctx) => {
    const { db } = ctx
    const unread = (what: string) => (error: unknown) => {
      ctx.log.error({ error, what }, 'what waits could not be counted')
      return null
    }
    const [items, stores, partners, waiting, jobs, begun] = await Promise.all([
      countItemsByStatus(db),
      countStores(db),
      countPartners(db),
      countWaiting(db, (kind, error) => void unread(kind)(error)),
      countJobs(db).catch(unread('jobs')),
      findBeginnings(db),
    ])
    const countOf = (status: string) => items.find((one) => one.status === status)?.count ?? 0
    const todo = TODO_STEPS.map((step) => ({
      step,
      done: step === 'second' ? personOf(ctx).hasSecondFactor : (begun?.[step] ?? false),
    }))
    return {
      todo: todo.every((one) => one.done || OPTIONAL_STEPS.includes(one.step)) ? [] : todo,
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

const countStores = async (db: Db) =>
  (
    await db
      .selectFrom('stores')
      .select(sql<number>`count(*)::integer`.as('count'))
      .executeTakeFirstOrThrow()
  ).count

const countPartners = async (db: Db) =>
  (
    await db
      .selectFrom('partners')
      .select(sql<number>`count(*)::integer`.as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** Failed and waiting jobs, from the queue's own tables. */
const countJobs = async (db: Db) =>
  (
    await sql<{ name: string; failed: number; waiting: number }>`
  select name, count(*) filter (where state = 'failed')::integer as failed, count(*) filter (where state in ('created', 'retry'))::integer as waiting
  from pgboss.job where state in ('failed', 'created', 'retry') group by name order by name`.execute(
      db,
    )
  ).rows

/** Which onboarding steps are done. */
const findBeginnings = async (db: Db) =>
  (
    await sql<{
      name: boolean
      colours: boolean
      company: boolean
      platform: boolean
      texts: boolean
      categories: boolean
      tax: boolean
      shares: boolean
      partners: boolean
      published: boolean
    }>`select
  exists (select from market_faces where market = 'both' and name is not null and logo is not null) as name, exists (select from market_settings where brand is not null) as colours, exists (select from market_settings where operator is not null) as company,
  exists (select from stores) as platform, exists (select from market_texts where published_at is not null) as texts,
  exists (select from categories where not is_tag) as categories, exists (select from tax_rates join platforms on platforms.home_country = tax_rates.country) as tax,
  exists (select from share_rules) as shares, exists (select from partner_members) as partners, exists (select from items where status = 'published') as published`.execute(
      db,
    )
  ).rows[0]

/** Tasks for people. Each is counted alone, so that one error does not hide the others. */
const COUNTS: Record<WaitingKind, ReturnType<typeof sql>> = {
  submissions: sql`select count(*)::integer as count from submissions where state = 'waiting'`,
  appeals: sql`select count(*)::integer as count from statement_appeals where outcome is null`,
  review_reports: sql`select count(distinct review_id)::integer as count from review_reports where handled_at is null`,
  messages: sql`select count(*)::integer as count from contact_messages where state = 'new' and partner_id is null`,
  differences: sql`select count(*)::integer as count from ledger_differences where state = 'open'`,
  payouts: sql`select count(*)::integer as count from earnings_statements one where closing_minor > 0
    and not exists (select from earnings_entries where kind = 'payout' and pays_id = one.id)
    and not exists (select from earnings_statements later where later.partner_id = one.partner_id and later.currency = one.currency and later.month > one.month)`,
  installations: sql`select count(*)::integer as count from installations where state = 'needs_action'`,
  mails: sql`select count(*)::integer as count from mails where state = 'failed'`,
  jobs: sql`select count(*)::integer as count from pgboss.job where state = 'failed'`,
}

/** Null for a count that failed. */
async function countWaiting(
  db: Db,
  onTrouble: (kind: WaitingKind, error: unknown) => void,
): Promise<{ kind: WaitingKind; count: number | null }[]> {
  return Promise.all(
    Object.entries(COUNTS).map(async ([name, query]) => {
      const kind = name as WaitingKind
      try {
        return {
          kind,
          count: ((await query.execute(db)) as { rows: { count: number }[] }).rows[0]?.count ?? 0,
        }
      } catch (error) {
        onTrouble(kind, error)
        return { kind, count: null }
      }
    }),
  )
}
