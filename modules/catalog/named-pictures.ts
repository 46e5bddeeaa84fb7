import { sql } from 'kysely'
import type { Db } from '#db/client.ts'

/**
 * Which of these addresses the market shows: as a picture of an item, or as its icon. One look
 * through the table for all of them.
 */
export async function findShownPictures(db: Db, addresses: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select source ->> 'path' as path from item_pictures, jsonb_array_elements(sources) as source where source ->> 'path' = any(${addresses})
    union select source ->> 'path' from banners, jsonb_array_elements(image -> 'sources') as source where source ->> 'path' = any(${addresses})
    union select icon from items where icon = any(${addresses})`.execute(db)
  return rows.map((row) => row.path)
}
