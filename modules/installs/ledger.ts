import { canonicalJson } from '#lib/canonical-json.ts'
import { sha256Hex } from '#lib/ids.ts'
import type { Text } from '#lib/locale.ts'
import type { Effect, StoreState } from '#modules/stores/platforms/public.ts'
import type { SideEffectRow } from './data.ts'

/** What a row of the ledger says was sent, with the words and the key of its plan. */
export interface EffectPayload {
  /** Of the change it was made from; absent in rows from before keys were kept. */
  key?: string
  title: Text
  effect: Effect
  /**
   * What somebody else made of it and the owner keeps: the content as it stands, or null when it
   * was taken away for good.
   */
  theirs?: Record<string, unknown> | null
}

export const payloadOf = (row: Pick<SideEffectRow, 'payload'>): EffectPayload =>
  row.payload as unknown as EffectPayload

/**
 * The effect as it is to stand there: as it was sent, or with what the owner keeps of somebody
 * else's.
 */
export function effectOf(row: Pick<SideEffectRow, 'payload'>): Effect {
  const { effect, theirs } = payloadOf(row)
  return theirs ? { ...effect, content: theirs } : effect
}

/**
 * Taken away by somebody else, and the owner wants it so: nothing is there to be taken off or put
 * back.
 */
export const isLeftOut = (row: Pick<SideEffectRow, 'payload'>): boolean =>
  payloadOf(row).theirs === null

export const contentHash = (content: Record<string, unknown>): string =>
  sha256Hex(canonicalJson(content))

export interface ChangedEffect {
  row: SideEffectRow
  what: 'changed' | 'gone'
}

/**
 * Of the effects that the ledger has on a store: which are not there as they were sent, or as the
 * owner keeps them (D12).
 */
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
    if (isLeftOut(row)) return there === undefined ? [] : [{ row, what: 'changed' }]
    if (there === undefined) return [{ row, what: 'gone' }]
    return there === contentHash(content) ? [] : [{ row, what: 'changed' }]
  })
}
