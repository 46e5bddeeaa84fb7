import { type Text, pickText } from '#lib/locale.ts'
import { type EffectKind, PERMISSIONS, type PermissionCode } from '#lib/market.ts'
import type { z } from 'zod'
import type { Ctx } from '#kernel/context.ts'
import type { ItemVersion, ReleaseFacts, SettingValue } from '#modules/catalog/public.ts'
import type { Manifest } from '#modules/catalog/packages/manifest.ts'
import type { ask, updateFacts } from './contract.ts'
import type { Db } from '#db/client.ts'
import { type SideEffectRow, findEarlierInputs } from './data.ts'
import { carryAnswers, inputsOf } from './install-form.ts'
import { payloadOf } from './ledger.ts'
import { type PlannedChange, placementOf, planChanges } from './rules.ts'
import { canonicalJson } from '#lib/ids.ts'

/** What is known about an update before the store is called. */
export interface UpdatePlan {
  from: ReleaseFacts
  to: ReleaseFacts
  newer: boolean
  /** Newest first: the releases on the way, in either direction. */
  between: ItemVersion[]
  growth: Growth[]
  answers: Record<string, SettingValue>
  missing: string[]
  open: string[]
}

export function planUpdate(
  row: { inputs: unknown; granted: readonly string[] },
  from: ReleaseFacts,
  to: ReleaseFacts,
  versions: readonly ItemVersion[],
): UpdatePlan {
  const [now, then] = [from.id, to.id].map((id) => versions.findIndex((one) => one.id === id)) as [
    number,
    number,
  ]
  const newer = then < now
  return {
    from,
    to,
    newer,
    between: versions
      .slice(Math.min(now, then), Math.max(now, then))
      .filter((one) => one.published || one.id === from.id),
    growth: growthOf(from.manifest, to.manifest, row.granted as PermissionCode[]),
    ...carryAnswers(
      inputsOf(from.manifest),
      inputsOf(to.manifest),
      row.inputs as Record<string, SettingValue>,
    ),
  }
}

/** On the way back: with the answers that the store had when it was last on that version. */
export async function withEarlierInputs<Row extends { id: string; inputs: unknown }>(
  db: Db,
  row: Row,
  from: ReleaseFacts,
  to: ReleaseFacts,
  versions: readonly ItemVersion[],
): Promise<Row> {
  const [now, then] = [from.id, to.id].map((id) => versions.findIndex((one) => one.id === id)) as [
    number,
    number,
  ]
  const had = then > now ? await findEarlierInputs(db, row.id, to.id) : null
  return had ? { ...row, inputs: { ...(row.inputs as object), ...had } } : row
}

const reasonOf = (manifest: Manifest, code: PermissionCode): Text =>
  (manifest.kind === 'app'
    ? manifest.permissions.find((permission) => permission.code === code)?.reason
    : undefined) ?? {}

export const presentAsk = (ctx: Ctx, manifest: Manifest, growth: Growth): z.input<typeof ask> => ({
  code: growth.code,
  required: growth.required,
  is_new: growth.isNew,
  reason: pickText(reasonOf(manifest, growth.code), ctx.locale),
  placements: growth.slots.flatMap((slot) => placementOf(slot) ?? []),
  scopes: growth.scopes,
})

export function presentUpdate(
  ctx: Ctx,
  plan: UpdatePlan,
  agreed: boolean,
  orderSteps: number[],
): z.input<typeof updateFacts> {
  return {
    version: plan.to.version,
    newer: plan.newer,
    notes: plan.between.map((one) => ({
      version: one.version,
      published_at: one.publishedAt?.toISOString() ?? null,
      notes: pickText(one.notes, ctx.locale),
    })),
    asks: plan.growth.map((growth) => presentAsk(ctx, plan.to.manifest, growth)),
    order_steps: orderSteps,
    ready:
      agreed && plan.growth.length === 0 && plan.missing.length === 0 && orderSteps.length === 0,
  }
}

/** The applied rows of the ledger, in layer order. */
export const standingEffects = (rows: readonly SideEffectRow[]): StandingEffect[] =>
  rows
    .filter((row) => row.state === 'applied')
    .map((row) => {
      const { key = null, effect, theirs } = payloadOf(row)
      return {
        id: row.id,
        kind: effect.kind,
        slot: row.slot,
        key,
        package: effect.package,
        content: theirs ?? effect.content,
        ...(theirs !== undefined && { theirs: true }),
      }
    })

/** An effect on the store, according to the ledger. */
export interface StandingEffect {
  id: string
  kind: EffectKind
  slot: string
  /** Key of its change; null in rows from before keys were stored. */
  key: string | null
  package: string
  content: Record<string, unknown>
  /** A foreign change that the owner keeps, whatever the new release would put there. */
  theirs?: boolean
}

export type Difference =
  | { what: 'kept' | 'changed'; effect: StandingEffect; change: PlannedChange }
  | { what: 'added'; change: PlannedChange }
  | { what: 'removed'; effect: StandingEffect }

/**
 * What an update does: each change of the new release with the effect it replaces, then the
 * removals. Only within a slot: a part that moved is removed and added. A web-service user with the
 * same rights is kept with its secret; everything else names files of its package, so it changes
 * with the package.
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

interface Growth {
  code: PermissionCode
  required: boolean
  /** Not requested before. */
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
 * D12: a permission grows when the new release requests it and the old one did not, when it reaches
 * new placements or rights, or when it became required and the owner had refused it.
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

/** Permissions after an update: growing ones as approved now, the rest as before. */
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
