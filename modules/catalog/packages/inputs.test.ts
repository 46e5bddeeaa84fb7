import { describe, expect, it } from 'vitest'
import { answersSchema, defaultAnswers } from './inputs.ts'
import { appManifest } from './manifest.ts'
import { GOOD_MANIFEST } from './zip-forge.support.ts'

const title = { en: 'Title' }
const { inputs } = appManifest.parse({
  ...GOOD_MANIFEST,
  inputs: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', title, maxLength: 5 },
      colour: { type: 'string', title, format: 'color', default: '#ffffff' },
      page: { type: 'string', title, format: 'uri' },
      days: { type: 'integer', title, minimum: 0, maximum: 30, default: 2 },
      layout: {
        type: 'string',
        title,
        enum: ['box', 'bar'],
        'x-arasta-labels': { box: title, bar: title },
        default: 'box',
      },
      loud: { type: 'boolean', title },
    },
  },
})
const accepts = (answers: object) =>
  answersSchema(inputs).safeParse({ name: 'Ada', ...answers }).success

describe('answers to install inputs', () => {
  it('use the defaults for missing values', () => {
    expect(answersSchema(inputs).parse({ name: ' Ada ' })).toEqual({
      name: 'Ada',
      colour: '#ffffff',
      days: 2,
      layout: 'box',
    })
    expect(defaultAnswers(inputs)).toEqual({ colour: '#ffffff', days: 2, layout: 'box' })
  })

  it('must have the type that the manifest declares', () => {
    expect(
      accepts({
        days: 30,
        loud: true,
        layout: 'bar',
        page: 'https://shop.example/gizlilik',
        colour: '#00aaFF',
      }),
    ).toBe(true)
    for (const wrong of [
      { name: '' },
      { name: 'longer' },
      { days: 31 },
      { days: 1.5 },
      { days: '2' },
      { layout: 'round' },
      { loud: 'yes' },
      { colour: 'red' },
      { page: 'javascript:alert(1)' },
      { page: 'shop' },
      { more: 1 },
    ])
      expect(accepts(wrong), JSON.stringify(wrong)).toBe(false)
  })

  it('may leave an optional input empty, as forms send it', () => {
    expect(accepts({ page: '' })).toBe(true)
  })
})
