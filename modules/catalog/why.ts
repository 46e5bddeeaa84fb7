import { preparedByText } from '#db/prepared.ts'
import type { Db } from '#db/client.ts'
import type { z } from 'zod'
import type { whyHere } from './find-contract.ts'
import { anyLexemes } from './search.ts'

/**
 * D13: why an item stands where it stands, out of the very function that puts it there
 * (`smart_terms` in `db/migrations/`).
 */

interface Row {
  id: string
  score: number
  rating: [weight: number, value: number, points: number]
  installs: [weight: number, value: number, points: number]
  recency: [weight: number, value: number, points: number]
  quality: [weight: number, value: number, points: number]
  verified: [weight: number, value: boolean, points: number]
  matched: z.input<typeof whyHere>['matched']
}

/** A word of its developer's name may be one of its category's, too: the cards say which. */
const MATCHED = `array_remove(array[
    case when w.names @@ $2::tsquery then 'name' end,
    case when ts_filter(w.words, '{b}') @@ $2::tsquery then 'tagline' end,
    case when name_words(p.name) @@ $2::tsquery then 'developer' end,
    case when exists (select from item_categories k join categories c on c.id = k.category_id, jsonb_each_text(c.name) as named (language, word)
      where k.item_id = i.id and name_words(word) @@ $2::tsquery) then 'category' end,
    case when ts_filter(w.words, '{d}') @@ $2::tsquery then case when exists (select from item_texts t where t.item_id = i.id
      and name_words(concat_ws(' ', array_to_string(features, ' '), array_to_string(description, ' '))) @@ $2::tsquery) then 'description' else 'release_notes' end end], null)`

const reasonsOf = preparedByText<Row>()

const textFor = (searched: boolean) => `
  select i.id, t.smart as score, json_build_array(k.rating, t.rating_value, t.rating) as rating, json_build_array(k.installs, t.installs_value, t.installs) as installs,
    json_build_array(k.recency, t.recency_value, t.recency) as recency, json_build_array(k.quality, t.quality_value, t.quality) as quality,
    json_build_array(k.verified, t.verified_value, t.verified) as verified, ${searched ? MATCHED : `'{}'::text[]`} as matched
  from smart_terms($1::text[]) t join items i using (number) join item_words w using (number) join partners p on p.id = i.partner_id cross join smart_weights k`

/** For so many items at once as a page has. `words`: those that were looked for, if any. */
export async function findReasons(
  db: Db,
  ids: readonly string[],
  words: readonly string[],
): Promise<Map<string, z.input<typeof whyHere>>> {
  const rows = await reasonsOf(textFor(words.length > 0))(
    db,
    words.length > 0 ? [ids, anyLexemes(words)] : [ids],
  )
  return new Map(
    rows.map(({ id, score, matched, ...terms }) => [
      id,
      {
        score,
        matched,
        terms: (['rating', 'installs', 'recency', 'quality', 'verified'] as const).map((term) => {
          const [weight, value, points] = terms[term]
          return { term, weight, value: Number(value), points }
        }),
      },
    ]),
  )
}
