import { secondsAfter } from '#lib/clock.ts'
import { implementConsole } from '../people/public.ts'
import { listAudit as contract } from './contract.ts'
import { findActor, listAuditRows } from './data.ts'

const MOST = 50
const DAY = 86_400
/** What stands in the log today; the filter offers them. */
const KINDS = [
  'app_code', 'backup_codes', 'invitation', 'member', 'operator', 'partner', 'passkey', 'password', 'person', 'session',
  'token',
  'item', 'release', 'statement',
  'banner', 'category', 'collection',
  'coupon', 'difference', 'order', 'tax_rate',
  'message', 'newsletter', 'review',
  'job', 'platform', 'platform_key', 'store_data',
  'submission',
]

const NOBODY = 'per_0'

export const listAudit = implementConsole(contract, null, async (ctx, { query }) => {
  const actor = query.actor ? await findActor(ctx.db, query.actor.trim()) : null
  const rows = await listAuditRows(ctx.db, {
    actorId: query.actor ? actor?.id ?? NOBODY : null, kind: query.kind || null, object: query.object || null,
    from: query.from ? new Date(query.from) : null, to: query.to ? secondsAfter(new Date(query.to), DAY) : null, before: query.before ? Number(query.before) : null, most: MOST + 1,
  })
  const shown = rows.slice(0, MOST)
  const asFields = (value: unknown) => value as Record<string, unknown> | null
  return {
    kinds: KINDS,
    lines: shown.map(row => ({
      id: String(row.id), at: row.at.toISOString(), actor: { id: row.actor_id, name: row.name, email: row.email }, role: row.actor_role, operation: row.operation, kind: row.kind,
      object: row.object_id, partner: row.partner, before: asFields(row.before), after: asFields(row.after), request: row.request_id,
    })),
    next: rows.length > MOST ? String(shown.at(-1)?.id) : null,
  }
})
