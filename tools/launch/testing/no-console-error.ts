import { format } from 'node:util'
import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest'

let complaints: MockInstance<typeof console.error> | undefined

beforeEach(() => {
  complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
})

// A test that expects complaints spies on console.error itself and clears the spy.
afterEach(() => {
  const said = complaints?.mock.calls.map((words) => format(...words)) ?? []
  complaints?.mockRestore()
  expect(said, 'nothing may be written to console.error').toEqual([])
})
