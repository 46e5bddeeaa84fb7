import { expect, test } from 'vitest'
import { readScreens } from '#test/support/screens.ts'
import { CONSOLE_VIEWS } from './console-views.ts'
import { gapsIn, nameOf, pagesOf, VIEWS } from './views.ts'

const routes = pagesOf(await readScreens())

test('every screen of the route table is looked at, and nothing that is no screen: add a new one to views.ts', () => {
  expect(gapsIn(routes)).toEqual([])
})

test('so is every screen of the console: add a new one to console-views.ts', async () => {
  expect(gapsIn(pagesOf(await readScreens('console')), CONSOLE_VIEWS)).toEqual([])
})

test('a screen that was forgotten, and a view whose screen is gone, are told', () => {
  expect(gapsIn([...routes, '/new'])).toEqual(['/new has no view: tools/prove/screens/views.ts'])
  expect(gapsIn(routes.filter(route => route !== '/list'))).toEqual(['/list is no screen (any more): tools/prove/screens/views.ts'])
})

test('no two states of the screens put their pictures into the same file', () => {
  const names = Object.entries(VIEWS).flatMap(([route, views]) => views.map(({ state }) => `${nameOf(route)}-${state}`))
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('of every screen one state is in the sample that npm test takes', () => {
  expect(Object.entries(VIEWS).filter(([, views]) => views.filter(({ sample }) => sample).length !== 1).map(([route]) => route)).toEqual([])
})
