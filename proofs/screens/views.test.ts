import { expect, test } from 'vitest'
import { readScreens } from '#test/support/screens.ts'
import { CONSOLE_VIEWS } from './console-views.ts'
import { missingViews, nameOf, pagesOf, VIEWS } from './views.ts'

const routes = pagesOf(await readScreens())

test('every screen of the route table has a view, and every view a screen: add new ones to views.ts', () => {
  expect(missingViews(routes)).toEqual([])
})

test('every screen of the console has a view: add new ones to console-views.ts', async () => {
  const consoleRoutes = pagesOf(await readScreens('console'))
  const file = 'proofs/screens/console-views.ts'
  expect(missingViews(consoleRoutes, CONSOLE_VIEWS, file)).toEqual([])
})

test('reports a screen without a view, and a view without a screen', () => {
  expect(missingViews([...routes, '/new'])).toEqual(['/new has no view: proofs/screens/views.ts'])
  expect(missingViews(routes.filter((route) => route !== '/list'))).toEqual([
    '/list is no screen (any more): proofs/screens/views.ts',
  ])
})

test('no two states of the screens write the same picture file', () => {
  const names = Object.entries(VIEWS).flatMap(([route, views]) =>
    views.map(({ state }) => `${nameOf(route)}-${state}`),
  )
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('the sample that npm test takes has one state of every screen', () => {
  expect(
    Object.entries(VIEWS)
      .filter(([, views]) => views.filter(({ sample }) => sample).length !== 1)
      .map(([route]) => route),
  ).toEqual([])
})
