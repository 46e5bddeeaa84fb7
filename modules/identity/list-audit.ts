import { defineOperation } from '#kernel/define-operation.ts'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { listAudit as contract } from './operator-contract.ts'

const MOST = 50

const DAY = 86_400

/** What stands in the log today; the filter offers them. */
export const AUDIT_KINDS = [
  'app_code',
  'backup_codes',
  'invitation',
  'member',
  'operator',
  'partner',
  'passkey',
  'password',
  'person',
  'session',
  'token',
  'profile',
  'proof',
  'item',
  'listing',
  'release',
  'statement',
  'banner',
  'category',
  'collection',
  'coupon',
  'difference',
  'order',
  'tax_rate',
  'share_rule',
  'earnings',
  'text',
  'settings',
  'message',
  'newsletter',
  'review',
  'reply',
  'report',
  'job',
  'platform',
  'platform_key',
  'store_data',
  'submission',
]

/** Days are those of the operators, who share one time zone; the page shows its times in it. */
const startOf = (day: string): Date => new Date(`${day}T00:00:00+03:00`)

export const listAudit = defineOperation({
  ...contract,
  run: async (ctx, { query }) => {
    const actorIds = query.actor ? await findActors(ctx.db, query.actor.trim()) : null
    const rows = await listAuditRows(ctx.db, {
      actorIds,
      kind: query.kind || null,
      object: query.object || null,
      from: query.from ? startOf(query.from) : null,
      to: query.to ? secondsAfter(startOf(query.to), DAY) : null,
      before: query.before ? Number(query.before) : null,
      most: MOST + 1,
    })
    const shown = rows.slice(0, MOST)
    const asFields = (value: unknown) => value as Record<string, unknown> | null
    return {
      kinds: AUDIT_KINDS,
      lines: shown.map((row) => ({
        id: String(row.id),
        at: row.at.toISOString(),
        actor: { id: row.actor_id, name: row.name, email: row.email },
        role: row.actor_role,
        operation: row.operation,
        kind: row.kind,
        object: row.object_id,
        partner: row.partner,
        before: asFields(row.before),
        after: asFields(row.after),
        request: row.request_id,
      })),
      next: rows.length > MOST ? String(shown.at(-1)?.id) : null,
    }
  },
})

export interface AuditFilter {
  actorIds: readonly string[] | null
  kind: string | null
  object: string | null
  from: Date | null
  to: Date | null
  before: number | null
  most: number
}

export const listAuditRows = (
  db: Db,
  { actorIds, kind, object, from, to, before, most }: AuditFilter,
) => {
  let query = db
    .selectFrom('audit_log')
    .innerJoin('people', 'people.id', 'audit_log.actor_id')
    .leftJoin('partners', 'partners.id', 'audit_log.partner_id')
    .select([
      'audit_log.id',
      'audit_log.at',
      'audit_log.actor_id',
      'people.name',
      'people.email',
      'audit_log.actor_role',
      'audit_log.operation',
      'audit_log.kind',
      'audit_log.object_id',
      'partners.name as partner',
      'audit_log.before',
      'audit_log.after',
      'audit_log.request_id',
    ])
  if (actorIds !== null)
    query = query.where('audit_log.actor_id', 'in', actorIds.length === 0 ? ['nobody'] : actorIds)
  if (kind !== null) query = query.where('audit_log.kind', '=', kind)
  if (object !== null) query = query.where('audit_log.object_id', '=', object)
  if (from !== null) query = query.where('audit_log.at', '>=', from)
  if (to !== null) query = query.where('audit_log.at', '<', to)
  if (before !== null) query = query.where('audit_log.id', '<', before)
  return query.orderBy('audit_log.id', 'desc').limit(most).execute()
}

const MOST_ACTORS = 100

/** By id, by address or by a part of the name, in any case. */
export const findActors = async (db: Db, text: string): Promise<string[]> =>
  (
    await db
      .selectFrom('people')
      .select('id')
      .where((eb) =>
        eb.or([
          eb('id', '=', text),
          eb('email', '=', text.toLowerCase()),
          eb('name', 'ilike', `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`),
        ]),
      )
      .limit(MOST_ACTORS)
      .execute()
  ).map((row) => row.id)
