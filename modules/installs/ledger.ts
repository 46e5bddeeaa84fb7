import { canonicalJson, sha256Hex } from '#lib/ids.ts'
import type { Text } from '#lib/locale.ts'
import type { Effect, StoreState } from '#modules/stores/platforms/public.ts'
import type { SideEffectRow } from './data.ts'
import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { placementOf } from './rules.ts'

/** Content of a ledger row: the effect as sent, with title and key of its plan. */
export interface EffectPayload {
  /** Key of the planned change; absent in rows from before keys were stored. */
  key?: string
  title: Text
  effect: Effect
  /**
   * The foreign change that the owner keeps: the content as it is, or null when it was removed for
   * good.
   */
  theirs?: Record<string, unknown> | null
}

export const payloadOf = (row: Pick<SideEffectRow, 'payload'>): EffectPayload =>
  row.payload as unknown as EffectPayload

/**
 * The effect as it should be on the store: as sent, or with the foreign change that the owner
 * keeps.
 */
export function effectOf(row: Pick<SideEffectRow, 'payload'>): Effect {
  const { effect, theirs } = payloadOf(row)
  return theirs ? { ...effect, content: theirs } : effect
}

/** Removed by somebody else, and the owner wants it so: there is nothing to remove or put back. */
export const isRemovedByOwner = (row: Pick<SideEffectRow, 'payload'>): boolean =>
  payloadOf(row).theirs === null

export const contentHash = (content: Record<string, unknown>): string =>
  sha256Hex(canonicalJson(content))

export interface ChangedEffect {
  row: SideEffectRow
  what: 'changed' | 'gone'
}

/** Effects in the ledger that are not on the store as sent, or as the owner keeps them (D12). */
export function changedOnStore(rows: readonly SideEffectRow[], state: StoreState): ChangedEffect[] {
  const layers = new Map(
    state.slots.flatMap((slot) => slot.layers.map((layer) => [layer.effect_id, layer] as const)),
  )
  const users = new Map(state.users.map((user) => [user.effect_id, user] as const))
  return rows.flatMap((row): ChangedEffect[] => {
    if (row.state !== 'applied') return []
    const user = users.get(row.id)
    const { content } = effectOf(row)
    const there =
      row.kind === 'web_service_user'
        ? user && contentHash({ name: user.name, scopes: user.scopes })
        : layers.get(row.id)?.sha256
    if (isRemovedByOwner(row)) return there === undefined ? [] : [{ row, what: 'changed' }]
    if (there === undefined) return [{ row, what: 'gone' }]
    return there === contentHash(content) ? [] : [{ row, what: 'changed' }]
  })
}

interface StandingPart {
  row: SideEffectRow
  itemId: string
  slug: string
  name: string
  names: Text | null
  version: string
  packageSha256: string
  placement: number
  title: Text
  /** As sent, or with the foreign change that the owner keeps. */
  html: string
}

/** Codes and blocks on a store's pages according to the ledger. */
export async function listStandingParts(db: Db, storeId: string): Promise<StandingPart[]> {
  const rows = await db
    .selectFrom('side_effects')
    .innerJoin('installations', 'installations.id', 'side_effects.installation_id')
    .innerJoin('items', 'items.id', 'installations.item_id')
    .selectAll('side_effects')
    .select(['items.id as item_id', 'items.slug', 'items.name'])
    .select((on) =>
      on
        .selectFrom('item_texts')
        .select(sql<Text>`json_object_agg(locale, name)`.as('names'))
        .whereRef('item_id', '=', 'items.id')
        .as('names'),
    )
    .where('installations.store_id', '=', storeId)
    .where('side_effects.state', '=', 'applied')
    .where('side_effects.kind', 'in', ['tracking_code', 'design_block'])
    .orderBy('side_effects.applied_at')
    .orderBy('side_effects.id')
    .execute()
  return rows.map((row) => {
    const effect = effectOf(row)
    return {
      row,
      itemId: row.item_id,
      slug: row.slug,
      name: row.name,
      names: row.names,
      version: effect.item.version,
      packageSha256: effect.package,
      placement: placementOf(row.slot) ?? 0,
      title: payloadOf(row).title,
      html: String(effect.content.html ?? ''),
    }
  })
}
