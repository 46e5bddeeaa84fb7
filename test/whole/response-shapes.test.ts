import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { address } from '#modules/orders/contract.ts'
import { INSTALLER_OPERATIONS, MARKET_OPERATIONS } from '#server/operations.ts'

interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  additionalProperties?: JsonSchema | boolean
}

const answers = [...MARKET_OPERATIONS, ...INSTALLER_OPERATIONS]
  .filter(({ operation }) => !operation.file)
  .map(({ operation }) => ({
    id: operation.id,
    schema: z.toJSONSchema(operation.output, {
      unrepresentable: 'any',
      io: 'output',
    }) as JsonSchema,
  }))

/** Paths of fields that an answer may leave out. */
function* missable(schema: JsonSchema, path: string): Generator<string> {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (!schema.required?.includes(name)) yield `${path}.${name}`
    yield* missable(property, `${path}.${name}`)
  }
  if (schema.items) yield* missable(schema.items, `${path}[]`)
  if (typeof schema.additionalProperties === 'object')
    yield* missable(schema.additionalProperties, `${path}{}`)
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    yield* missable(part, path)
}

/**
 * Parts of a text and rules for pages are one of several forms, each with the fields of its form.
 */
const FORMS = /^getText \.(?:data|shown)\.parts\[\]\.|\.data\.rules\[\]\./

describe('calls.md: extra fields are allowed in an answer, missing ones are not', () => {
  test('S3.1 no response omits a field: absent values are null', () => {
    expect(answers.length).toBeGreaterThan(80)
    expect(
      answers
        .flatMap(({ id, schema }) => [...missable(schema, '')].map((path) => `${id} ${path}`))
        .filter((path) => !FORMS.test(path)),
    ).toEqual([])
  })

  test('S3.1 an address has its fourteen fields, in every response', () => {
    const fields = [
      'name',
      'invoice_type',
      'tax_office',
      'tax_number',
      'address',
      'city',
      'country',
      'zip_code',
      'firstname',
      'lastname',
      'phone',
      'company',
      'identity_number',
      'email',
    ]
    expect(Object.keys(address.shape)).toEqual(expect.arrayContaining(fields))
  })

  test('S7.3 S7.4 S7.7 S7.20 S7.22 S7.25 every list has its total and its page', () => {
    const lists = answers.filter(({ schema }) => schema.properties?.data?.type === 'array')
    expect(lists.length).toBeGreaterThan(18)
    expect(
      lists
        .filter(
          ({ schema }) =>
            !['total', 'page', 'per_page'].every(
              (name) =>
                schema.required?.includes('meta') &&
                schema.properties?.meta?.required?.includes(name),
            ),
        )
        .map(({ id }) => id),
    ).toEqual([])
  })

  test('a response whose `meta` has counts is a list, and its name says so', () => {
    const lists = answers
      .filter(({ schema }) => schema.properties?.data?.type === 'array')
      .map(({ id }) => id)
    expect(lists.filter((id) => !/^(list|get)[A-Z]/.test(id))).toEqual([])
  })
})
