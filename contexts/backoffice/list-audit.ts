import { secondsAfter } from '#lib/clock.ts'
import { implementConsole } from '../people/public.ts'
import { listAudit as contract } from './contract.ts'
import { findActors, listAuditRows } from './data.ts'

const MOST = 50
const DAY = 86_400
/** What stands in the log today; the filter offers them. */
export const AUDIT_KINDS = [
  'app_code', 'backup_codes', 'invitation', 'member', 'operator', 'partner', 'passkey', 'password', 'person', 'session',
  'token', 'profile', 'proof',
  'item', 'listing', 'release', 'statement',
  'banner', 'category', 'collection',
  'coupon', 'difference', 'order', 'tax_rate', 'share_rule', 'earnings', 'text', 'settings',
  'message', 'newsletter', 'review', 'reply', 'report',
  'job', 'platform', 'platform_key', 'store_data',
  'submission',
]

/** Days are those of the operators, who share one time zone; the page shows its times in it. */
const startOf = (day: string): Date => new Date(`${day}T00:00:00+03:00`)

export const listAudit = implementConsole(contract, null, async (ctx, { query }) => {
  const actorIds = query.actor ? await findActors(ctx.db, query.actor.trim()) : null
  const rows = await listAuditRows(ctx.db, {
    actorIds, kind: query.kind || null, object: query.object || null,
    from: query.from ? startOf(query.from) : null, to: query.to ? secondsAfter(startOf(query.to), DAY) : null, before: query.before ? Number(query.before) : null, most: MOST + 1,
  })
  const shown = rows.slice(0, MOST)
  const asFields = (value: unknown) => value as Record<string, unknown> | null
  return {
    kinds: AUDIT_KINDS,
    lines: shown.map(row => ({
      id: String(row.id), at: row.at.toISOString(), actor: { id: row.actor_id, name: row.name, email: row.email }, role: row.actor_role, operation: row.operation, kind: row.kind,
      object: row.object_id, partner: row.partner, before: asFields(row.before), after: asFields(row.after), request: row.request_id,
    })),
    next: rows.length > MOST ? String(shown.at(-1)?.id) : null,
  }
})
