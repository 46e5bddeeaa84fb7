import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { Text } from '#lib/locale.ts'
import type { SideEffectRow } from './data.ts'
import { effectOf, payloadOf } from './ledger.ts'
import { placementOf } from './rules.ts'

export interface StandingPart {
  row: SideEffectRow
  itemId: string
  slug: string
  name: string
  names: Text | null
  version: string
  packageSha256: string
  placement: number
  title: Text
  /** As it was sent, or as the owner keeps somebody else's. */
  html: string
}

/** Codes and blocks that stand on a store's pages by our ledger. */
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
