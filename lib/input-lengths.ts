import type { z } from 'zod'

/** Zod's schemas as data, without loading the library: declarations travel to the browser. */
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

/**
 * The schema that a given value meets first, below what makes it optional, gives it a default or
 * transforms it.
 */
function bare(schema: AnySchema | undefined): AnySchema | undefined {
  let found = schema
  while (found) {
    const { innerType, in: first } = definitionOf(found)
    const next: AnySchema | undefined = innerType ?? first
    if (!next) return found
    found = next
  }
  return undefined
}

/** The schema of a property or element; undefined where the declaration does not say. */
export function partOf(schema: AnySchema | undefined, name: string): AnySchema | undefined {
  const found = bare(schema)
  if (!found) return undefined
  const { shape, element, valueType } = definitionOf(found)
  return shape ? (Object.hasOwn(shape, name) ? shape[name] : undefined) : (element ?? valueType)
}

/** The declared maximum of a text, in characters; undefined where there is none. */
export function longestText(schema: AnySchema | undefined): number | undefined {
  const found = bare(schema)
  return found && definitionOf(found).type === 'string'
    ? ((found as { maxLength?: number | null }).maxLength ?? undefined)
    : undefined
}
