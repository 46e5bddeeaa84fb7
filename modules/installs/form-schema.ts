import type { z } from 'zod'
import type { InputProperty, Inputs } from '#modules/catalog/public.ts'
import type { inputField } from './contract.ts'

type Field = z.input<typeof inputField>
type JsonSchema = Record<string, unknown>

/**
 * The install form as JSON Schema (draft 2020-12) for one store: words in the reader's language,
 * and its own customer groups and languages as choices. What fits it is what an install accepts;
 * `x-arasta` stays where the choices came from the store.
 */
export function formSchema(inputs: Inputs, fields: readonly Field[]): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [
        field.name,
        propertySchema(inputs.properties[field.name] as InputProperty, field),
      ]),
    ),
    // A default answers for whoever says nothing.
    required: fields
      .filter((field) => field.required && field.default === null)
      .map((field) => field.name),
    additionalProperties: false,
  }
}

function propertySchema(property: InputProperty, field: Field): JsonSchema {
  const words = {
    title: field.title,
    ...(field.description !== null && { description: field.description }),
    ...(field.default !== null && { default: field.default }),
  }
  if (property.type === 'boolean') return { type: 'boolean', ...words }
  if (property.type === 'integer') {
    return {
      type: 'integer',
      ...words,
      minimum: property.minimum ?? Number.MIN_SAFE_INTEGER,
      maximum: property.maximum ?? Number.MAX_SAFE_INTEGER,
    }
  }
  const source = property['x-arasta']
  return {
    type: 'string',
    ...words,
    ...(source && { 'x-arasta': source }),
    ...(field.choices
      ? choicesSchema(field.choices)
      : {
          minLength: property.minLength ?? (field.required ? 1 : 0),
          maxLength: property.maxLength ?? 500,
          ...formatSchema(property.format, field.required),
        }),
  }
}

/** A store without a single customer group has nothing that could be chosen. */
const choicesSchema = (choices: NonNullable<Field['choices']>): JsonSchema =>
  choices.length === 0
    ? { not: {} }
    : { oneOf: choices.map(({ value, label }) => ({ const: value, title: label })) }

const FORMATS: Readonly<Record<'color' | 'email' | 'uri', JsonSchema>> = {
  color: { pattern: '^#[0-9a-fA-F]{6}$' },
  email: { format: 'email' },
  uri: { format: 'uri', pattern: '^https?://' },
}

/** What is optional may be empty, as a form sends it. */
function formatSchema(
  format: 'color' | 'email' | 'uri' | undefined,
  required: boolean,
): JsonSchema {
  if (format === undefined) return {}
  return required ? FORMATS[format] : { anyOf: [{ const: '' }, FORMATS[format]] }
}
