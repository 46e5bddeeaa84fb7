import { z } from 'zod'
import { emailField } from '#lib/field-schema.ts'
import type { SettingValue } from './placeholders.ts'
import type { Inputs, InputProperty } from './manifest.ts'

/**
 * The schema of an owner's answers to the install inputs of a manifest. Missing answers take the
 * default. The caller checks choices that the store fills (customer group, language).
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

/** The default answers, without required inputs that have no default. */
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
  // A cleared optional field arrives as an empty string.
  return required ? formatted : z.union([z.literal(''), formatted])
}

const FORMATS = {
  color: z.string().regex(/^#[0-9a-fA-F]{6}$/),
  email: emailField(),
  // Only web addresses: a `javascript:` URL would run in the shop's page.
  uri: z.url({ protocol: /^https?$/ }),
} as const
