import fc from 'fast-check'
import type { Random } from '../../installs/seeded-random.ts'
import type { Schema } from './read-document.ts'

/**
 * Values that fit a schema, as far as a schema can say it: what lies behind the validation is
 * reached by these.
 */

/** What answers held, by the name of the field; and what the caller of the fuzzer knows. */
export type Dictionary = ReadonlyMap<string, readonly unknown[]>

/** Names whose form no schema describes, with values that get through and such that nearly do. */
const BY_NAME: readonly [RegExp, readonly unknown[]][] = [
  [
    /mail/,
    [
      'ayse@shop.example',
      'a@b.example',
      'x'.repeat(60) + '@shop.example',
      'a@xn--bcher-kva.example',
      'A@SHOP.EXAMPLE',
    ],
  ],
  [
    /phone/,
    [
      '+90 532 123 45 67',
      '05321234567',
      '+14155552671',
      '+442071838750',
      '+999123456789',
      '+1',
      '112',
    ],
  ],
  [
    /country/,
    ['TR', 'US', 'DE', 'SA', 'GB', 'XX', 'ZZ', 'AA', 'EU', 'UK', 'ZR', 'AN', 'XK', 'AQ', 'HM'],
  ],
  [/^currency$/, ['TRY', 'USD', 'EUR', 'SAR']],
  [
    /^(number|card_number)$/,
    ['5528790000000008', '4111111111111129', '4000000000000002', '0000000000000000'],
  ],
  [/(expire|expiry|exp_)?month$/, [1, 12, '12', '01']],
  [/(expire|expiry|exp_)?year$/, [2030, '30', '2099', 2020]],
  [/^(cvc|cvv)$/, ['000', '123', '1234']],
  [
    /url|website|logo|return/,
    [
      'https://shop.example/',
      'http://shop.localhost/a',
      'https://app.example/bought?tab=packs',
      'https://[::1]/',
      'https://пример.рф/',
    ],
  ],
  [
    /domain|address|host|site/,
    [
      'shop.localhost',
      'shop2.localhost',
      'shop.example',
      'localhost',
      'a..b',
      '[::ffff:127.0.0.1]',
      'https://shop.example:99999/',
    ],
  ],
  [/tax|identity|vkn/, ['1234567890', '11111111110', '10000000146', 'DE136695976']],
  [/zip|postal/, ['34000', 'SW1A 1AA', '']],
  [
    /version/,
    ['1.0.0', '0.0.1-alpha.1', '999999999.999999999.999999999', '1.0.0+build', '2026-11-01'],
  ],
  [/slug|prefix/, ['delivery-day', 'cookie-consent', 'flatly', 'a', '-', 'x-'.repeat(30)]],
  [
    /price|amount|minor|percent|share/,
    [0, 1, 0.01, 9.99, 249.9, 100, 9_007_199_254_740_991, 1e15, -1, 0.001],
  ],
  [
    /(_at|date|day|from|to|until|on)$/,
    [
      '2026-11-22',
      '2026-11-22T10:00:00Z',
      '0001-01-01',
      '9999-12-31T23:59:59Z',
      '2026-02-30',
      '+275760-09-13',
      '-271821-04-20',
      '2026-11-22T24:00:00Z',
      '2026-11-22T10:00:00+14:00',
    ],
  ],
  [/locale|language|^hl$/, ['tr', 'en', 'ar', 'TR', 'de']],
  [/color|colour|ground|accent/, ['#ffffff', '#000000', '#0b737e']],
]

const patternSamples = new Map<string, readonly string[]>()

/**
 * Texts that a pattern matches. zod writes flags behind some (`…/i`), which JSON Schema does not
 * know.
 */
function matching(pattern: string): readonly string[] {
  let samples = patternSamples.get(pattern)
  if (!samples) {
    const bare = pattern.replace(/\/([a-z]*)$/, '')
    try {
      samples = fc.sample(fc.stringMatching(new RegExp(bare)), { numRuns: 24, seed: 7 })
    } catch {
      // A class that fast-check cannot draw from, such as \p{…}.
      samples = ['a', 'Aa 1', 'ğüş']
    }
    patternSamples.set(pattern, samples)
  }
  return samples
}

