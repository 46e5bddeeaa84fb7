import { expect, test, vi } from 'vitest'
import { jsonBytes, shareJson } from './shared-json.ts'

test.each([
  ['a list', { data: [{ a: 'ş' }, { b: null }], meta: { total: 2 } }],
  ['a list without more', { data: [{ a: 1 }] }],
  ['an empty list', { data: [], meta: {} }],
  ['one thing', { data: { a: undefined, b: 1 } }],
  ['nothing', null],
  ['a list of words', { data: ['a', 'b'] }],
])('%s has the bytes of JSON.stringify, shared or not', (_, answer) => {
  const json = JSON.stringify(answer)
  expect(jsonBytes(answer).toString()).toBe(json)
  if (answer && Array.isArray(answer.data))
    for (const one of answer.data) if (typeof one === 'object') shareJson(one)
  expect(jsonBytes(answer).toString()).toBe(json)
  expect(jsonBytes(answer).toString()).toBe(json)
})

test('what is shared is serialized once, what is beside it each time', () => {
  const toJSON = vi.fn(() => 'serialized')
  const item = shareJson({ toJSON })
  const other = { n: 1 }
  expect(jsonBytes({ data: [item, other] }).toString()).toBe('{"data":["serialized",{"n":1}]}')
  other.n = 2
  expect(jsonBytes({ data: [item, other] }).toString()).toBe('{"data":["serialized",{"n":2}]}')
  expect(toJSON).toHaveBeenCalledTimes(1)
})
