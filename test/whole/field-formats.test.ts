import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { COUNTRIES } from '#lib/countries.ts'
import { CONSOLE_OPERATIONS, INSTALLER_OPERATIONS, MARKET_OPERATIONS } from '#server/operations.ts'

/**
 * Formats with one owner each: whoever checks one elsewhere finds this list. Doubles of
 * gateways stand for other people's software.
 */
const ROOT = join(import.meta.dirname, '../..')
const files = ['modules', 'kernel', 'server', 'lib', 'ui', 'apps']
  .flatMap((folder) => readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true }))
  .filter(
    (entry) =>
      entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(test|support|suite)/.test(entry.name),
  )
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((path) => !/node_modules|\.react-router|gateways\/doubles/.test(path))
  .map((path) => ({ path: relative(ROOT, path), text: readFileSync(path, 'utf8') }))
const usersOf = (sign: RegExp) =>
  files
    .filter(({ text }) => sign.test(text))
    .map(({ path }) => path)
    .sort()

describe('S3.1 S5.7 each format is validated in one place', () => {
  test('e-mail: lib/email.ts, by its library; no schema has a rule of its own', () => {
    expect(usersOf(/validator\/lib\/isEmail/)).toEqual(['lib/email.ts'])
    expect(usersOf(/z\.email\(|\)\.email\(/)).toEqual([])
  })

  test('phone: lib/phone.ts', () => {
    expect(usersOf(/libphonenumber/)).toEqual(['lib/phone.ts'])
  })

  test('VAT numbers and postal codes: their files in lib', () => {
    expect(usersOf(/jsvat/)).toEqual(['lib/vat-number.ts'])
    expect(usersOf(/postcode-validator/)).toEqual(['lib/postal-code.ts'])
  })

  test('countries: lib/countries.ts; no schema accepts any two letters', () => {
    expect(usersOf(/\[A-Z\]\{2\}\$\/(u|i)*[,)]/)).toEqual([])
    expect(usersOf(/'?AE AF AG/)).toEqual(['lib/countries.ts'])
  })
})

interface JsonSchema {
  type?: string
  enum?: string[]
  format?: string
  maxLength?: number
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

/** Every named text field of an operation's input: `createCoupon body.code`. */
function* fieldsOf(
  schema: JsonSchema,
  path: string,
): Generator<{ path: string; name: string; schema: JsonSchema }> {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    yield { path: `${path}.${name}`, name, schema: property }
    yield* fieldsOf(property, `${path}.${name}`)
  }
  if (schema.items) yield* fieldsOf(schema.items, path)
  for (const part of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) yield* fieldsOf(part, path)
}

/**
 * A field as it comes and as it is after the schema's own changes: what is checked may stand in
 * either.
 */
const inputs = [...MARKET_OPERATIONS, ...INSTALLER_OPERATIONS, ...CONSOLE_OPERATIONS].flatMap(
  ({ operation }) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = operation[part]
      const read = (io: 'input' | 'output') => [
        ...fieldsOf(
          schema ? (z.toJSONSchema(schema, { unrepresentable: 'any', io }) as JsonSchema) : {},
          `${operation.id} ${part}`,
        ),
      ]
      const after = new Map(read('output').map((field) => [field.path, field.schema]))
      return read('input').map((field) => ({
        ...field,
        schema: { ...after.get(field.path), ...field.schema },
      }))
    }),
)
const written = inputs.filter(({ path }) => !path.includes(' query.'))

describe('every field of every operation with one of these formats is validated', () => {
  test('the traversal finds fields', () => {
    expect(inputs.length).toBeGreaterThan(300)
  })

  test('a country is from the table', () => {
    const countries = written.filter(({ name }) => /country/.test(name))
    expect(countries.length).toBeGreaterThan(4)
    expect(
      countries
        .filter(({ schema }) => schema.enum?.join() !== COUNTRIES.join())
        .map(({ path }) => path),
    ).toEqual([])
  })

  test('an e-mail address is valid', () => {
    const mails = written.filter(
      ({ name, schema }) =>
        /^(e?mail|.*_e?mail)$/.test(name) && (schema.type ?? 'string') === 'string',
    )
    expect(mails.length).toBeGreaterThan(5)
    expect(mails.filter(({ schema }) => schema.format !== 'email').map(({ path }) => path)).toEqual(
      [],
    )
  })

  test('a phone number and a postal code have a limited length', () => {
    const bounded = written.filter(({ name }) => /phone|zip_code|postal/.test(name))
    expect(bounded.length).toBeGreaterThan(3)
    expect(
      bounded
        .filter(({ schema }) => ![schema, ...(schema.anyOf ?? [])].some((one) => one.maxLength))
        .map(({ path }) => path),
    ).toEqual([])
  })
})
