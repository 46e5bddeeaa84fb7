import { expect, test } from 'vitest'
import { INSTALLER_OPERATIONS, MARKET_OPERATIONS } from '#server/operations.ts'
import { readScreens } from '#test/support/screens.ts'

const callsOf = (operations: typeof MARKET_OPERATIONS) =>
  operations
    .flatMap(({ operation }) => {
      const paths =
        typeof operation.path === 'string'
          ? [operation.path]
          : [operation.path.app, operation.path.theme]
      return paths.map(
        (path) =>
          `${operation.method.toUpperCase().padEnd(6)} /api${path}  ${operation.policy.who}`,
      )
    })
    .sort()

test('the operations of the market and of the installer: every addition or removal appears here', () => {
  expect(callsOf(MARKET_OPERATIONS)).toMatchSnapshot('market')
  expect(callsOf(INSTALLER_OPERATIONS)).toMatchSnapshot('installer')
})

test('the screens with their ids, layouts and guards (S2, D21)', async () => {
  const lines = (await readScreens()).map(
    ({ path, id, layout, guards, file }) =>
      `${path}  ${id}  ${[layout, ...guards, file.replace(/^screens\/|\.tsx$/g, '')].filter(Boolean).join(' › ')}`,
  )
  expect(lines).toMatchSnapshot()
})
