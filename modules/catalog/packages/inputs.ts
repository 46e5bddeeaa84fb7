import { z } from 'zod'
import { emailField } from '#lib/field-schema.ts'
import type { SettingValue } from './placeholders.ts'
import type { Inputs, InputProperty } from './manifest.ts'

/**
 * What an owner may answer to an app's install inputs: a schema built from the manifest. Left-out
 * answers take the default; a choice that the store fills (customer group, language) is checked by
 * the caller against the store's own list.
 */
export function answersSchema(inputs: Inputs): z.ZodType<Record<string, SettingValue>> {
  const required = new Set(inputs.required)
  const fields = Object.entries(inputs.properties).map(
    ([name, property]) => [name, answerSchema(property, required.has(name))] as const,
  )
  return z.strictObject(Object.fromEntries(fields)) as unknown as z.ZodType<
    Record<string, SettingValue>
  >
}

/**
 * The answers that an owner gives by changing nothing. Required inputs without a default are
 * missing from it.
 */
export function defaultAnswers(inputs: Inputs): Record<string, SettingValue> {
  const entries = Object.entries(inputs.properties)
  return Object.fromEntries(
    entries.flatMap(([name, { default: value }]) => (value === undefined ? [] : [[name, value]])),
  )
}

function answerSchema(property: InputProperty, required: boolean): z.ZodType {
  const schema = valueSchema(property, required)
  if (property.default !== undefined) return schema.default(property.default)
  return required ? schema : schema.optional()
}

function valueSchema(property: InputProperty, required: boolean): z.ZodType {
  if (property.type === 'boolean') return z.boolean()
  if (property.type === 'integer') {
    return z
      .int()
      .min(property.minimum ?? Number.MIN_SAFE_INTEGER)
      .max(property.maximum ?? Number.MAX_SAFE_INTEGER)
  }
  if (property.enum) return z.enum(property.enum)
  const text = z
    .string()
    .trim()
    .min(property.minLength ?? (required ? 1 : 0))
    .max(property.maxLength ?? 500)
  if (!property.format) return text
  const formatted = text.pipe(FORMATS[property.format])
  // An optional answer that was cleared in the form arrives as an empty text.
  return required ? formatted : z.union([z.literal(''), formatted])
}

const FORMATS = {
  color: z.string().regex(/^#[0-9a-fA-F]{6}$/),
  email: emailField(),
  // Only web addresses: a `javascript:` address would be code in the shop's page.
  uri: z.url({ protocol: /^https?$/ }),
} as const
