import { parseDocument } from 'htmlparser2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { prepareScreens, renderScreens, type RenderedScreen } from '#test/support/rendered-screens.ts'
import { elementsOf } from '#test/support/html.ts'

/** Rules about the HTML of every screen, in every state that a view names, as the server sends it. */

let market: Marketplace
let screens: RenderedScreen[] = []
beforeAll(async () => {
  market = await startMarketplace({ buildFolder: 'build' })
  screens = await renderScreens(market, await prepareScreens(market), 'ar')
}, 300_000)
afterAll(() => market?.stop())

test('every view of the storefronts and of the console is answered with the status that it names', () => {
  expect(screens.length).toBeGreaterThan(150)
  expect(screens.filter(({ status, expectedStatus }) => status !== expectedStatus).map(({ name, path, status }) => `${name} ${path}: ${status}`)).toEqual([])
})

/**
 * What may come checked: a row's stored settings, which grant nothing to anybody else, and a default that asks for more care. Everything
 * else, a consent, a permission or marketing above all, starts unchecked. `inputs.`: an app's own settings, by the defaults of its package.
 */
const MAY_BE_CHECKED = ['card.secure_3d', 'active', 'with_tax', 'external', 'first_purchase', 'previews', 'category', 'tag', 'in_app_purchase', 'with_listing']
const mayBeChecked = (name = '') => name.startsWith('inputs.') || MAY_BE_CHECKED.includes(name)

test('S5.4 S5.5 no form of any screen comes with a checked box for a consent, a permission or marketing', () => {
  const checked = screens.filter(({ path }) => path !== '/_ui').flatMap(({ name, html }) => elementsOf(parseDocument(html), 'input')
    .filter(({ attribs }) => attribs.type === 'checkbox' && 'checked' in attribs && !mayBeChecked(attribs.name))
    .map(({ attribs }) => `${name}: ${attribs.name}=${attribs.value}`))
  expect([...new Set(checked)]).toEqual([])
})
