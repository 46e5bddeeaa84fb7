import { describe, expect, it } from 'vitest'
import type { InputField } from '../contract.ts'
import { findInputErrors, readInputs } from './read-inputs.ts'

const field = (
  name: string,
  type: InputField['type'],
  more: Partial<InputField> = {},
): InputField => ({
  name,
  type,
  title: name,
  description: null,
  required: false,
  default: null,
  choices: null,
  format: null,
  ...more,
})
const formOf = (values: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  return form
}
const FIELDS = [
  field('days', 'integer', { required: true }),
  field('colour', 'string', { format: 'color' }),
  field('weekends', 'boolean'),
  field('language', 'string', { choices: [{ value: 'tr', label: 'Türkçe' }] }),
  field('mail', 'string', { format: 'email' }),
]

describe('the install form', () => {
  it('becomes answers of the types that the item declares', () => {
    expect(
      readInputs(
        formOf({ 'inputs.days': '3', 'inputs.colour': '#aa3300', 'inputs.weekends': '1' }),
        FIELDS,
      ),
    ).toEqual({
      days: 3,
      colour: '#aa3300',
      weekends: true,
    })
  })

  it('omits empty fields, but sends false for an unticked box', () => {
    expect(readInputs(formOf({ 'inputs.days': '٣', 'inputs.colour': ' ' }), FIELDS)).toEqual({
      days: 3,
      weekends: false,
    })
  })

  it('names missing and invalid answers', () => {
    expect(
      findInputErrors(
        formOf({ 'inputs.colour': 'red', 'inputs.language': 'de', 'inputs.mail': 'x' }),
        FIELDS,
      ),
    ).toEqual({
      'inputs.days': { code: 'field.required' },
      'inputs.colour': { code: 'field.invalid' },
      'inputs.language': { code: 'field.invalid' },
      'inputs.mail': { code: 'field.email' },
    })
    expect(findInputErrors(formOf({ 'inputs.days': 'soon' }), FIELDS)).toEqual({
      'inputs.days': { code: 'field.invalid' },
    })
    expect(
      findInputErrors(formOf({ 'inputs.days': '2', 'inputs.language': 'tr' }), FIELDS),
    ).toEqual({})
  })
})
