import type { Ctx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { declareOperation } from '#kernel/operation.ts'
import { textField } from './field-schema.ts'

let looked = 0
const looking = (text: string) => {
  looked += text.length
  return true
}
const operation = declareOperation({
  id: 'sendSomething',
  summary: '',
  tag: '',
  source: '',
  method: 'post',
  path: '/x',
  policy: { who: 'anyone' },
  body: z.object({
    plain: z.string().max(100).refine(looking).optional(),
    deep: z
      .array(z.object({ text: z.string().trim().max(10).refine(looking).default('') }))
      .optional(),
    field: textField({ max: 50 }).optional(),
    named: z.record(z.string(), z.string().max(5).refine(looking)).optional(),
  }),
  output: z.object({}),
  refusals: [],
})
const { run } = defineOperation({ ...operation, run: () => Promise.resolve({}) })
const fieldsOf = (body: unknown) =>
  run({ actor: { kind: 'visitor' }, checkAnswers: true } as Ctx, { body }).then(
    () => ({}),
    (error: { details: { fields: object } }) => error.details.fields,
  )

describe('SRV-6 lengths are checked before anything else', () => {
  test('a text far beyond its declared length is refused before the schema parses it, at any depth', async () => {
    const long = 'x'.repeat(200_000)
    expect(await fieldsOf({ plain: long })).toEqual({
      plain: { code: 'field.max', params: { n: 100 } },
    })
    expect(await fieldsOf({ deep: [{}, { text: long }] })).toEqual({
      'deep.1.text': { code: 'field.max', params: { n: 10 } },
    })
    expect(await fieldsOf({ named: { a: long } })).toEqual({
      'named.a': { code: 'field.max', params: { n: 5 } },
    })
    expect(looked).toBe(0)
    expect(await fieldsOf({ field: long })).toEqual({
      field: { code: 'field.max', params: { n: 50 } },
    })
  })

  test('a text within its length is parsed as usual', async () => {
    expect(await fieldsOf({ plain: 'abc', deep: [{ text: ' a ' }], named: { a: 'b' } })).toEqual({})
    expect(looked).toBeGreaterThan(0)
    expect(await fieldsOf({ plain: 'a\0' })).toEqual({ plain: { code: 'field.invalid' } })
  })
})
