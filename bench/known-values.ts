import { poolOf, type Db } from '#db/client.ts'
import type { KnownValues } from './requests.ts'
import type { GeneratedMarket } from './generate.ts'

const SLUGS = 32

/** What there is on a generated market, its fullest categories first. */
export async function readKnownValues(
  db: Db,
  { selectiveWords, broadWord }: Pick<GeneratedMarket, 'selectiveWords' | 'broadWord'>,
): Promise<KnownValues> {
  const { rows: categories } = await poolOf(db).query<{ slug: string; count: number }>(`
    select slug, count(*)::integer as count from categories join item_categories on category_id = categories.id group by slug order by count desc, slug limit 12`)
  const { rows } = await poolOf(db).query<{ slug: string }>(
    'select slug from items order by md5(id) limit $1',
    [SLUGS],
  )
  return { categories, slugs: rows.map((row) => row.slug), selectiveWords, broadWord }
}
