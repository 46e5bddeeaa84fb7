/**
 * One thing that a write has changed, by its path in the row: `words_tr.tagline`. Of a list, what
 * went and what came.
 */
export interface AuditDifference {
  path: string
  before: unknown
  after: unknown
}

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isList = (value: unknown): value is unknown[] => Array.isArray(value)
const key = (value: unknown): string => JSON.stringify(value) ?? ''
const nothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (isList(value) && value.length === 0)

/**
 * What differs between a row as it was and as it is, down to single values: of what is the same
 * inside of a larger value nothing is shown.
 */
export function auditDifferences(before: Fields | null, after: Fields | null): AuditDifference[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.flatMap((name) => compare(name, before?.[name], after?.[name]))
}

function compare(path: string, before: unknown, after: unknown): AuditDifference[] {
  if (key(before) === key(after) || (nothing(before) && nothing(after))) return []
  const [was, is] = [isFields(before) ? before : {}, isFields(after) ? after : {}]
  if (
    (isFields(before) || isFields(after)) &&
    (isFields(before) || nothing(before)) &&
    (isFields(after) || nothing(after))
  ) {
    return auditDifferences(was, is).map((one) => ({ ...one, path: `${path}.${one.path}` }))
  }
  if (isList(before) && isList(after)) return compareLists(path, before, after)
  return [{ path, before, after }]
}

/** The same things in another order are shown as they stand. */
function compareLists(path: string, before: unknown[], after: unknown[]): AuditDifference[] {
  const [was, is] = [new Set(before.map(key)), new Set(after.map(key))]
  const [gone, come] = [
    before.filter((one) => !is.has(key(one))),
    after.filter((one) => !was.has(key(one))),
  ]
  if (gone.length === 0 && come.length === 0) return [{ path, before, after }]
  // One thing of a list that was changed is looked into.
  const [from, to] = [gone[0], come[0]]
  if (gone.length === 1 && come.length === 1 && isFields(from) && isFields(to))
    return compare(`${path}.${after.indexOf(to) + 1}`, from, to)
  return [{ path, before: gone, after: come }]
}
