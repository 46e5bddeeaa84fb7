import { afterEach, expect } from 'vitest'
import { checkStatements, listenToStatements } from '#test/support/plans/check-statements.ts'

listenToStatements()

afterEach(async () => {
  expect(await checkStatements(), 'every statement finds its rows by an index').toEqual([])
})
