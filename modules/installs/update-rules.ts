import { canonicalJson } from '#lib/canonical-json.ts'
import type { EffectKind, PermissionCode } from '#lib/market.ts'
import { PERMISSIONS } from '#lib/market.ts'
import type { Manifest } from '#modules/catalog/packages/manifest.ts'
import { planChanges, type PlannedChange } from './rules.ts'

/** An effect that stands on the store, as the ledger knows it. */
export interface StandingEffect {
  id: string
  kind: EffectKind
  slot: string
  /** Of the change it was made from; null in rows from before keys were kept. */
  key: string | null
  package: string
  content: Record<string, unknown>
  /**
   * Not as it was sent, and the owner wants it so: it stays whatever the new release would put
   * there.
   */
  theirs?: boolean
}

export type Difference =
  | { what: 'kept' | 'changed'; effect: StandingEffect; change: PlannedChange }
  | { what: 'added'; change: PlannedChange }
  | { what: 'removed'; effect: StandingEffect }

/**
 * What an update does: each change of the new release beside the effect it takes the place of, then
 * what goes. In the same slot only: a part that moved is one that goes and one that comes. A
 * web-service user with the same rights is kept, and with it its secret; everything else names
 * files of its package, so it is new with a new package.
 */
export function differencesOf(
  standing: readonly StandingEffect[],
  changes: readonly PlannedChange[],
  packageSha256: string,
): Difference[] {
  const left = new Set(standing)
  const rows = changes.map((change): Difference => {
    const effect = [...left].find(
      (one) =>
        one.kind === change.kind &&
        one.slot === change.slot &&
        (one.key === null || one.key === change.key),
    )
    if (!effect) return { what: 'added', change }
    left.delete(effect)
    const same =
      effect.theirs === true ||
      (canonicalJson(effect.content) === canonicalJson(change.content) &&
        (effect.package === packageSha256 || effect.kind === 'web_service_user'))
    return { what: same ? 'kept' : 'changed', effect, change }
  })
  return [...rows, ...[...left].map((effect): Difference => ({ what: 'removed', effect }))]
}

export interface Growth {
  code: PermissionCode
  required: boolean
  /** Not asked for before. */
  isNew: boolean
  slots: string[]
  scopes: string[]
}

const scopesOf = (change: PlannedChange): string[] =>
  (change.content.scopes as string[] | undefined) ?? []

function reachOf(
  manifest: Manifest,
  code: PermissionCode,
): { slots: Set<string>; scopes: Set<string> } {
  const changes =
    manifest.kind === 'theme'
      ? []
      : planChanges(manifest, {}).filter((change) => change.permission === code)
  return {
    slots: new Set(changes.map((change) => change.slot)),
    scopes: new Set(changes.flatMap(scopesOf)),
  }
}

/**
 * D12: a permission grows when the new release asks for it and the old one did not, when it reaches
 * places or rights that it did not reach, or when it can no longer be refused and the owner had
 * refused it.
 */
export function growthOf(
  before: Manifest,
  after: Manifest,
  granted: readonly PermissionCode[],
): Growth[] {
  if (after.kind === 'theme') return []
  const asked = before.kind === 'app' ? before.permissions.map((permission) => permission.code) : []
  return PERMISSIONS.flatMap((code): Growth[] => {
    const permission = after.permissions.find((one) => one.code === code)
    if (!permission) return []
    const [had, has] = [reachOf(before, code), reachOf(after, code)]
    const slots = [...has.slots].filter((slot) => !had.slots.has(slot))
    const scopes = [...has.scopes].filter((scope) => !had.scopes.has(scope))
    const isNew = !asked.includes(code)
    const cannotBeRefused = permission.required && !granted.includes(code)
    if (!isNew && slots.length + scopes.length === 0 && !cannotBeRefused) return []
    return [
      {
        code,
        required: permission.required,
        isNew: isNew || !granted.includes(code),
        slots,
        scopes,
      },
    ]
  })
}

/**
 * What the store grants after an update: of what grows, what was approved now; of the rest, what
 * was granted before.
 */
export function grantedAfter(
  after: Manifest,
  granted: readonly PermissionCode[],
  growth: readonly Growth[],
  approved: readonly PermissionCode[],
): PermissionCode[] {
  if (after.kind === 'theme') return [...granted]
  const asked = after.permissions.map((permission) => permission.code)
  return asked.filter((code) =>
    (growth.some((one) => one.code === code) ? approved : granted).includes(code),
  )
}
