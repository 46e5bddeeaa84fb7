import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { dayOf } from './calendar.ts'
import type { Violation } from './violation.ts'

const GRACE_DAYS = 14

interface Seen {
  id: string
  state: string
  is_open: boolean
  has: boolean
  period_no: number
  period_until: Date
  paid: boolean
}

/** Who has access now, held against what is paid. */
export async function checkAccess(db: Db, now: Date): Promise<Violation[]> {
  const { rows } = await sql<Seen>`
    select s.id, s.state, s.period_no, s.period_until, stores.status = 'active' as is_open,
      exists (select from entitlements e where e.subscription_id = s.id
        and coalesce(e.valid_until > ${now}, true)) as has,
      s.period_no = 0 or v.amount_minor = 0 or exists (select from orders o where o.subscription_id = s.id
        and o.period_no = s.period_no and o.paid_at is not null and o.purpose <> 'final') as paid
    from subscriptions s join plan_versions v on v.id = s.plan_version_id
    join stores on stores.id = s.store_id`.execute(db)
  return rows.flatMap((row) =>
    wrongOf(row, now).map((what) => ({ invariant: 'B3', of: row.id, what })),
  )
}

function wrongOf(
  { state, is_open: isOpen, has, paid, period_until: until }: Seen,
  now: Date,
): string[] {
  const graceEnds = new Date(until.getTime() + (GRACE_DAYS + 1) * 86_400_000)
  const today = dayOf(now)
  if (has && (state === 'ended' || state === 'paused'))
    return [`has access and is ${state} on ${today}`]
  if (!isOpen) return []
  if (has && now > graceEnds) return [`has access on ${today}, paid until ${dayOf(until)}`]
  if (has && !paid) return [`has access on ${today} in a period that nobody paid`]
  if (!has && state !== 'ended' && state !== 'paused' && now < until)
    return [`has no access on ${today}, and is ${state} until ${dayOf(until)}`]
  return []
}
