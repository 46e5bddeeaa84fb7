import type { z } from 'zod'
import { FILES, makeFormat, type Line } from './format.ts'
import type { RawLine } from './read-lines.ts'
import { parseRepairing } from './repair-fields.ts'
import type { Report } from './report.ts'
import type { RuleId } from './rules.ts'

export type FileKind = keyof typeof FILES

/** A line that fits, with its number in the file. */
export type Said<K extends FileKind> = Line<K> & { at: number }

export type Parse<K extends FileKind> = (line: RawLine) => Said<K> | undefined

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (one, key) => (one as Record<PropertyKey, unknown> | undefined)?.[key],
    value,
  )
const explain = (error: z.ZodError, value: unknown): string =>
  error.issues
    .slice(0, 3)
    .map(
      ({ path, message }) =>
        `${path.join('.') || 'line'}: ${message}, found ${(JSON.stringify(valueAt(value, path)) ?? 'nothing').slice(0, 80)}`,
    )
    .join('; ')

/** The catalogue's id of what a line is about, for the report. */
const idOf = (value: Record<string, unknown> | undefined): string => {
  const id = value?.item ?? value?.id
  return typeof id === 'string' || typeof id === 'number' ? String(id) : ''
}

/**
 * Reads lines of one kind; what is repaired or skipped on the way goes to the report (none for a
 * first look).
 */
export function makeParser<K extends FileKind>(kind: K, report?: Report): Parse<K> {
  let notes: [RuleId, string][] = []
  const schema = makeFormat((rule, what) => void notes.push([rule, what]))[
    kind
  ] as unknown as z.ZodType<Line<K>> & { shape: object }
  const known = new Set(Object.keys(schema.shape))
  const file = FILES[kind]
  return (raw) => {
    if (raw.broken) {
      report?.add(file, raw.number, raw.broken, 'the line', true)
      return undefined
    }
    const id = idOf(raw.value)
    const parsed = parseRepairing(
      schema,
      raw.value ?? {},
      (rule, what) => void notes.push([rule, what]),
      (value) => {
        notes = []
        return schema.safeParse(value)
      },
    )
    if (!parsed.success) {
      report?.add(file, raw.number, 'R-LINE-FORM', explain(parsed.error, raw.value), true, id)
      return undefined
    }
    if (report) {
      for (const [rule, what] of notes) report.add(file, raw.number, rule, what, false, id)
      for (const key of Object.keys(raw.value ?? {}))
        if (!known.has(key)) report.add(file, raw.number, 'R-FIELD-UNKNOWN', key, false)
    }
    return { ...parsed.data, at: raw.number }
  }
}
