/** One entry of the audit log, written in the transaction of the change. */
export interface AuditEntry {
  actorId: string
  actorRole: string
  operation: string
  kind: string
  objectId: string | null
  partnerId: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Changes of who can open an account. Its owner gets a mail for each. */
export const CREDENTIAL_CHANGES = [
  'password_changed',
  'recovered',
  'passkey_added',
  'passkey_removed',
  'provider_linked',
  'provider_unlinked',
  'app_added',
  'app_removed',
  'backup_codes',
  'token_created',
  'token_revoked',
] as const
export type CredentialChange = (typeof CREDENTIAL_CHANGES)[number]

/** `name` of what was added or removed; `revoked`: what was revoked with it. */
export interface NotedChange {
  change: CredentialChange
  personId: string
  name?: string
  revoked?: readonly string[]
}

/** The fields that differ, before and after. */
export function changedFields(
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): Pick<AuditEntry, 'before' | 'after'> {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after?.[name] ?? null),
  )
  const only = (row: Record<string, unknown> | null) =>
    row && Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
  return { before: only(before), after: only(after) }
}
