import type { z } from 'zod'

/**
 * Reads Zod schemas as data without loading the library, because contracts are part of the browser
 * build.
 */
export type AnySchema = z.core.$ZodType

interface Definition {
  type: string
  shape?: Record<string, AnySchema>
  element?: AnySchema
  valueType?: AnySchema
  innerType?: AnySchema
  in?: AnySchema
}

const definitionOf = (schema: AnySchema): Definition => schema._zod.def as unknown as Definition

/** The schema inside `optional`, `default` and transforms: the first that an input value meets. */
function unwrap(schema: AnySchema | undefined): AnySchema | undefined {
  let found = schema
  while (found) {
    const { innerType, in: first } = definitionOf(found)
    const next: AnySchema | undefined = innerType ?? first
    if (!next) return found
    found = next
  }
  return undefined
}

/** The schema of a property or element; undefined when the schema does not declare it. */
export function childSchema(schema: AnySchema | undefined, name: string): AnySchema | undefined {
  const found = unwrap(schema)
  if (!found) return undefined
  const { shape, element, valueType } = definitionOf(found)
  return shape ? (Object.hasOwn(shape, name) ? shape[name] : undefined) : (element ?? valueType)
}

/** The maximum length of a string schema, in characters; undefined when there is none. */
export function maxLengthOf(schema: AnySchema | undefined): number | undefined {
  const found = unwrap(schema)
  return found && definitionOf(found).type === 'string'
    ? ((found as { maxLength?: number | null }).maxLength ?? undefined)
    : undefined
}
