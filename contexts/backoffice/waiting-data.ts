import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { WaitingKind } from './rules.ts'

/** What waits for a person, each counted by itself: one that cannot be read does not make the others look settled. */
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

/** Null: could not be read. */
export async function countWaiting(db: Db, onTrouble: (kind: WaitingKind, error: unknown) => void): Promise<{ kind: WaitingKind; count: number | null }[]> {
  return Promise.all(Object.entries(COUNTS).map(async ([name, query]) => {
    const kind = name as WaitingKind
    try {
      return { kind, count: (await query.execute(db) as { rows: { count: number }[] }).rows[0]?.count ?? 0 }
    } catch (error) {
      onTrouble(kind, error)
      return { kind, count: null }
    }
  }))
}
