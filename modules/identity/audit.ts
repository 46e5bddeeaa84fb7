import { sql } from 'kysely'
import type { AuditEntry, ConsoleCtx } from '#kernel/context.ts'
import { type SealingKeys, keyedHashes } from '#lib/sealed.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import type { Db } from '#db/client.ts'
import * as operatorContract from './operator-contract.ts'
import { FALLBACK_LOCALE, LOCALES } from '#lib/locale.ts'
import { marketDayStart } from '#lib/market-days.ts'
import { dayAfter } from '#lib/time-zone.ts'
import { readMessages } from '#locales/read.ts'

/**
 * Personal fields: only a keyed hash is logged, which shows that a value changed but not what it is
 * (D23).
 */
const PERSONAL = new Set([
  'name',
  'email',
  'phone',
  'address',
  'identity_number',
  'iban',
  'fullname',
  'legal_name',
  'legal_address',
  'support_email',
  'registered_mail',
])
const MOST_TEXT = 2_000

/** Replaces personal fields by keyed hashes and shortens long texts. */
export function redact(
  sealing: SealingKeys,
  row: Record<string, unknown> | null,
): Record<string, unknown> | null {
  return (
    row &&
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, redactOne(sealing, name, value)]),
    )
  )
}

function redactOne(sealing: SealingKeys, name: string, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (PERSONAL.has(name))
    return `#${keyedHashes(sealing, 'audit', String(value))[0].toString('hex').slice(0, 16)}`
  return typeof value === 'string' ? value.slice(0, MOST_TEXT) : value
}

/** Implements `writeAudit` of the services. */
export async function writeAudit(ctx: ConsoleCtx, line: AuditEntry): Promise<void> {
  const unnamed = ctx.checkAnswers
    ? [line.before, line.after].flatMap((row) => unnamedFields(line.kind, row))
    : []
  if (unnamed.length > 0)
    throw new Error(
      `${line.operation} logs ${[...new Set(unnamed)].join(', ')}: name them: console.audit.field.* of locales/*/console.json`,
    )
  const asJson = (row: Record<string, unknown> | null) =>
    row === null ? null : JSON.stringify(redact(ctx.sealing, row))
  await ctx.db
    .insertInto('audit_log')
    .values({
      at: ctx.clock.now(),
      actor_id: line.actorId,
      actor_role: line.actorRole,
      operation: line.operation,
      kind: line.kind,
      object_id: line.objectId,
      partner_id: line.partnerId,
      before: asJson(line.before),
      after: asJson(line.after),
      request_id: ctx.requestId,
    })
    .execute()
}

const MOST = 50

/** What stands in the log today; the filter offers them. */
export const AUDIT_KINDS = [
  'app_code',
  'backup_codes',
  'invitation',
  'member',
  'operator',
  'operator_groups',
  'partner',
  'application',
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
  'document',
  'tax_rate',
  'share_rule',
  'earnings',
  'payout_account',
  'payout_batch',
  'payout_settings',
  'text',
  'settings',
  'message',
  'newsletter',
  'review',
  'review_picture',
  'reply',
  'report',
  'job',
  'platform',
  'platform_key',
  'store_data',
  'export',
  'bulk_run',
  'submission',
  'test_clock',
  'test_store',
  'webhook',
  'feed',
  'canned_answer',
]

export const listAudit = defineOperation({
  ...operatorContract.listAudit,
  run: async (ctx, { query }) => {
    const actorIds = query.actor ? await findActors(ctx.db, query.actor.trim()) : null
    const rows = await listAuditRows(ctx.db, {
      actorIds,
      kind: query.kind || null,
      object: query.object || null,
      // Days of the market: a link to a day is the same for everybody.
      from: query.from ? marketDayStart(ctx.zones, query.from) : null,
      to: query.to ? marketDayStart(ctx.zones, dayAfter(query.to)) : null,
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

/** What is left out or null does not narrow. */
interface AuditFilter {
  actorIds?: readonly string[] | null
  kind?: string | null
  object?: string | null
  partnerId?: string
  from?: Date | null
  to?: Date | null
  before?: number | null
  most: number
}

export const listAuditRows = (
  db: Db,
  {
    actorIds = null,
    kind = null,
    object = null,
    partnerId,
    from = null,
    to = null,
    before = null,
    most,
  }: AuditFilter,
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
  if (partnerId !== undefined) query = query.where('audit_log.partner_id', '=', partnerId)
  if (from !== null) query = query.where('audit_log.at', '>=', from)
  if (to !== null) query = query.where('audit_log.at', '<', to)
  if (before !== null)
    query = query.where(
      sql<boolean>`(audit_log.at, audit_log.id) < (select last.at, last.id from audit_log last where last.id = ${before})`,
    )
  return query.orderBy('audit_log.at', 'desc').orderBy('audit_log.id', 'desc').limit(most).execute()
}

const MOST_ACTORS = 100

/** Finds people by id, address or part of the name, ignoring case. */
const findActors = async (db: Db, text: string): Promise<string[]> =>
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

/** Every field, at any depth, that an audit entry may have: the ones that locales name for readers. */
const AUDIT_FIELDS: readonly string[] = Object.keys(
  readMessages(FALLBACK_LOCALE, 'console'),
).flatMap((key) => key.split('console.audit.field.')[1] ?? [])

const NAMED = new Set([...AUDIT_FIELDS, ...LOCALES])
/** Objects whose keys are data: start days of a tax rate, keys of a platform, colors of the design. */
const NAMED_BY_DATA = ['tax_rate', 'platform_key', 'colours', 'prices']

/** Fields of an audit entry that have no name for readers. */
export function unnamedFields(of: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null || NAMED_BY_DATA.includes(of)) return []
  if (Array.isArray(value)) return value.flatMap((one) => unnamedFields(of, one))
  return Object.entries(value).flatMap(([name, one]) => [
    ...(NAMED.has(name) ? [] : [name]),
    ...unnamedFields(name, one),
  ])
}
