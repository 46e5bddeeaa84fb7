import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { type Inputs, type SettingValue, answersSchema } from '#modules/catalog/public.ts'
import { formSchema } from './install-form.ts'

const words = (text: string) => ({ tr: text, en: text, ar: text })
const INPUTS: Inputs = {
  type: 'object',
  required: ['note', 'group', 'mail'],
  properties: {
    note: {
      type: 'string',
      title: words('Note'),
      description: words('What it says'),
      maxLength: 20,
    },
    mail: { type: 'string', title: words('Mail'), format: 'email' },
    link: { type: 'string', title: words('Link'), format: 'uri' },
    ink: { type: 'string', title: words('Ink'), format: 'color', default: '#aabbcc' },
    shape: {
      type: 'string',
      title: words('Shape'),
      enum: ['box', 'line'],
      'x-arasta-labels': { box: words('Box'), line: words('Line') },
      default: 'box',
    },
    group: { type: 'string', title: words('Group'), 'x-arasta': 'customer_group' },
    days: { type: 'integer', title: words('Days'), minimum: 1, maximum: 30, default: 3 },
    loud: { type: 'boolean', title: words('Loud') },
  },
}
const CHOICES: Record<string, { value: string; label: string }[]> = {
  shape: [
    { value: 'box', label: 'Box' },
    { value: 'line', label: 'Line' },
  ],
  group: [{ value: 'vip', label: 'VIP' }],
}
const fields = Object.entries(INPUTS.properties).map(([name, property]) => ({
  name,
  type: property.type,
  title: property.title.en ?? '',
  description: property.description?.en ?? null,
  required: INPUTS.required.includes(name),
  default: property.default ?? null,
  choices: CHOICES[name] ?? null,
  format: property.type === 'string' ? (property.format ?? null) : null,
}))

const ajv = new Ajv2020({ allErrors: true, strict: true })
addFormats.default(ajv)
ajv.addKeyword('x-arasta')

describe('S7.15 the install form is JSON Schema of draft 2020-12', () => {
  const schema = formSchema(INPUTS, fields)

  test("that validates against the meta-schema, with plain texts and the store's own choices", () => {
    expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true)
    expect(schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      required: ['note', 'mail', 'group'],
      properties: {
        note: { title: 'Note' },
        group: { oneOf: [{ const: 'vip', title: 'VIP' }], 'x-arasta': 'customer_group' },
      },
    })
  })

  test('that accepts and refuses the same answers as an install', () => {
    const fits = ajv.compile(schema)
    const good = { note: 'x', mail: 'a@b.co', group: 'vip' }
    const tried: Record<string, SettingValue>[] = [
      good,
      { ...good, link: 'https://a.example/x' },
      { ...good, link: '' },
      { ...good, ink: '#AABBCC', shape: 'line', days: 30, loud: true },
      {},
      { ...good, note: '' },
      { ...good, note: 'x'.repeat(21) },
      { ...good, mail: 'nobody' },
      { ...good, mail: '' },
      { ...good, link: 'javascript:alert(1)' },
      { ...good, ink: 'red' },
      { ...good, shape: 'round' },
      { ...good, days: 0 },
      { ...good, days: 1.5 },
      { ...good, loud: 'yes' },
      { ...good, other: 1 },
    ]
    for (const answers of tried)
      expect(fits(answers), JSON.stringify(answers)).toBe(
        answersSchema(INPUTS).safeParse(answers).success,
      )
    expect(fits({ ...good, group: 'nobody' })).toBe(false)
  })

  test('of a store without choices accepts none', () => {
    const none = formSchema(
      INPUTS,
      fields.map((field) => (field.name === 'group' ? { ...field, choices: [] } : field)),
    )
    expect(ajv.validateSchema(none)).toBe(true)
    expect(ajv.compile(none)({ note: 'x', mail: 'a@b.co', group: 'vip' })).toBe(false)
  })
})
