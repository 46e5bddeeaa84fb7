import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOME_SECTIONS, type HomeLine, type HomeSection } from '#modules/catalog/home-rules.ts'
import type { Market } from '#lib/market.ts'
import { type ConsoleBrowser, firstOperator } from '#test/support/console.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { launchToken, signIn } from '#test/support/owner.ts'
import { rawRequest } from '#test/support/raw-request.ts'
import { cookiesOf, fetchPage } from '#test/support/rendered-screens.ts'

// What operators arrange in the console, on the pages of the stores: a draft in its preview only.

let market: Marketplace
let admin: ConsoleBrowser
beforeAll(async () => {
  market = await startMarketplace({ buildFolder: 'build' })
  admin = await firstOperator(market)
})
afterAll(() => market.stop())

/** Words that only one section has, in the order in which a page has them. */
const SIGNS: Record<Market, Partial<Record<HomeSection, string>>> = {
  app: {
    categories: 'aria-label="Categories"',
    popular: 'In the window',
    goals: 'What do you want to achieve?',
    newest: 'New here',
    // The smaller ones belong to the featured app.
    promises: 'type-d2">You see it before you install',
    other_market: 'Time for a new look?',
  },
  theme: {
    categories: 'aria-label="Categories"',
    popular: 'The street of themes',
    goals: 'How should your shop feel?',
    promises: 'Nothing to lose by trying',
    other_market: 'Your shop can do more',
  },
}
/** The main part of a page, without ids that depend on where in the program something stands. */
const mainOf = (html: string) =>
  html.slice(html.indexOf('<main'), html.indexOf('</main>')).replace(/_[rR]_\w+_/g, 'id')

