import type { z } from 'zod'
import { LOCALES } from '#lib/locale.ts'
import type { Note } from './rules.ts'

type Fields = Record<string, unknown>
type Path = readonly PropertyKey[]

/** More faults than a line of ours has fields. */
const MOST_REPAIRS = 200

const describeValue = (value: unknown): string =>
  (JSON.stringify(value) ?? String(value)).slice(0, 80)

/** `null` says the same as no field: exporters write it where there is nothing. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => one !== null).map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      one === null ? [] : [[name, withoutNulls(one)]],
    ),
  )
}

/** The same value written as what was expected; undefined where it is another one. */
function rewritten(value: unknown, issue: z.core.$ZodIssue): unknown {
  if (issue.code === 'too_big' && Array.isArray(value)) return value.slice(0, Number(issue.maximum))
  if (
    issue.code === 'invalid_union' &&
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value)
  ) {
    const known = Object.fromEntries(
      LOCALES.flatMap((locale) => (locale in value ? [[locale, (value as Fields)[locale]]] : [])),
    )
    return Object.keys(known).length > 0 && Object.keys(known).length < Object.keys(value).length
      ? known
      : undefined
  }
  if (issue.code !== 'invalid_type') return undefined
  if (issue.expected === 'string' && (typeof value === 'number' || typeof value === 'boolean'))
    return String(value)
  if (issue.expected === 'int' && typeof value === 'number' && Number.isFinite(value))
    return Math.round(value)
  if (
    (issue.expected === 'number' || issue.expected === 'int') &&
    typeof value === 'string' &&
    /^-?\d{1,15}(\.\d{1,6})?$/.test(value.trim())
  )
    return Number(value)
  if (issue.expected === 'boolean')
    return ({ true: true, false: false, 1: true, 0: false } as Record<string, boolean>)[
      String(value).toLowerCase()
    ]
  return undefined
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (one, key) => (one as Record<PropertyKey, unknown> | undefined)?.[key],
    value,
  )

/** Puts `value` where `path` leads, or takes that place out. False where there is no such place. */
function replace(fields: Fields, path: Path, value: unknown): boolean {
  const key = path.at(-1) as PropertyKey
  const holder = at(fields, path.slice(0, -1))
  if (typeof holder !== 'object' || holder === null) return false
  if (value !== undefined) (holder as Record<PropertyKey, unknown>)[key] = value
  else if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete (holder as Record<PropertyKey, unknown>)[key]
  return true
}

/**
 * Reads a line by `schema` and fixes what is wrong with single fields: rewritten where only the way
 * of writing differs, left out where the field (or the entry of a list) may be missing. Each is
 * told to `note`. The result is that of the last reading: it fails where something that must be
 * there is wrong.
 */
export function parseRepairing<T>(
  schema: z.ZodType<T> & { shape: object },
  given: Fields,
  note: Note,
  parse: (value: Fields) => z.ZodSafeParseResult<T>,
): z.ZodSafeParseResult<T> {
  const fields = withoutNulls(given) as Fields
  const mayBeMissing = (name: string): boolean =>
    (schema.shape as Record<string, z.ZodType>)[name]?.safeParse(undefined).success === true
  const repairs: string[] = []
  let result = parse(fields)
  for (let turn = 0; !result.success && turn < MOST_REPAIRS; turn += 1) {
    const issue = result.error.issues.find((one) => one.path.length > 0)
    if (!issue || result.error.issues.some((one) => one.path.length === 0)) return result
    const [path, value] = [issue.path, at(fields, issue.path)]
    const better = value === undefined ? undefined : rewritten(value, issue)
    if (
      better === undefined &&
      (path.length === 1 ? !mayBeMissing(String(path[0])) : value === undefined)
    )
      return result
    repairs.push(
      `${path.map(String).join('.')}: ${describeValue(value)} ${better === undefined ? `left out (${issue.message})` : `read as ${describeValue(better)}`}`,
    )
    if (!replace(fields, path, better)) return result
    result = parse(fields)
  }
  if (result.success) for (const what of repairs) note('R-FIELD-BAD', what)
  return result
}
