import { refuse } from './refusal.ts'

/**
 * Where a page of a list ended: a time and an id, so that the next one begins behind it whatever
 * has come since.
 */
export interface PageKey {
  at: Date
  id: string
}

/** As it travels in an address. */
export const writePageKey = ({ at, id }: PageKey): string =>
  Buffer.from(`${at.toISOString()} ${id}`).toString('base64url')

/** Null for what is none. */
export function readPageKey(text: string): PageKey | null {
  const [, time = '', id = ''] =
    /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([\w-]{1,100})$/.exec(
      Buffer.from(text, 'base64url').toString('utf8'),
    ) ?? []
  const at = new Date(time)
  return id === '' || Number.isNaN(at.getTime()) ? null : { at, id }
}

/** One page of a list that was asked for one row more than it shows. */
export function pageOf<T>(
  rows: readonly T[],
  most: number,
  keyOf: (row: T) => PageKey,
): { rows: T[]; next: string | null } {
  const last = rows.length > most ? rows[most - 1] : undefined
  return { rows: rows.slice(0, most), next: last === undefined ? null : writePageKey(keyOf(last)) }
}

/** Rows of one page of a list in the console. */
export const PAGE_ROWS = 50

/** Where a page begins; undefined or empty is the first one. Refuses what is no key of ours. */
export function parsePageKey(after: string | undefined): PageKey | null {
  if (after === undefined || after === '') return null
  const key = readPageKey(after)
  if (key === null) throw refuse('input.invalid', { fields: { after: { code: 'field.invalid' } } })
  return key
}
