import type { BulkList } from '#modules/market/bulk-rules.ts'

export const BULK = '/operator/bulk'
/** The form of a list's bar; the boxes of the rows belong to it. */
export const BULK_FORM = 'bulk-rows'

const PAGES: Record<BulkList, string> = {
  items: '/operator/items',
  reviews: '/operator/reviews',
  jobs: '/operator/jobs',
}
export const pageOfList = (list: BulkList): string => PAGES[list]

/** The page of a row; jobs have none. */
export const pageOfRow = (list: BulkList, id: string): string | null =>
  list === 'jobs' ? null : `${PAGES[list]}/${encodeURIComponent(id)}`
