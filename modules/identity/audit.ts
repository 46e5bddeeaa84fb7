import type { ConsoleCtx } from '#kernel/context.ts'
import type { AuditEntry } from '#kernel/audit.ts'
import { keyedHashes, type SealingKeys } from '#lib/sealed.ts'
import { unnamedFields } from './audit-fields.ts'

/**
 * Fields that say something of a person: of these a salted hash is kept, so that one sees that it
 * changed and nobody reads it (D23).
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

/** What of a row's fields may stand for ever. */
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

/** `writeAudit` of the kernel's services. */
export async function writeAudit(ctx: ConsoleCtx, line: AuditEntry): Promise<void> {
  const unnamed = ctx.checkAnswers
    ? [line.before, line.after].flatMap((row) => unnamedFields(line.kind, row))
    : []
  if (unnamed.length > 0)
    throw new Error(
      `${line.operation} writes ${[...new Set(unnamed)].join(', ')}: name them in audit-fields.ts and in locales/*/console-audit-fields.ts`,
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
