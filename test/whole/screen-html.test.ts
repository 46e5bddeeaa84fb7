import type { Element } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import {
  prepareScreens,
  renderScreens,
  type RenderedScreen,
} from '#test/support/rendered-screens.ts'
import { elementsOf, findAllTexts } from '#test/support/html.ts'

/**
 * Rules about the HTML of every screen, in every state that a view names, as the server sends it.
 */

let market: Marketplace
let screens: RenderedScreen[] = []
beforeAll(async () => {
  market = await startMarketplace({ buildFolder: 'build' })
  screens = await renderScreens(market, await prepareScreens(market), 'ar')
}, 300_000)
afterAll(() => market?.stop())

test('every view of the storefronts and of the console responds with its declared status', () => {
  expect(screens.length).toBeGreaterThan(150)
  expect(
    screens
      .filter(({ status, expectedStatus }) => status !== expectedStatus)
      .map(({ name, path, status }) => `${name} ${path}: ${status}`),
  ).toEqual([])
})

/**
 * What may come checked: a row's stored settings, which grant nothing to anybody else, and a
 * default that asks for more care. Everything else, a consent, a permission or marketing above all,
 * starts unchecked. `inputs.`: an app's own settings, by the defaults of its package.
 */
const MAY_BE_CHECKED = [
  'card.secure_3d',
  'active',
  'with_tax',
  'external',
  'first_purchase',
  'previews',
  'category',
  'tag',
  'in_app_purchase',
  'with_listing',
  'used',
  'offered',
  'everywhere',
  // whether companies may apply to become partners, as operators set it
  'sign_up_open',
  // of the file of a list in the console
  'column',
  // where an owner hears of what happens on the own shop
  'product.work',
  'product.answers',
  'product.items',
  'product.decisions',
  'product.saved',
  'product.team',
  'mail.work',
  'mail.answers',
  'mail.team',
]
const mayBeChecked = (name = '') => name.startsWith('inputs.') || MAY_BE_CHECKED.includes(name)

test('S5.4 S5.5 no form of any screen has a prechecked box for a consent, a permission or marketing', () => {
  const checked = screens
    .filter(({ path }) => path !== '/_ui')
    .flatMap(({ name, html }) =>
      elementsOf(parseDocument(html), 'input')
        .filter(
          ({ attribs }) =>
            attribs.type === 'checkbox' && 'checked' in attribs && !mayBeChecked(attribs.name),
        )
        .map(({ attribs }) => `${name}: ${attribs.name}=${attribs.value}`),
    )
  expect([...new Set(checked)]).toEqual([])
})

const HIDDEN = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'head',
  'title',
  'iframe',
  'textarea',
  'option',
])
/** Where machines' words may stand: behind a disclosure, in a dialog, or named as code. */
const isAside = (element: Element) =>
  HIDDEN.has(element.name) ||
  element.name === 'dialog' ||
  element.name === 'code' ||
  element.name === 'pre' ||
  (element.name === 'details' && !('open' in element.attribs))
/** Every piece of text that is read at once, with what it stands in. */
const visibleTexts = (html: string) =>
  findAllTexts(parseDocument(html)).filter(({ parents }) => !parents.some(isAside))
const forOwners = () =>
  screens.filter(
    ({ name, path }) =>
      !name.startsWith('console-') && path !== '/_ui' && !name.startsWith('developers-page'),
  )

test('S3.8 S2.20 no screen for owners and visitors shows a placement code, a file name or a slug where it is not needed', async () => {
  const slugs = (
    await market.services.db
      .selectFrom('items')
      .select('slug')
      .where('slug', 'like', '%-%')
      .execute()
  ).map((item) => item.slug)
  const machine = new RegExp(
    `\\b(?:1003|1004|1054|10010[0-2])\\b|[\\w-]+\\.(?:css|m?js|html|svg|json)\\b|(?<![\\w/-])(?:${slugs.join('|')})(?![\\w/-])`,
  )
  const found = forOwners().flatMap(({ name, html }) =>
    visibleTexts(html)
      .filter(({ text }) => machine.test(text))
      .map(({ text }) => `${name}: ${text.slice(0, 90)}`),
  )
  expect([...new Set(found)]).toEqual([])
})

/** Versions, order numbers and hosts: what is read from left to right in every language. */
const LEFT_TO_RIGHT =
  /\d+\.\d+\.\d+(?:-[\w.]+)?|\bAR[0-9A-Z]{14,}\b|(?<![@\w.-])(?:[\w-]+\.)+(?:localhost|example)(?::\d+)?/
const isIsolating = ({ name, attribs }: Element) =>
  name === 'bdi' || attribs.dir === 'ltr' || attribs.dir === 'auto'

test('D18 S1.8 in Arabic every version, order number and domain keeps its own direction', () => {
  const found = screens
    .filter(({ path }) => path !== '/_ui')
    .flatMap(({ name, html }) =>
      visibleTexts(html).flatMap(({ text, parents }) => {
        const open = text.replaceAll(/\u2068[^\u2069]*\u2069/g, '')
        // alone in its element, nothing around it can turn it
        if (
          !LEFT_TO_RIGHT.test(open) ||
          parents.some(isIsolating) ||
          open.trim() === LEFT_TO_RIGHT.exec(open)?.[0]
        )
          return []
        return [`${name}: ${text.trim().slice(0, 110)}`]
      }),
    )
  expect([...new Set(found)]).toEqual([])
})
