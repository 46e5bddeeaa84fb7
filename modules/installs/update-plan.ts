import { pickText, type Text } from '#lib/locale.ts'
import type { PermissionCode } from '#lib/market.ts'
import type { z } from 'zod'
import type { Ctx } from '#kernel/context.ts'
import type { ItemVersion, Manifest, ReleaseFacts, SettingValue } from '#modules/catalog/public.ts'
import type { ask, updateFacts } from './contract.ts'
import type { Db } from '#db/client.ts'
import { findInputsOn, type SideEffectRow } from './data.ts'
import { carryAnswers, inputsOf } from './install-form.ts'
import { payloadOf } from './ledger.ts'
import { placementOf } from './rules.ts'
import { growthOf, type Growth, type StandingEffect } from './update-rules.ts'

/** Everything that is decided about an update before the store is asked. */
export interface UpdatePlan {
  from: ReleaseFacts
  to: ReleaseFacts
  newer: boolean
  /** Newest first: what comes with it, or, on the way back, what goes. */
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

/**
 * The answers to begin with: of the way back, those that the store had when it was last on that
 * version.
 */
export async function withInputsOn<Row extends { id: string; inputs: unknown }>(
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
  const had = then > now ? await findInputsOn(db, row.id, to.id) : null
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

/** The ledger's rows that stand on the store, in the order of their layers. */
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