function sectionsOf(store: Market, html: string): string[] {
  const main = mainOf(html)
  return Object.entries(SIGNS[store])
    .map(([section, words]) => ({ section, at: main.lastIndexOf(words) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)
    .map(({ section }) => section)
}

const home = async (store: Market, path = '/?hl=en') => {
  const { status, html } = await fetchPage(market.origins[store], path)
  expect(status).toBe(200)
  return html
}
const usual = (store: Market): HomeLine[] =>
  HOME_SECTIONS[store].map((section) => ({ section, shown: true }))

interface Arrangement {
  draft: { revision: number } | null
  preview: { href: string }
}
const read = async (store: Market, query = '') =>
  (await admin.ask('GET', `/operator/home-arrangements/${store}?locale=en${query}`))
    .body as unknown as Arrangement
async function draft(store: Market, lines: readonly HomeLine[]) {
  const { draft: before } = await read(store)
  const { status } = await admin.ask('PUT', `/operator/home-arrangements/${store}/draft`, {
    revision: before?.revision ?? 0,
    lines,
  })
  expect(status).toBe(200)
}
async function publish(store: Market) {
  const { draft: now } = await read(store)
  const { status } = await admin.ask('POST', `/operator/home-arrangements/${store}/publish`, {
    revision: now?.revision,
  })
  expect(status).toBe(200)
}
const pathOf = (href: string) => href.slice(new URL(href).origin.length)
const previewOf = (href: string, options: Parameters<typeof rawRequest>[2] = {}) =>
  rawRequest(new URL(href).origin, pathOf(href), options)

describe.each(['app', 'theme'] as const)('the home page of the %s store', (store) => {
  test('shows a draft in its preview alone, and to everybody when it is published', async () => {
    const before = await home(store)
    expect(sectionsOf(store, before)).toEqual(
      HOME_SECTIONS[store].filter((section) => SIGNS[store][section] !== undefined),
    )
    const lines = usual(store)
      .toReversed()
      .map((line) => ({ ...line, shown: line.section !== 'goals' }))
    await draft(store, lines)
    const wanted = lines
      .filter(({ section, shown }) => shown && SIGNS[store][section] !== undefined)
      .map(({ section }) => section)
    const { preview } = await read(store)
    expect(sectionsOf(store, (await previewOf(preview.href)).body)).toEqual(wanted)
    expect(mainOf(await home(store))).toBe(mainOf(before))
    await publish(store)
    expect(sectionsOf(store, await home(store))).toEqual(wanted)
    // In the panel's frame, too.
    const owner = await signIn(market, 'store-1', store)
    const framed = await fetchPage(market.origins[store], '/market?hl=en', {
      cookie: cookiesOf(owner),
    })
    expect(framed.html).not.toContain(SIGNS[store].goals)

    await draft(store, usual(store))
    await publish(store)
    const after = await home(store)
    expect(mainOf(after)).toBe(mainOf(before))
  })

  test('has a first heading, whatever is hidden', async () => {
    await draft(
      store,
      usual(store).map(({ section }) => ({ section, shown: false })),
    )
    const { preview } = await read(store)
    const { body } = await previewOf(preview.href)
    expect(body.match(/<h1/g)).toHaveLength(1)
    expect(sectionsOf(store, body)).toEqual([])
    await admin.ask(
      'DELETE',
      `/operator/home-arrangements/${store}/draft?revision=${(await read(store)).draft?.revision}`,
    )
  })
})

describe('the address of a preview', () => {
  test('is a page without scripts or session, in the console’s frame only, kept and found by nobody', async () => {
    const { preview } = await read('app')
    const owner = await signIn(market)
    const { status, headers, body } = await previewOf(preview.href, {
      headers: { cookie: cookiesOf(owner) },
    })
    expect(status).toBe(200)
    expect(headers['content-security-policy']).toContain(
      `frame-ancestors ${market.origins.console};`,
    )
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect(headers['set-cookie']).toBeUndefined()
    expect(body).toContain('<head><base target="_blank"/>')
    expect(body).not.toMatch(/<script[^>]*(src=|type="module")/)
    expect(body).not.toContain(owner.domain)
    expect(body).not.toContain(new URL(preview.href).searchParams.get('arrangement'))
    const plain = await rawRequest(market.origins.app, '/?hl=en', {})
    expect(plain.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    const desk = await rawRequest(market.origins.console, '/sign-in', {})
    expect(desk.headers['content-security-policy']).toMatch(
      new RegExp(`frame-src [^;]*${market.origins.app}`),
    )
  })

  test('is refused when it was changed, has ended, or is of another host', async () => {
    const { preview } = await read('app')
    const token = new URL(preview.href).searchParams.get('arrangement') ?? ''
    const statusOf = async (origin: string, given: string) =>
      (await rawRequest(origin, `/?arrangement=${encodeURIComponent(given)}`, {})).status
    const launch = await launchToken(market, 'store-1')
    const changed = token.replace(/(?<=^.{60})./, (one) => (one === 'A' ? 'B' : 'A'))
    for (const wrong of ['', 'x', changed, token.slice(0, -9), launch, 'a.b.c', 'z'.repeat(900)])
      expect(await statusOf(market.origins.app, wrong), wrong.slice(0, 20)).toBe(410)
    expect(await statusOf(market.origins.theme, token)).toBe(410)
    expect(await statusOf(market.origins.app, token)).toBe(200)
    market.clock.moveSeconds(31 * 60)
    expect(await statusOf(market.origins.app, token)).toBe(410)
  })

  test('shows what is scheduled for a day that is to come', async () => {
    const at = (hours: number) =>
      new Date(market.clock.now().getTime() + hours * 3_600_000).toISOString()
    const { status } = await admin.ask('POST', '/operator/banners', {
      market: 'app',
      place: 'home',
      locale: null,
      platform_id: null,
      title: 'Summer of parcels',
      text: '',
      action: 'See it',
      target: '/list',
      external: false,
      ground: null,
      active: true,
      starts_at: at(48),
      ends_at: at(72),
    })
    expect(status).toBe(200)
    const shows = async (query: string) =>
      (await previewOf((await read('app', query)).preview.href)).body.includes('Summer of parcels')
    expect(await shows('')).toBe(false)
    expect(await shows(`&on=${encodeURIComponent(at(49))}`)).toBe(true)
    expect(await shows(`&on=${encodeURIComponent(at(73))}`)).toBe(false)
    expect(await home('app')).not.toContain('Summer of parcels')
  })
})
