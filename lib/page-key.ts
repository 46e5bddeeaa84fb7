import { refuse } from './refusal.ts'

/**
 * Cursor of a list: time and id of a page's last row, so that new rows do not shift the next page.
 */
export interface PageKey {
  at: Date
  id: string
}

/** The cursor as a query parameter. */
export const writePageKey = ({ at, id }: PageKey): string =>
  Buffer.from(`${at.toISOString()} ${id}`).toString('base64url')

/** Returns null when `text` is not a cursor. */
function readPageKey(text: string): PageKey | null {
  const [, time = '', id = ''] =
    /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([\w-]{1,100})$/.exec(
      Buffer.from(text, 'base64url').toString('utf8'),
    ) ?? []
  const at = new Date(time)
  return id === '' || Number.isNaN(at.getTime()) ? null : { at, id }
}

/** One page of a query that fetched one row more than the page shows. */
export function pageOf<T>(
  rows: readonly T[],
  most: number,
  keyOf: (row: T) => PageKey,
): { rows: T[]; next: string | null } {
  const last = rows.length > most ? rows[most - 1] : undefined
  return { rows: rows.slice(0, most), next: last === undefined ? null : writePageKey(keyOf(last)) }
}

/** Rows per page of the console's lists. */
export const PAGE_ROWS = 50

/** Parses a cursor; undefined or empty is the first page. Refuses any other text. */
export function parsePageKey(after: string | undefined): PageKey | null {
  if (after === undefined || after === '') return null
  const key = readPageKey(after)
  if (key === null) throw refuse('input.invalid', { fields: { after: { code: 'field.invalid' } } })
  return key
}