const FORMATS: Readonly<Record<string, readonly string[]>> = {
  email: ['ayse@shop.example'],
  uri: ['https://shop.example/a'],
  uuid: ['123e4567-e89b-42d3-a456-426614174000'],
  date: ['2026-11-22', '2024-02-29', '0001-01-01', '9999-12-31', '1900-01-01'],
  'date-time': [
    '2026-11-22T10:00:00Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '1969-12-31T23:59:59Z',
  ],
}

const clip = (text: string, { minLength = 0, maxLength = 400 }: Schema): string =>
  text.slice(0, maxLength).padEnd(minLength, 'x')

function sampleText(schema: Schema, random: Random): string {
  if (schema.pattern !== undefined) return random.pick(matching(schema.pattern))
  const format = schema.format === undefined ? undefined : FORMATS[schema.format]
  if (format) return random.pick(format)
  const { minLength = 0, maxLength } = schema
  return random.pick([
    clip('a plain sentence, long enough', schema),
    clip('ğüşİ ıöç', schema),
    clip('مرحبا بالعالم', schema),
    clip('0', schema),
    clip('👩‍👩‍👧‍👦 e\u0301 \u202e', schema),
    'x'.repeat(minLength),
    'y'.repeat(Math.min(maxLength ?? 200, 5_000)),
    '1',
  ])
}

function sampleNumber(
  { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema,
  random: Random,
): number {
  const low = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1)
  const high = maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - 1)
  const from = low ?? Math.min(0, high ?? 0)
  const edges = [from, high ?? from + 100, from + 1, Math.min(high ?? from + 7, from + 7)]
  const number = random.chance(0.6)
    ? random.pick(edges)
    : from + random.below(Math.min((high ?? from + 1_000) - from + 1, 1e6))
  return type === 'number' && random.chance(0.3)
    ? Math.min(high ?? Infinity, number + 0.25)
    : number
}

/** A value that fits; `name` is that of the field, where it has one. */
export function sampleValue(
  schema: Schema,
  random: Random,
  dictionary: Dictionary,
  name = '',
): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return sampleValue(random.pick(variants), random, dictionary, name)
  if (schema.allOf)
    return Object.assign(
      {},
      ...schema.allOf.map((one) => sampleValue(one, random, dictionary, name)),
    )
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  if (type === 'object' || schema.properties) return sampleObject(schema, random, dictionary)
  if (type === 'array') {
    const { minItems = 0, maxItems = 4, items = {} } = schema
    return Array.from(
      { length: minItems + random.below(Math.min(4, maxItems - minItems) + 1) },
      () => sampleValue(items, random, dictionary, name),
    )
  }
  if (type === 'null') return null
  if (type === 'boolean') return random.chance(0.5)
  const known = knownValue(name, type, random, dictionary)
  if (known !== undefined) return known
  if (type === 'integer' || type === 'number') return sampleNumber({ ...schema, type }, random)
  return sampleText(schema, random)
}

/** What an answer held under that name or as an id, or what such names usually hold. */
function knownValue(
  name: string,
  type: string | undefined,
  random: Random,
  dictionary: Dictionary,
): unknown {
  if (name === '') return undefined
  const fits = (value: unknown) =>
    type === 'string' || type === undefined ? typeof value === 'string' : typeof value === 'number'
  const lists = [
    dictionary.get(name),
    dictionary.get(`${name}_id`),
    BY_NAME.find(([pattern]) => pattern.test(name))?.[1],
    ...(random.chance(0.2) ? [dictionary.get('id')] : []),
  ].flatMap((list) => (list?.some(fits) ? [list.filter(fits)] : []))
  return lists.length > 0 && random.chance(0.85) ? random.pick(random.pick(lists)) : undefined
}

function sampleObject(
  { properties = {}, required = [], additionalProperties }: Schema,
  random: Random,
  dictionary: Dictionary,
): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(properties)) {
    if (required.includes(name) || random.chance(0.6))
      made[name] = sampleValue(schema, random, dictionary, name)
  }
  if (typeof additionalProperties === 'object') {
    for (const name of ['tr', 'en', 'ar', 'x'].filter(() => random.chance(0.5)))
      made[name] = sampleValue(additionalProperties, random, dictionary, name)
  }
  return made
}
