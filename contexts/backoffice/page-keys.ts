import { readPageKey, type PageKey } from '#lib/page-key.ts'
import { refuse } from '#lib/refusal.ts'

/** Rows of one page of a list. */
export const PAGE = 50

/** Where a page begins; what is no key of ours is refused by the name of its field. */
export function keyOf(after: string | undefined): PageKey | null {
  if (after === undefined || after === '') return null
  const key = readPageKey(after)
  if (key === null) throw refuse('input.invalid', { fields: { after: { code: 'field.invalid' } } })
  return key
}
