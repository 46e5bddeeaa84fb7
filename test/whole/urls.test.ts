import { expect, test } from 'vitest'
import { INSTALLER_OPERATIONS, OPERATIONS } from '#server/operations.ts'
import { readScreens } from '#test/support/screens.ts'

const callsOf = (operations: typeof OPERATIONS) => operations.flatMap(({ operation }) => {
  const paths = typeof operation.path === 'string' ? [operation.path] : [operation.path.app, operation.path.theme]
  return paths.map(path => `${operation.method.toUpperCase().padEnd(6)} /api${path}  ${operation.access}`)
}).sort()

test('the calls of the market and of the installer are these: whoever adds or removes one shows it here', () => {
  expect(callsOf(OPERATIONS)).toMatchSnapshot('market')
  expect(callsOf(INSTALLER_OPERATIONS)).toMatchSnapshot('installer')
})

test('the screens with their ids, layouts and guards are these (S2, D21)', async () => {
  const lines = (await readScreens()).map(({ path, id, layout, guards, file }) => `${path}  ${id}  ${[layout, ...guards, file.replace(/^screens\/|\.tsx$/g, '')].filter(Boolean).join(' › ')}`)
  expect(lines).toMatchSnapshot()
})
